/** Reacting to a message. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { readBy, wrong } from '../../../http/read-fields.ts';
import { whenFields } from '../../../sending/when.ts';
import { RECEIVED_KEY } from '../examples/known.ts';
import { findInChat, Key } from './message-key.ts';
import { messageBody, sendOperation } from './operation.ts';

/** One emoji as people see it; some are typed without the sign that makes them colourful. */
const EMOJI = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;
/** The longest have 35: a family, each with a skin. */
const EMOJI_CHARACTERS_MAX = 64;

const Reaction = readBy(
  Type.String({
    maxLength: EMOJI_CHARACTERS_MAX,
    description: 'One emoji; an empty text takes the reaction back',
  }),
  (value) => {
    if (value === undefined) return wrong('is required');
    const isReaction =
      typeof value === 'string' &&
      (value === '' || (value.length <= EMOJI_CHARACTERS_MAX && EMOJI.test(value)));
    return isReaction ? value : wrong('must be exactly one emoji, or empty to take it back');
  },
);

const ReactionMessage = NamedObject(
  'ReactionMessage',
  { key: Key, reaction: Reaction, ...whenFields },
  { additionalProperties: true },
);

export const sendReaction = sendOperation('POST /message/sendReaction/:instanceName', {
  summary: 'React to a message',
  description:
    'The message must have been sent or received through the instance, and still be stored.',
  body: messageBody(ReactionMessage),
  agent: { tool: 'send_reaction', effect: 'adds' },
  example: { body: { key: RECEIVED_KEY, reaction: '👍' } },
  async compose({ key, reaction }, { find }) {
    const about = await findInChat(key, find);
    return { number: about.chatAddress, content: { kind: 'reaction', about, text: reaction } };
  },
});
