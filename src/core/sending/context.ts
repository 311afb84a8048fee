/** The fields that a message of any kind can have: the message it answers, whom it mentions, and when it is sent. */
import { type Static, Type } from '@sinclair/typebox';
import { Flag } from '../http/field-types.ts';
import { fieldError, optional, parsedIfPresent } from '../http/read-fields.ts';
import type { FindMessage } from '../messages/find.ts';
import type { OutgoingContext } from '../providers/outgoing.ts';
import { Quoted, quotedBy } from './quoted-message.ts';
import { readPhones } from './recipient.ts';
import { type SendTimeFields, whenFields } from './send-time.ts';

/** The most people that one message can mention. */
export const MENTIONED_MAX = 1024;

const CALLBACK_CHARACTERS_MAX = 512;

export const callbackData = parsedIfPresent(
  Type.String({
    minLength: 1,
    maxLength: CALLBACK_CHARACTERS_MAX,
    description: `Your own text of at most ${CALLBACK_CHARACTERS_MAX} characters, such as \`order-1234\`, which every MessageStatus of the message repeats`,
    examples: ['order-1234'],
  }),
  (value) =>
    typeof value === 'string' && value !== '' && value.length <= CALLBACK_CHARACTERS_MAX
      ? value
      : fieldError('text_length', { min: 1, max: CALLBACK_CHARACTERS_MAX }),
);

export const contextFields = {
  quoted: Quoted,
  mentioned: parsedIfPresent(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MENTIONED_MAX,
      description:
        'Phone numbers, or JIDs with them, of the people whom the text mentions as @number',
      examples: [['5511888880000']],
    }),
    readPhones(MENTIONED_MAX),
  ),
  mentionsEveryOne: optional(
    Flag({ description: 'Whether to mention everybody in the group; default false' }),
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
  }: Omit<ContextFields, keyof SendTimeFields>,
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
