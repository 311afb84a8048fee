/** Merging again what is stored of one person under two addresses. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { instanceOperation } from '../operation.ts';

export const mergeContacts = instanceOperation('POST /chat/mergeContacts/:instanceName', {
  tag: 'Chats',
  scope: 'settings',
  summary: 'Merge contacts and chats that are the same person',
  description:
    'A person who is stored under a number and under a LID becomes one contact with one chat, and a `ContactMerged` event says so. This happens by itself; run it when two chats of one person are left, as after a crash or with data of an older version. It may be run at any time and as often as you like: messages arrive and leave meanwhile. A connected instance also looks for numbers that it has learned since. 409 while `MESSAGE_STORE_HOURS` is 0.',
  answer: NamedObject('ContactsMerged', {
    merged: Type.Integer({
      description:
        'How many addresses had something that is now with their contact; 0: nothing was left',
    }),
  }),
  failures: ['CONFLICT'],
  audit: 'contacts.merge',
  example: { answer: { merged: 1 } },
  async run({ messageStore, sessions }, { instance, note }) {
    const { id, name, state } = instance;
    const merged = await messageStore.mergeAgain({ id, name }, async (lids) =>
      state === 'open' ? sessions.sessionOf(instance).chats().numbersOf(lids) : [],
    );
    note({ details: { merged } });
    return { merged };
  },
});
