/** The fields that a message of any kind can have: the message it answers, whom it mentions, and when it is sent. */
import { type Static, Type } from '@sinclair/typebox';
import { isFields, readIfGiven, wrong } from '../http/read-fields.ts';
import type { StoredMessage } from '../messages/rows.ts';
import type { OutgoingContext } from '../providers/outgoing.ts';
import { notFound } from '../shared/errors.ts';
import { readFlag, type WhenFields, whenFields } from './when.ts';

/** The most people that one message can mention. */
export const MENTIONED_MAX = 1024;
/** Matches digits, or the JID that older clients write. */
const PHONE = /^\+?([0-9]{5,20})(?:@(?:s\.whatsapp\.net|c\.us))?$/;

const readQuotedId = (value: unknown) => {
  const key = isFields(value) && isFields(value.key) ? value.key : null;
  const id = key?.id;
  return typeof id === 'string' && id !== '' && id.length <= 128
    ? id
    : wrong('must be {"key": {"id": the id of a message}}');
};

const readMentioned = (value: unknown) => {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= MENTIONED_MAX;
  if (!isList) return wrong(`must be a list of 1-${MENTIONED_MAX} phone numbers`);
  const numbers = value.map((one) => PHONE.exec(typeof one === 'string' ? one : '')?.[1] ?? '');
  return numbers.includes('')
    ? wrong('must hold phone numbers, digits with their country code')
    : [...new Set(numbers)];
};

export const contextFields = {
  quoted: readIfGiven(
    Type.Object(
      {
        key: Type.Object(
          { id: Type.String({ description: 'Id of the message, as answers and events have it' }) },
          { additionalProperties: true, description: 'The key of the message, as events have it' },
        ),
      },
      {
        $id: 'QuotedMessage',
        additionalProperties: true,
        description: 'The message that this one answers',
      },
    ),
    readQuotedId,
  ),
  mentioned: readIfGiven(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MENTIONED_MAX,
      description: 'Phone numbers, or JIDs with them, of those whom the text mentions as @number',
    }),
    readMentioned,
  ),
  mentionsEveryOne: readIfGiven(
    Type.Boolean({ description: 'Whether everybody in the group is mentioned; default false' }),
    readFlag,
  ),
  ...whenFields,
};

export type ContextFields = Static<ReturnType<typeof Type.Object<typeof contextFields>>>;

/** Returns the sent or received message with this id, or null when it is not stored. */
export type FindMessage = (id: string) => Promise<StoredMessage | null>;

/** Throws not_found when the quoted message is not stored. */
export async function contextOf(
  { quoted: id, mentioned, mentionsEveryOne }: Omit<ContextFields, keyof WhenFields>,
  find: FindMessage,
): Promise<OutgoingContext> {
  const quoted = id === undefined ? null : await find(id);
  if (id !== undefined && quoted === null) throw notFound('quoted message');
  return {
    ...(quoted && { quoted }),
    ...(mentioned && { mentioned }),
    ...(mentionsEveryOne && { mentionsEveryone: true }),
  };
}
