/** Changing and removing what was sent. */

import { SENT_KEY } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { keyFields } from '../../../core/sending/keyed-message.ts';
import { findInChat, findNamedInChat, Key } from './message-key.ts';
import { messageBody, sendOperation } from './operation.ts';
import { MessageText } from './text.ts';

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
