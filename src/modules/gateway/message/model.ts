/** The answer of every operation that sends a message. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { fieldsIn, words } from '../../../core/http/read-fields.ts';
import { kindOf, plainText } from '../../../core/messages/queued-message.ts';
import type { AcceptedMessage } from '../../../core/sending/sender.ts';

export const MessageSent = NamedObject('MessageSent', {
  key: Type.Object({
    remoteJid: Type.String(),
    fromMe: Type.Literal(true),
    id: Type.String(),
  }),
  platformId: Type.Optional(
    Type.String({
      description:
        'Id of the message at the platform, `wamid.…` on the official API; either id finds it',
    }),
  ),
  pushName: Type.String({ description: 'Name of the account itself' }),
  status: Type.Unsafe<'PENDING' | 'QUEUED'>({
    ...words('PENDING', 'QUEUED'),
    description:
      'PENDING: the message is on its way; QUEUED: it waits to be sent, and `GET /message/scheduled/{instanceName}/{id}` says for what; with EVOLUTION_MODE always PENDING. Follow it with `GET /message/status/{instanceName}/{messageId}`',
  }),
  message: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        "Content of the sent message, in WhatsApp's own spelling. While the message waits, only what is known of it: a file without its keys and its place, a forwarded message by its kind alone",
    },
  ),
  messageType: Type.String({ description: 'Field of `message` that holds the content' }),
  contextInfo: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'With EVOLUTION_MODE: the quoted message and the mentions, as inside `message`',
      },
    ),
  ),
  messageTimestamp: Type.Integer({ description: 'Seconds since 1970' }),
  instanceId: Type.String({ format: 'uuid' }),
  source: Type.Literal('web', { description: 'Kind of device that sent the message' }),
});

/** With `evolutionMode` the answer has the form of Evolution API, which does not know the queue. */
export function toMessageSent(
  instanceId: string,
  accepted: AcceptedMessage,
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
