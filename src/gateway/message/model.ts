/** Schemas of /message. */
import { type Static, Type } from '@sinclair/typebox';
import { checked } from '../../http/checked.ts';
import type { SentMessage } from '../../providers/provider.ts';
import { RECIPIENT, RECIPIENT_PROBLEM, recipientOf } from './recipient.ts';

export const TEXT_CHARACTERS_MAX = 65_536;
export const CAPTION_CHARACTERS_MAX = 1024;
export const MEDIA_KINDS = ['image', 'video', 'audio', 'document'] as const;

const number = checked<string>(
  {
    pattern: RECIPIENT.source,
    description: 'A phone number with its country code, or a JID',
    type: 'string',
  },
  (value) => (typeof value === 'string' && recipientOf(value) !== null ? null : RECIPIENT_PROBLEM),
  (text) => recipientOf(text) ?? text,
);

export const TextMessage = Type.Object(
  {
    number,
    text: Type.String({
      minLength: 1,
      maxLength: TEXT_CHARACTERS_MAX,
      failsWith: `must be a text of 1-${TEXT_CHARACTERS_MAX} characters`,
    }),
  },
  { additionalProperties: true },
);

/** Shown in the documentation; `media-fields.ts` does the checking. */
export const MediaMessage = Type.Object(
  {
    number,
    mediatype: Type.Union(MEDIA_KINDS.map((kind) => Type.Literal(kind))),
    media: Type.String({
      minLength: 1,
      description: 'A file of at most 16 MiB: base64, a data: URL in base64, or an http(s) URL',
    }),
    mimetype: Type.Optional(
      Type.String({
        maxLength: 255,
        description:
          'Absent: what the data: URL, the server of the URL or the name of the file says, else the usual one of the kind',
      }),
    ),
    caption: Type.Optional(Type.String({ maxLength: CAPTION_CHARACTERS_MAX })),
    fileName: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Absent, of a document: the last part of the URL, else `file` and an ending',
      }),
    ),
  },
  { additionalProperties: true },
);

export const MessageSent = Type.Object({
  key: Type.Object({
    remoteJid: Type.String(),
    fromMe: Type.Literal(true),
    id: Type.String(),
  }),
  status: Type.Literal('PENDING'),
  messageTimestamp: Type.Integer({ description: 'Seconds since 1970' }),
});

export const toMessageSent = ({
  id,
  remoteJid,
  timestamp,
}: SentMessage): Static<typeof MessageSent> => ({
  key: { remoteJid, fromMe: true, id },
  status: 'PENDING',
  messageTimestamp: timestamp,
});
