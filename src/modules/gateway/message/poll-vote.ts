/** Voting in a poll. */

import { Type } from '@sinclair/typebox';
import { RECEIVED_KEY } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { fieldError, parsedBy } from '../../../core/http/read-fields.ts';
import { whenFields } from '../../../core/sending/when.ts';
import { isWithin } from '../../../core/shared/characters.ts';
import { findInChat, Key } from './message-key.ts';
import { messageBody, sendOperation } from './operation.ts';

/** A poll has fewer options than this. */
const OPTIONS_MAX = 100;
const OPTION_CHARACTERS_MAX = 255;

const Options = parsedBy(
  Type.Array(Type.String({ maxLength: OPTION_CHARACTERS_MAX }), {
    maxItems: OPTIONS_MAX,
    uniqueItems: true,
    description: 'Texts of the options, as the poll has them; an empty list takes the vote back',
    examples: [['Monday']],
  }),
  (value) => {
    if (value === undefined) return fieldError('required');
    const isList =
      Array.isArray(value) &&
      value.length <= OPTIONS_MAX &&
      value.every((one) => typeof one === 'string' && isWithin(one, OPTION_CHARACTERS_MAX)) &&
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
