/** The route that gives out the file of a message. */
import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { MEDIA_BYTES_MAX } from '../../events/contract/catalog.ts';
import { failures } from '../../http/failures.ts';
import { NamedObject } from '../../http/named-object.ts';
import { checkedFields, uncheckedBody } from '../../http/read-fields.ts';
import type { MessageFile } from '../../providers/message-file.ts';
import type { Clock } from '../../shared/clock.ts';
import { notFound } from '../../shared/errors.ts';
import { instanceFor } from '../guard.ts';
import { createMediaBudget } from '../message/media.ts';
import { begunWhenConnected } from '../message/sending.ts';
import { instanceParams } from '../operation.ts';
import { needs } from '../scopes.ts';
import { type ChatDeps, chatFailures } from './operation.ts';

interface FileDeps extends ChatDeps {
  readonly clock: Clock;
  /** How many bytes of files being fetched may be in memory, of all instances together; of one instance half of them. */
  readonly mediaBytesInFlight: number;
}

const MessageOfFile = NamedObject(
  'MessageOfFile',
  {
    message: Type.Object(
      {
        key: Type.Object(
          {
            id: Type.String({
              minLength: 1,
              maxLength: 128,
              description: 'Id of the message that has the file, `Info.ID` of its event',
            }),
          },
          { additionalProperties: true, description: 'The key of the message, as events have it' },
        ),
      },
      {
        additionalProperties: true,
        description: 'The message that has the file; only its key is looked at',
      },
    ),
  },
  { additionalProperties: true },
);

const size = () => Type.Union([Type.Integer(), Type.Null()]);
const text = () => Type.Union([Type.String(), Type.Null()]);
const FileOfMessage = NamedObject('FileOfMessage', {
  mediaType: Type.String({ description: 'The field of the message that holds it' }),
  fileName: text(),
  caption: text(),
  size: Type.Object({
    fileLength: Type.Integer({ description: 'Bytes' }),
    height: size(),
    width: size(),
  }),
  mimetype: Type.String(),
  base64: Type.String(),
});

const toFileOfMessage = (file: MessageFile): Static<typeof FileOfMessage> => ({
  mediaType: file.field,
  fileName: file.fileName,
  caption: file.caption,
  size: { fileLength: file.bytes.byteLength, height: file.height, width: file.width },
  mimetype: file.mimetype,
  base64: Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength).toString(
    'base64',
  ),
});

export function fileRoutes({ directory, sessions, messages, clock, mediaBytesInFlight }: FileDeps) {
  const bytesPerInstance = mediaBytesInFlight / 2;
  const budget = createMediaBudget({ clock, bytes: mediaBytesInFlight, bytesPerInstance });
  return new Elysia({ name: 'message-file' }).post(
    '/chat/getBase64FromMediaMessage/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const { message } = checkedFields(MessageOfFile, context.body);
      const stored = await messages.find(id, message.key.id);
      if (stored === null) throw notFound('message');
      const held = await budget.take(id, MEDIA_BYTES_MAX, true);
      try {
        // A file on its way holds up no other call.
        const file = await begunWhenConnected(sessions, id, async (session) => ({
          answer: session.fileOf(stored),
        }));
        context.set.status = 201;
        return toFileOfMessage(file);
      } finally {
        held.release();
      }
    },
    {
      params: instanceParams,
      body: uncheckedBody(MessageOfFile),
      response: { 201: FileOfMessage, ...chatFailures, ...failures('GONE') },
      detail: {
        tags: ['Chats'],
        security: needs('read'),
        summary: 'The file of a message',
        description:
          'Of any message with a file that was sent or received, as long as events are kept. WhatsApp keeps files for some weeks; what it no longer has the phone is asked for, within 30 seconds. 410: nobody has it any more. 503: it cannot be fetched at this moment, with the reason.',
      },
    },
  );
}
