/** Merging again what is stored of one person under two addresses. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { instanceOperation } from '../operation.ts';

export const mergeContacts = instanceOperation('POST /chat/mergeContacts/:instanceName', {
  tag: 'Chats',
  scope: 'settings',
  summary: 'Merge contacts and chats that are the same person',
  description:
    'Merges a person who is stored under a number and under a LID into one contact with one chat, and sends a `ContactMerged` event. Gatehouse does this by itself; run it if two chats of one person are left, as after a crash. You may run it at any time, while messages arrive and leave. A connected instance also looks for numbers that it has learned since. Answers 409 while `MESSAGE_STORE_HOURS` is 0.',
  answer: NamedObject('ContactsMerged', {
    merged: Type.Integer({
      description:
        'Number of addresses whose data is now with their contact; 0 if nothing was left to merge',
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
