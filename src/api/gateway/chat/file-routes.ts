/** The route that gives out the file of a message. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { type AnswerDeps, answerAsMade } from '../../../http/large-answer.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import { needs } from '../../../instances/scopes.ts';
import type { StoredMessage } from '../../../messages/rows.ts';
import type { MessageFile } from '../../../providers/message-file.ts';
import type { Session } from '../../../providers/provider.ts';
import { createMediaBudget } from '../../../sending/media.ts';
import { begunWhenConnected } from '../../../sending/sender.ts';
import { notFound } from '../../../shared/errors.ts';
import { instanceFor } from '../guard.ts';
import { connectedFailures, instanceParams } from '../operation.ts';
import type { ChatDeps } from './operation.ts';

interface FileDeps extends ChatDeps, AnswerDeps {
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

/** What a file takes of memory while it flows to its caller, with what waits to be collected. */
const FLOWING_BYTES = 12 * 1024 * 1024;
/** Three bytes are four characters: no piece but the last is filled up. */
const BYTES_PER_PIECE = 48 * 1024;

/** The file as JSON, whose `size` comes last: the bytes are counted on their way. */
async function* piecesOf({ content, field, ...file }: MessageFile): AsyncGenerator<string, void> {
  const { fileName, caption, mimetype, height, width } = file;
  const said = JSON.stringify({ mediaType: field, fileName, caption, mimetype });
  let before = `${said.slice(0, -1)},"base64":"`;
  let [rest, fileLength] = [Buffer.alloc(0), 0];
  for await (const chunk of content) {
    fileLength += chunk.byteLength;
    const bytes = Buffer.concat([rest, chunk]);
    let from = 0;
    for (; bytes.length - from >= BYTES_PER_PIECE; from += BYTES_PER_PIECE) {
      yield before + bytes.toString('base64', from, from + BYTES_PER_PIECE);
      before = '';
    }
    rest = bytes.subarray(from);
  }
  const size = JSON.stringify({ fileLength, height, width });
  yield `${before}${rest.toString('base64')}","size":${size}}`;
}

export function fileRoutes(deps: FileDeps) {
  const { directory, sessions, messages, clock, mediaBytesInFlight } = deps;
  const bytesPerInstance = mediaBytesInFlight / 2;
  const budget = createMediaBudget({ clock, bytes: mediaBytesInFlight, bytesPerInstance });
  async function* fileOf(id: string, stored: StoredMessage): AsyncGenerator<string, void> {
    const held = await budget.take(id, FLOWING_BYTES, true);
    try {
      // A file on its way holds up no other call.
      const begin = async (session: Session) => ({ answer: session.fileOf(stored) });
      yield* piecesOf(await begunWhenConnected(sessions, id, begin));
    } finally {
      held.release();
    }
  }
  return new Elysia({ name: 'message-file' }).post(
    '/chat/getBase64FromMediaMessage/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const { message } = checkedFields(MessageOfFile, context.body);
      const stored = await messages.find(id, message.key.id);
      if (stored === null) throw notFound('message');
      context.set.status = 201;
      return answerAsMade(deps, context.request, fileOf(id, stored));
    },
    {
      params: instanceParams,
      body: uncheckedBody(MessageOfFile),
      response: { 201: FileOfMessage, ...connectedFailures, ...failures('GONE') },
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
