/** Reacting to a message. */
import { Type } from '@sinclair/typebox';
import { RECEIVED_KEY } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { fieldError, parsedBy } from '../../../core/http/read-fields.ts';
import { callbackData, contextOf } from '../../../core/sending/context.ts';
import { whenFields } from '../../../core/sending/when.ts';
import { findNamedInChat, Key } from './message-key.ts';
import { messageBody, sendOperation } from './operation.ts';

/** One emoji as people see it. Some people type it without the sign that makes it colourful. */
const EMOJI = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;
/** The longest have 35: a family, each with a skin. */
const EMOJI_CHARACTERS_MAX = 64;

const Reaction = parsedBy(
  Type.String({
    maxLength: EMOJI_CHARACTERS_MAX,
    description: 'One emoji, such as 👍; an empty text takes the reaction back',
    examples: ['👍'],
  }),
  (value) => {
    if (value === undefined) return fieldError('required');
    const isReaction =
      typeof value === 'string' &&
      (value === '' || (value.length <= EMOJI_CHARACTERS_MAX && EMOJI.test(value)));
    return isReaction ? value : fieldError('not_reaction');
  },
);

const ReactionMessage = NamedObject(
  'ReactionMessage',
  { key: Key, reaction: Reaction, callbackData, ...whenFields },
  { additionalProperties: true },
);

export const sendReaction = sendOperation('POST /message/sendReaction/:instanceName', {
  summary: 'React to a message',
  description:
    'Adds a reaction to a message, or takes it back. A message that is not stored needs its whole key: `id`, `remoteJid`, `fromMe`, and in a group `participant`.',
  body: messageBody(ReactionMessage),
  agent: { tool: 'send_reaction', effect: 'adds' },
  example: { body: { key: RECEIVED_KEY, reaction: '👍' } },
  async compose({ key, reaction, ...context }, { find, instance }) {
    const about = await findNamedInChat(key, find, instance);
    const content = { kind: 'reaction', about, text: reaction } as const;
    return { number: about.chatAddress, content, ...(await contextOf(context, find)) };
  },
});
