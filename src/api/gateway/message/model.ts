/** The answer of every operation that sends a message. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { fieldsIn, words } from '../../../http/read-fields.ts';
import { kindOf, plainText } from '../../../messages/shown-content.ts';
import type { Accepted } from '../../../sending/sender.ts';

export const MessageSent = NamedObject('MessageSent', {
  key: Type.Object({
    remoteJid: Type.String(),
    fromMe: Type.Literal(true),
    id: Type.String(),
  }),
  platformId: Type.Optional(
    Type.String({
      description: "The platform's own id of it, `wamid.…` on the official API; either finds it",
    }),
  ),
  pushName: Type.String({ description: "The account's own name" }),
  status: Type.Unsafe<'PENDING' | 'QUEUED'>({
    ...words('PENDING', 'QUEUED'),
    description:
      'PENDING: it is on its way; QUEUED: it waits to be sent, and `GET /message/scheduled/{instanceName}/{id}` says for what; with EVOLUTION_MODE always PENDING. What becomes of it: `GET /message/status/{instanceName}/{messageId}`',
  }),
  message: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        "What was sent, in WhatsApp's own spelling; while it waits what is known of it: of a file without its keys and its place, of a forwarded message the kind alone",
    },
  ),
  messageType: Type.String({ description: 'The field of `message` that holds it' }),
  contextInfo: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'With EVOLUTION_MODE: what it answers and whom it mentions, as inside `message`',
      },
    ),
  ),
  messageTimestamp: Type.Integer({ description: 'Seconds since 1970' }),
  instanceId: Type.String({ format: 'uuid' }),
  source: Type.Literal('web', { description: 'The kind of device that sent it' }),
});

/** With `evolutionMode` it is what clients of Evolution API read, which knows no queue. */
export function toMessageSent(
  instanceId: string,
  accepted: Accepted,
  evolutionMode: boolean,
): Static<typeof MessageSent> {
  const { id, remoteJid, timestamp, pushName, platformId } = accepted;
  const message = plainText(accepted.message);
  const messageType = kindOf(message);
  return {
    key: { remoteJid, fromMe: true, id },
    ...(platformId !== undefined && { platformId }),
    pushName,
    status: accepted.isQueued && !evolutionMode ? 'QUEUED' : 'PENDING',
    message,
    ...(evolutionMode && { contextInfo: fieldsIn(fieldsIn(message[messageType]).contextInfo) }),
    messageType,
    messageTimestamp: timestamp,
    instanceId,
    source: 'web',
  };
}
