/** The file of a message. */
import { Type } from '@sinclair/typebox';
import { streamJson } from '../../../core/http/large-answer.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { fieldsIn } from '../../../core/http/read-fields.ts';
import type { StoredMessage } from '../../../core/messages/rows.ts';
import type { MessageFile } from '../../../core/providers/message-files.ts';
import type { Session } from '../../../core/providers/provider.ts';
import { chatsNamed } from '../../../core/sending/recipient.ts';
import { startWhenConnected } from '../../../core/sending/sender.ts';
import { failure } from '../../../core/shared/errors.ts';
import { instanceOperation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';

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
              examples: ['3EB0FE89262EDD05D2819D'],
            }),
          },
          { additionalProperties: true, description: 'Key of the message, as events have it' },
        ),
      },
      {
        additionalProperties: true,
        description: 'The message that has the file; only its key is used',
      },
    ),
  },
  { additionalProperties: true },
);

const size = () => Type.Union([Type.Integer(), Type.Null()]);
const text = () => Type.Union([Type.String(), Type.Null()]);
const FileOfMessage = NamedObject('FileOfMessage', {
  mediaType: Type.String({ description: 'Field of the message that holds the file' }),
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

/** The memory that a file takes while it flows to its caller, including what waits to be collected. */
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

/**
 * Returns the pieces that `open` makes of a message's file, as soon as there is memory for it. Throws 409 when the
 * instance is not connected, `invalid` for a message without a file, `gone` when the file no longer exists anywhere,
 * and `unavailable`.
 */
export async function* fileOfMessage<T>(
  { sessions, filesInFlight }: Pick<GatewayParts, 'sessions' | 'filesInFlight'>,
  instanceId: string,
  stored: StoredMessage,
  open: (file: MessageFile) => AsyncIterable<T>,
): AsyncGenerator<T, void> {
  const held = await filesInFlight.take(instanceId, FLOWING_BYTES, true);
  try {
    // A file on its way holds up no other call.
    const begin = async (session: Session) => ({ answer: session.fileOf(stored) });
    yield* open(await startWhenConnected(sessions, instanceId, begin));
  } finally {
    held.release();
  }
}

const FETCH = 'POST /chat/getBase64FromMediaMessage/:instanceName';
export const getBase64FromMediaMessage = instanceOperation(FETCH, {
  tag: 'Chats',
  scope: 'read',
  summary: 'Download the file of a message',
  description:
    'Returns the file of a message that was sent or received, as long as events are kept. WhatsApp keeps files for some weeks; after that the phone is asked for the file, within 30 seconds. 410: nobody has it any more. 503: it cannot be fetched now, with the reason.',
  body: MessageOfFile,
  status: 201,
  answer: FileOfMessage,
  failures: ['CONFLICT', 'GONE'],
  async run(parts, { instance: { id }, body: { message }, request }) {
    const places = chatsNamed(fieldsIn(message.key).remoteJid);
    const stored = await parts.messages.find(id, message.key.id, places);
    if (stored === null) throw failure('message_not_found');
    return streamJson(parts, request, fileOfMessage(parts, id, stored, piecesOf));
  },
});
