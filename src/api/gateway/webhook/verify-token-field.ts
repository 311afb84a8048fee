/** The field with which a receiver is checked before it gets events. */
import { Type } from '@sinclair/typebox';
import {
  type FieldError,
  fieldError,
  parsedBy,
  parsedIfPresent,
} from '../../../http/read-fields.ts';
import { readVerifyToken, type VerifiedReceiver } from '../../../webhooks/handshake.ts';

interface Context {
  readonly stored: Pick<VerifiedReceiver, 'url' | 'verifyToken'>;
}

const schema = Type.Union([Type.String({ maxLength: 512 }), Type.Null()], {
  description:
    "Verify token of a receiver of Meta's webhooks, 1-512 characters: `url` is stored only if it answers `GET ?hub.mode=subscribe&hub.verify_token=…&hub.challenge=…` with the challenge, now and whenever either changes. A masked value (********) keeps the stored token, while scheme, host and port of `url` stay the same; null skips the check",
});

const read = (value: unknown, { stored }: Context, url: unknown): string | null | FieldError => {
  const found = readVerifyToken(value, stored, url);
  return 'problem' in found ? fieldError(found.problem) : found.token;
};

/** An absent token stays. `urlField` is what the URL beside it is called. */
export const verifyTokenChange = (urlField: string) =>
  parsedIfPresent(schema, (value, context: Context, before) =>
    read(value, context, before[urlField]),
  );

/** An absent token stores no token. */
export const VerifyToken = parsedBy(
  Type.Optional(schema),
  (value = null, context: Context, { url }) => read(value, context, url),
);
