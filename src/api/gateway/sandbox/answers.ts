/** What the sandbox answers: which messages were sent to it, and what else it was asked to do. */
import { Type } from '@sinclair/typebox';
import { words } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import { SENT_MEDIA_KINDS } from '../../../providers/outgoing.ts';
import { SANDBOX_ACTIONS } from '../../../providers/sandbox/driver.ts';

export const MessageId = Type.Object({ messageId: Type.String() });

export const Actions = Type.Array(
  Type.Object({
    at: Time(),
    action: words(...SANDBOX_ACTIONS),
    chat: Type.Optional(Type.String({ description: 'A JID; absent: of the account as a whole' })),
    messageIds: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String()))),
    until: Type.Optional(Time({ description: 'Of a chat that was muted; absent: for ever' })),
    labelId: Type.Optional(Type.String()),
    callId: Type.Optional(Type.String({ description: 'Of a call that was rejected' })),
    value: Type.Optional(
      Type.String({ description: 'What was set: a text, the size of a picture, privacy as JSON' }),
    ),
  }),
);

const Sent = {
  id: Type.String(),
  number: Type.String(),
  remoteJid: Type.String(),
  timestamp: Type.Integer({ description: 'Seconds since 1970' }),
  quoted: Type.Optional(Type.String({ description: 'The id of the message that it answers' })),
  mentioned: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String()))),
  mentionsEveryone: Type.Optional(Type.Boolean()),
  audience: Type.Optional(
    Type.Unsafe<readonly string[]>(
      Type.Array(Type.String(), { description: 'Of a status: who can see it' }),
    ),
  ),
};

export const SentMessages = Type.Array(
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
      size: Type.Integer({ description: 'Bytes of the file, which is not kept' }),
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
        'template',
        'reaction',
        'vote',
        'edit',
        'revoke',
        'forward',
      ),
      message: Type.Object(
        {},
        { additionalProperties: true, description: "In WhatsApp's own spelling" },
      ),
    }),
  ]),
);
