/** Sending a poll. */
import { Type } from '@sinclair/typebox';
import { RECEIVED_KEY } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { errorOf, type FieldError, fieldError, parsedBy } from '../../../core/http/read-fields.ts';
import { contextFields, contextOf } from '../../../core/sending/context.ts';
import { Recipient } from '../../../core/sending/recipient.ts';
import { whenFields } from '../../../core/sending/send-time.ts';
import { isWithin } from '../../../core/shared/characters.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { findInChat, Key } from './message-key.ts';
import { messageBody, sendOperation } from './operation.ts';

const NAME_CHARACTERS_MAX = 255;
const OPTIONS_MIN = 2;
const OPTIONS_MAX = 12;
const OPTION_CHARACTERS_MAX = 100;

const OPTIONS_PROBLEM = problem('not_poll_options', {
  min: OPTIONS_MIN,
  max: OPTIONS_MAX,
  characters: OPTION_CHARACTERS_MAX,
});

const isText = (value: unknown, charactersMax: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && isWithin(value, charactersMax);

/** Reads the question of a poll. */
export function readPollName(value: unknown): string | FieldError {
  if (value === undefined) return fieldError('required');
  return isText(value, NAME_CHARACTERS_MAX)
    ? value
    : fieldError('text_length', { min: 1, max: NAME_CHARACTERS_MAX });
}

/** Votes name options by their text, so each may stand there once. */
export function readPollOptions(value: unknown): readonly string[] | FieldError {
  if (value === undefined) return fieldError('required');
  if (!Array.isArray(value) || value.length < OPTIONS_MIN || value.length > OPTIONS_MAX)
    return errorOf(OPTIONS_PROBLEM);
  const options = value.filter((one) => isText(one, OPTION_CHARACTERS_MAX));
  return new Set(options).size === value.length ? options : errorOf(OPTIONS_PROBLEM);
}

const SelectableCount = parsedBy(
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OPTIONS_MAX,
      default: 1,
      description: 'Number of options that one person may choose; 0 for any number',
    }),
  ),
  (value = 1, _context, { values }): number | FieldError => {
    const most = Array.isArray(values) ? values.length : OPTIONS_MAX;
    const isCount = typeof value === 'number' && Number.isInteger(value);
    return isCount && value >= 0 && value <= most ? value : fieldError('not_selectable_count');
  },
);

const PollMessage = NamedObject(
  'PollMessage',
  {
    number: Recipient,
    name: parsedBy(
      Type.String({
        minLength: 1,
        maxLength: NAME_CHARACTERS_MAX,
        description: `Question of the poll, 1-${NAME_CHARACTERS_MAX} characters, such as \`When shall we deliver?\``,
        examples: ['When shall we deliver?'],
      }),
      readPollName,
    ),
    values: parsedBy(
      Type.Array(Type.String({ minLength: 1, maxLength: OPTION_CHARACTERS_MAX }), {
        minItems: OPTIONS_MIN,
        maxItems: OPTIONS_MAX,
        uniqueItems: true,
        description: `Options of the poll: ${OPTIONS_MIN}-${OPTIONS_MAX} different texts of 1-${OPTION_CHARACTERS_MAX} characters`,
        examples: [['Monday', 'Tuesday']],
      }),
      readPollOptions,
    ),
    selectableCount: SelectableCount,
    ...contextFields,
  },
  { additionalProperties: true },
);

export const sendPoll = sendOperation('POST /message/sendPoll/:instanceName', {
  summary: 'Send a poll',
  description: 'Sends a question with answers to choose from.',
  body: messageBody(PollMessage),
  agent: { tool: 'send_poll', effect: 'adds' },
  compose: async ({ number, name, values, selectableCount, ...context }, { find }) => ({
    number,
    content: { kind: 'poll', name, options: values, selectableCount },
    ...(await contextOf(context, find)),
  }),
});

/** A poll has fewer options than this. */
const VOTED_OPTIONS_MAX = 100;
const VOTED_CHARACTERS_MAX = 255;

const Options = parsedBy(
  Type.Array(Type.String({ maxLength: VOTED_CHARACTERS_MAX }), {
    maxItems: VOTED_OPTIONS_MAX,
    uniqueItems: true,
    description: 'Texts of the options, as the poll has them; an empty list takes the vote back',
    examples: [['Monday']],
  }),
  (value) => {
    if (value === undefined) return fieldError('required');
    const isList =
      Array.isArray(value) &&
      value.length <= VOTED_OPTIONS_MAX &&
      value.every((one) => typeof one === 'string' && isWithin(one, VOTED_CHARACTERS_MAX)) &&
      new Set(value).size === value.length;
    return isList ? (value as string[]) : fieldError('not_options_of_poll');
  },
);

const PollVoteMessage = NamedObject(
  'PollVoteMessage',
  { key: Key, options: Options, ...whenFields },
  { additionalProperties: true },
);

export const sendPollVote = sendOperation('POST /message/sendPollVote/:instanceName', {
  summary: 'Vote in a poll',
  description:
    'Votes in a poll that was sent or received through the instance and is still stored; a later vote replaces the one before. Answers 400 for an option that the poll does not have, or for more options than one person may choose, and 409 for a poll that came without its secret.',
  body: messageBody(PollVoteMessage),
  agent: { tool: 'send_poll_vote', effect: 'adds' },
  example: { body: { key: RECEIVED_KEY, options: ['Monday'] } },
  async compose({ key, options }, { find }) {
    const about = await findInChat(key, find);
    return { number: about.chatAddress, content: { kind: 'vote', about, options } };
  },
});
