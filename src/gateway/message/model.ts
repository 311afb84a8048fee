/** Schemas of /message. */
import { type Static, Type } from '@sinclair/typebox';
import type { SentMessage } from '../../providers/provider.ts';
import { Recipient } from './recipient.ts';

const TEXT_CHARACTERS_MAX = 65_536;
export const TextMessage = Type.Object(
  {
    number: Recipient,
    text: Type.String({
      minLength: 1,
      maxLength: TEXT_CHARACTERS_MAX,
      failsWith: `must be a text of 1-${TEXT_CHARACTERS_MAX} characters`,
    }),
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
