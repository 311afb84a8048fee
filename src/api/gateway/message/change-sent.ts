/** Changing and removing what was sent. */
import { NamedObject } from '../../../http/named-object.ts';
import { findInChat, Key, keyFields } from './message-key.ts';
import type { SendOperation } from './operation.ts';
import { MessageText } from './text.ts';

const Edit = NamedObject(
  'MessageEdit',
  { key: Key, text: MessageText },
  { additionalProperties: true },
);

export const updateMessage: SendOperation<typeof Edit> = {
  name: 'updateMessage',
  path: '/chat/updateMessage',
  status: 200,
  summary: 'Edit a text or a caption',
  description:
    'Of what the account sent in the last 15 minutes: anything else is a bad request, what is older a conflict, since phones pass both over. A `number` beside the key is ignored. ',
  schema: Edit,
  compose: async ({ key, text }, find) => {
    const about = await findInChat(key, find);
    return { number: about.chatAddress, content: { kind: 'edit', about, text } };
  },
};

const Removal = NamedObject('MessageRemoval', keyFields, { additionalProperties: true });

export const deleteMessageForEveryone: SendOperation<typeof Removal> = {
  name: 'deleteMessageForEveryone',
  method: 'DELETE',
  path: '/chat/deleteMessageForEveryone',
  summary: 'Remove a message for everyone',
  description:
    "One of the account, or in a group where the account is an admin anybody's. Phones remove what is at most about two days old. ",
  schema: Removal,
  compose: async (key, find) => {
    const about = await findInChat(key, find);
    return { number: about.chatAddress, content: { kind: 'revoke', about } };
  },
};
