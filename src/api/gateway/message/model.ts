/** The answer of every operation that sends a message. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { words } from '../../../http/read-fields.ts';
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
      'PENDING: it is on its way; QUEUED: it waits to be sent, and `GET /message/scheduled/{instanceName}/{id}` says for what. What becomes of it: `GET /message/status/{instanceName}/{messageId}`',
  }),
  message: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        "What was sent, in WhatsApp's own spelling; empty where a file or a forwarded message is queued",
    },
  ),
  messageType: Type.String({ description: 'The field of `message` that holds it' }),
  messageTimestamp: Type.Integer({ description: 'Seconds since 1970' }),
  instanceId: Type.String({ format: 'uuid' }),
  source: Type.Literal('web', { description: 'The kind of device that sent it' }),
});

export function toMessageSent(instanceId: string, accepted: Accepted): Static<typeof MessageSent> {
  const { id, remoteJid, timestamp, pushName, platformId } = accepted;
  const message = plainText(accepted.message);
  return {
    key: { remoteJid, fromMe: true, id },
    ...(platformId !== undefined && { platformId }),
    pushName,
    status: accepted.isQueued ? 'QUEUED' : 'PENDING',
    message,
    messageType: kindOf(message),
    messageTimestamp: timestamp,
    instanceId,
    source: 'web',
  };
}
