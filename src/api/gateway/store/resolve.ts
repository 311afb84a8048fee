/** Resolves an address to the number, the address that hides it, and the name, as far as they are known. */

import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { textOrNull } from '../../../http/nullable.ts';
import { shownAsRequired } from '../../../http/openapi-schema.ts';
import { parsedBy } from '../../../http/read-fields.ts';
import { digitsOf } from '../../../messages/store/contact-addresses.ts';
import { readChat } from '../../../sending/recipient.ts';
import { notFound } from '../../../shared/errors.ts';
import { NUMBER } from '../examples/known.ts';
import { instanceOperation } from '../operation.ts';

export const resolveAddress = instanceOperation('GET /chat/resolve/:instanceName', {
  tag: 'Chats',
  scope: 'read',
  summary: 'Who is behind an address',
  description:
    'Of those that messages came from or went to; nobody is asked. 409 while `MESSAGE_STORE_HOURS` is 0.',
  query: Type.Object({
    id: parsedBy(
      shownAsRequired({
        description: 'A phone number, a JID, a hidden one, or the id of a person for a business',
        examples: [NUMBER],
      }),
      readChat,
    ),
  }),
  answer: NamedObject('ResolvedPerson', {
    jid: Type.String({ description: 'Under which chats and contacts are found' }),
    number: textOrNull('Its digits; null: not known, or no person'),
    lid: textOrNull('The address that hides the number; null: not known, or no person'),
    name: textOrNull('null: not known'),
    username: textOrNull('Without the @, as of their last message; null: not known or none'),
  }),
  failures: ['CONFLICT'],
  agent: { tool: 'resolve_address', effect: 'reads' },
  async run({ messageStore }, { instance, query: { id: address } }) {
    const found = await messageStore.resolve(instance.id, address);
    if (found === null) throw notFound('contact');
    const { jid, phone, name, username } = found;
    const lid = jid.endsWith('@lid') ? jid : found.lid;
    const named = { name: name || null, username: username || null };
    return { jid, number: digitsOf(phone), lid: lid || null, ...named };
  },
});
