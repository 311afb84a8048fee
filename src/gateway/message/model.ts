/** The words of sending. Owns: their shapes on the wire. */
import { type Static, Type } from '@sinclair/typebox';
import type { SentMessage } from '../../providers/provider.ts';
import { RECIPIENT } from './recipient.ts';

export const TEXT_CHARACTERS_MAX = 65_536;

/** Shown in the documentation; `text.ts` does the checking, so that one answer names every wrong field. */
export const TextMessage = Type.Object(
  {
    number: Type.String({
      pattern: RECIPIENT.source,
      description: 'A phone number with its country code, or a JID',
    }),
    text: Type.String({ minLength: 1, maxLength: TEXT_CHARACTERS_MAX }),
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
