/** The message that another one answers: a stored one, or one whose key and words the caller gives. */

import { type TObject, Type } from '@sinclair/typebox';
import {
  errorOf,
  type Fields,
  fieldsIn,
  isFields,
  parsedIfPresent,
  readBySchema,
  withoutNulls,
} from '../http/read-fields.ts';
import type { FindMessage } from '../messages/find.ts';
import type { KeyedMessage } from '../messages/rows.ts';
import { failure, invalid, invalidFields } from '../shared/errors.ts';
import { problem, underPath, unnamedProblem } from '../shared/reasons/problems.ts';
import { keyedMessage, keyFields, type MessageKey } from './keyed-message.ts';
import { chatsNamed } from './recipient.ts';

/** As a caller describes it; all but the id counts only if the message is not stored. */
interface QuotedRequest {
  readonly id: string;
  readonly key: Fields;
  readonly message: unknown;
  /** The recipient of the answer: digits or a JID; absent if it is wrong or missing. */
  readonly number: unknown;
}

function readQuoted(value: unknown, _: unknown, { number }: Fields) {
  const key = fieldsIn(fieldsIn(value).key);
  const { id } = key;
  return isFields(value) && typeof id === 'string' && id !== '' && id.length <= 128
    ? ({ id, key, message: value.message, number } satisfies QuotedRequest)
    : errorOf(unnamedProblem('must be {"key": {"id": the id of a message}}'));
}

/** The field `quoted`, which follows `number`. */
export const Quoted = parsedIfPresent(
  Type.Object(
    {
      key: Type.Object(keyFields, {
        additionalProperties: true,
        description:
          'Key of the message, as events have it. If the message is not stored, `remoteJid` defaults to the chat that is written to, and `fromMe` to false',
      }),
      message: Type.Optional(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description:
              'Content of the message, such as {"conversation": "Hello"}, as events have it; shown if the message is not stored. Without it, a message that is not stored is answered 404',
          },
        ),
      ),
    },
    {
      $id: 'QuotedMessage',
      additionalProperties: true,
      description: 'Message that this one answers',
    },
  ),
  readQuoted,
);

/**
 * Returns the message that is answered. Throws not_found when it is neither stored nor described, and invalid for a
 * description that cannot be shown.
 */
export async function quotedBy(
  { id, key, message, number }: QuotedRequest,
  find: FindMessage,
): Promise<KeyedMessage> {
  const found = await find(id, chatsNamed(key.remoteJid ?? number));
  if (found !== null) return found;
  if (message === undefined || isEmpty(message)) throw failure('quoted_message_not_found');
  const claimedContent = contentIn(message, 'quoted.message');
  const to = typeof number === 'string' ? { remoteJid: number } : {};
  const { fields, problems } = readBySchema(KEY, withoutNulls(key));
  if (problems.length > 0) throw invalidFields(problems.map(underPath('quoted.key')));
  // The cast: the id was read before, and nothing else of it is needed.
  const whole = { ...to, fromMe: false, ...fields } as MessageKey;
  return { ...keyedMessage(whole, null), claimedContent };
}

const KEY = Type.Object(keyFields);

const isEmpty = (message: unknown): boolean =>
  message === null || (isFields(message) && Object.keys(message).length === 0);

const CHARACTERS_MAX = 65_536;

const text = Type.String({
  maxLength: CHARACTERS_MAX,
  failsWith: problem('text_too_long', { max: CHARACTERS_MAX }),
});
const words = Type.Optional(text);
const number = Type.Optional(Type.Number());
const file = { caption: words, mimetype: words };
const named = Type.Object({ name: words });

/** The parts of a quoted message that phones show, by its kind; a text alone is a `conversation`. */
const KINDS: Readonly<Record<string, TObject>> = {
  extendedTextMessage: Type.Object({ text }),
  imageMessage: Type.Object(file),
  videoMessage: Type.Object(file),
  ptvMessage: Type.Object(file),
  audioMessage: Type.Object({
    mimetype: words,
    seconds: number,
    ptt: Type.Optional(Type.Boolean()),
  }),
  documentMessage: Type.Object({ ...file, title: words, fileName: words }),
  stickerMessage: Type.Object({ mimetype: words }),
  locationMessage: Type.Object({
    degreesLatitude: number,
    degreesLongitude: number,
    name: words,
    address: words,
  }),
  contactMessage: Type.Object({ displayName: words, vcard: words }),
  pollCreationMessage: named,
  pollCreationMessageV3: named,
};
const TEXT_ALONE = 'conversation';
const KNOWN = [TEXT_ALONE, ...Object.keys(KINDS)];

/** No message has more envelopes around its content. */
const ENVELOPES_MAX = 4;

/** Returns the shown part of a message's content. Throws invalid, naming what is wrong with it. */
function contentIn(message: unknown, path: string, envelopes = 0): Fields {
  const fields = withoutNulls(fieldsIn(message));
  const kind = KNOWN.find((name) => Object.hasOwn(fields, name));
  if (kind !== undefined) return shownOf(kind, fields[kind], path);
  const [envelope, inner] = Object.entries(fields).find(([, value]) => hasMessage(value)) ?? [];
  if (hasMessage(inner) && envelopes < ENVELOPES_MAX)
    return contentIn(inner.message, `${path}.${envelope}.message`, envelopes + 1);
  throw invalid(`${path} must have one of ${KNOWN.join(', ')}`);
}

const hasMessage = (value: unknown): value is { readonly message: Fields } =>
  isFields(value) && isFields(value.message);

function shownOf(kind: string, value: unknown, path: string): Fields {
  const schema = KINDS[kind];
  const asked = schema ? value : { [kind]: value };
  if (!isFields(asked)) throw invalid(`${path}.${kind} must be an object`);
  const { fields, problems } = readBySchema(
    schema ?? Type.Object({ [kind]: text }),
    withoutNulls(asked),
  );
  if (problems.length > 0)
    throw invalidFields(problems.map(underPath(schema ? `${path}.${kind}` : path)));
  return schema ? { [kind]: fields } : fields;
}
