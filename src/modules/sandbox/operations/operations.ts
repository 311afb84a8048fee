/** The operations of /sandbox: the outside world of an instance that has no phone. */

import { Type } from '@sinclair/typebox';
import { JID, MESSAGE_ID, NUMBER, SECONDS, TIME } from '../../../core/http/example-values.ts';
import { words } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { SENT_MEDIA_KINDS } from '../../../core/providers/outgoing.ts';
import { checkedBody, instanceOperation, type Operation } from '../../gateway/api.ts';
import { SANDBOX_ACTIONS } from '../driver.ts';
import { publishEvent } from './event.ts';
import { ArrivingMessage } from './model.ts';
import { ofSandbox, sandboxIn } from './step.ts';
import { STEPS } from './steps.ts';

const TEXT = { kind: 'text', from: NUMBER, text: 'Hello', pushName: 'Customer' };
const MessageId = Type.Object({ messageId: Type.String() });

const message = instanceOperation('POST /sandbox/:instanceName/message', {
  ...ofSandbox,
  scope: 'connect',
  summary: 'Simulate an incoming message',
  description:
    'Lets a text, a file or a reaction arrive. A file without base64 is a smallest real one of its kind: one pixel, one second or one page. A reaction needs `about`: 404 if that message is not stored, 409 if it is in another chat. Any other message is a `Message` of `/sandbox/{instanceName}/event`.',
  body: checkedBody(ArrivingMessage),
  takesFiles: true,
  answer: MessageId,
  status: 201,
  failures: ['CONFLICT'],
  example: { body: TEXT },
  run: (parts, { instance, body }) => sandboxIn(parts, instance).message(body),
});

const Sent = {
  id: Type.String(),
  number: Type.String(),
  remoteJid: Type.String(),
  timestamp: Type.Integer({ description: 'Seconds since 1970' }),
  quoted: Type.Optional(Type.String({ description: 'Id of the quoted message' })),
  mentioned: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String()))),
  mentionsEveryone: Type.Optional(Type.Boolean()),
  audience: Type.Optional(
    Type.Unsafe<readonly string[]>(
      Type.Array(Type.String(), { description: 'People who can see it, for a status' }),
    ),
  ),
};

const SentMessages = Type.Array(
  Type.Union([
    Type.Object({
      ...Sent,
      text: Type.String(),
      preview: Type.Optional(
        Type.Object({
          url: Type.String(),
          title: Type.String(),
          description: Type.String(),
          thumbnail: Type.Optional(Type.String({ description: 'JPEG in base64' })),
        }),
      ),
    }),
    Type.Object({
      ...Sent,
      kind: words(...SENT_MEDIA_KINDS),
      mimetype: Type.String(),
      size: Type.Integer({ description: 'Size of the file in bytes; the file itself is not kept' }),
      caption: Type.Optional(Type.String()),
      fileName: Type.Optional(Type.String()),
      viewOnce: Type.Optional(Type.Literal(true)),
    }),
    Type.Object({
      ...Sent,
      kind: words(
        'location',
        'contacts',
        'poll',
        'list',
        'native_buttons',
        'carousel',
        'flow',
        'pix',
        'template',
        'reaction',
        'vote',
        'edit',
        'revoke',
        'forward',
      ),
      message: Type.Object(
        {},
        { additionalProperties: true, description: "Content in WhatsApp's own spelling" },
      ),
    }),
  ]),
);

const listSent = instanceOperation('GET /sandbox/:instanceName/sent', {
  ...ofSandbox,
  scope: 'read',
  summary: 'List the messages that were sent through the instance',
  description:
    'Returns the newest 1,000 messages, or as many of them as have 8 MiB together; oldest first.',
  answer: SentMessages,
  example: {
    answer: [{ id: MESSAGE_ID, number: NUMBER, remoteJid: JID, timestamp: SECONDS, text: 'Hello' }],
  },
  run: async (parts, { instance }) => [...(await sandboxIn(parts, instance).sent())],
});

const Actions = Type.Array(
  Type.Object({
    at: Time(),
    action: words(...SANDBOX_ACTIONS),
    chat: Type.Optional(
      Type.String({ description: 'JID of the chat; absent for the account as a whole' }),
    ),
    messageIds: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String()))),
    until: Type.Optional(Time({ description: 'When the mute of a chat ends; absent for always' })),
    labelId: Type.Optional(Type.String()),
    callId: Type.Optional(Type.String({ description: 'Id of a rejected call' })),
    value: Type.Optional(
      Type.String({
        description: 'Value that was set: a text, the size of a picture, privacy as JSON',
      }),
    ),
  }),
);

const listActions = instanceOperation('GET /sandbox/:instanceName/actions', {
  ...ofSandbox,
  scope: 'read',
  summary: 'List what was done through the instance beside sending',
  description:
    'Returns messages read, presences shown and the like: the newest 1,000 since the service started, oldest first.',
  answer: Actions,
  example: { answer: [{ at: TIME, action: 'read', chat: JID, messageIds: [MESSAGE_ID] }] },
  run: (parts, { instance }) => [...sandboxIn(parts, instance).actions()],
});

export const SANDBOX_OPERATIONS: readonly Operation[] = [
  message,
  publishEvent,
  listSent,
  listActions,
  ...STEPS,
];
