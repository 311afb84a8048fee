/** Operations on a message that was sent or received: forwarding, changing and deleting it, and reactions. */

import { Type } from '@sinclair/typebox';
import { NUMBER, RECEIVED_KEY, SENT_KEY } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { fieldError, parsedBy } from '../../../core/http/read-fields.ts';
import { callbackData, contextOf } from '../../../core/sending/context.ts';
import { keyFields } from '../../../core/sending/keyed-message.ts';
import { Recipient } from '../../../core/sending/recipient.ts';
import { whenFields } from '../../../core/sending/send-time.ts';
import { findByKey, findInChat, findNamedInChat, Key } from './message-key.ts';
import { messageBody, sendOperation } from './operation.ts';
import { MessageText } from './text.ts';

const ForwardMessage = NamedObject(
  'ForwardMessage',
  { number: Recipient, key: Key, ...whenFields },
  { additionalProperties: true },
);

export const forward = sendOperation('POST /message/forward/:instanceName', {
  summary: 'Forward a message',
  description:
    'Forwards a message that was sent or received through the instance and is still stored. A file is not uploaded again: the recipient gets it for as long as the platform has it.',
  body: messageBody(ForwardMessage),
  agent: { tool: 'forward_message', effect: 'adds' },
  example: { body: { number: NUMBER, key: RECEIVED_KEY } },
  compose: async ({ number, key }, { find }) => ({
    number,
    content: { kind: 'forward', about: await findByKey(key, find) },
  }),
});

const Edit = NamedObject(
  'MessageEdit',
  { key: Key, text: MessageText },
  { additionalProperties: true },
);

export const updateMessage = sendOperation('POST /chat/updateMessage/:instanceName', {
  status: 200,
  summary: 'Edit a text or a caption',
  description:
    'Edits a message that the account sent in the last 15 minutes. Answers 400 for any other message and 409 for an older one, since phones ignore both. A `number` beside the key is ignored.',
  body: messageBody(Edit),
  agent: { tool: 'edit_message', effect: 'changes' },
  async compose({ key, text }, { find }) {
    const about = await findInChat(key, find);
    return { number: about.chatAddress, content: { kind: 'edit', about, text } };
  },
});

const Removal = NamedObject('MessageRemoval', keyFields, { additionalProperties: true });

const REMOVE = 'DELETE /chat/deleteMessageForEveryone/:instanceName';
export const deleteMessageForEveryone = sendOperation(REMOVE, {
  summary: 'Remove a message for everyone',
  description:
    'Removes a message of the account, or any message of a group in which the account is an admin. Phones remove what is at most about two days old. A message that is not stored needs its whole key: `id`, `remoteJid`, `fromMe`, and in a group `participant`.',
  body: messageBody(Removal),
  agent: { tool: 'delete_message_for_everyone', effect: 'changes' },
  example: { body: SENT_KEY },
  async compose(key, { find, instance }) {
    const about = await findNamedInChat(key, find, instance);
    return { number: about.chatAddress, content: { kind: 'revoke', about } };
  },
});

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
