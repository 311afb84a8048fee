/** The fields that a message of any kind can have: the message it answers, whom it mentions, and when it is sent. */
import { type Static, Type } from '@sinclair/typebox';
import { readIfGiven, wrong } from '../http/read-fields.ts';
import type { OutgoingContext } from '../providers/outgoing.ts';
import { type FindMessage, Quoted, quotedBy } from './quoted.ts';
import { readFlag, type WhenFields, whenFields } from './when.ts';

/** The most people that one message can mention. */
export const MENTIONED_MAX = 1024;
/** Matches digits, or the JID that older clients write. */
const PHONE = /^\+?([0-9]{5,20})(?:@(?:s\.whatsapp\.net|c\.us))?$/;

const readMentioned = (value: unknown) => {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= MENTIONED_MAX;
  if (!isList) return wrong(`must be a list of 1-${MENTIONED_MAX} phone numbers`);
  const numbers = value.map((one) => PHONE.exec(typeof one === 'string' ? one : '')?.[1] ?? '');
  return numbers.includes('')
    ? wrong('must hold phone numbers, digits with their country code')
    : [...new Set(numbers)];
};

const CALLBACK_CHARACTERS_MAX = 512;
const CALLBACK_PROBLEM = `must be a text of 1-${CALLBACK_CHARACTERS_MAX} characters`;

export const callbackData = readIfGiven(
  Type.String({
    minLength: 1,
    maxLength: CALLBACK_CHARACTERS_MAX,
    description: `A text of your own of at most ${CALLBACK_CHARACTERS_MAX} characters, which every MessageStatus of the message repeats`,
  }),
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= CALLBACK_CHARACTERS_MAX
      ? value
      : wrong(CALLBACK_PROBLEM),
);

export const contextFields = {
  quoted: Quoted,
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
  callbackData,
  ...whenFields,
};

export type ContextFields = Static<ReturnType<typeof Type.Object<typeof contextFields>>>;

/** Throws what `quotedBy` throws for the quoted message. */
export async function contextOf(
  {
    quoted: request,
    mentioned,
    mentionsEveryOne,
    callbackData: callback,
  }: Omit<ContextFields, keyof WhenFields>,
  find: FindMessage,
): Promise<OutgoingContext> {
  const quoted = request && (await quotedBy(request, find));
  return {
    ...(quoted && { quoted }),
    ...(mentioned && { mentioned }),
    ...(mentionsEveryOne && { mentionsEveryone: true }),
    ...(callback !== undefined && { callback }),
  };
}
