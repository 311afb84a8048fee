/** Resolves an address to the number, the address that hides it, and the name, as far as they are known. */

import { Type } from '@sinclair/typebox';
import { NUMBER } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { textOrNull } from '../../../core/http/nullable.ts';
import { shownAsRequired } from '../../../core/http/openapi-schema.ts';
import { parsedBy } from '../../../core/http/read-fields.ts';
import { readChat } from '../../../core/sending/recipient.ts';
import { digitsOf, isLid } from '../../../core/shared/addresses/chat-address.ts';
import { failure } from '../../../core/shared/errors.ts';
import { instanceOperation } from '../operation.ts';

export const resolveAddress = instanceOperation('GET /chat/resolve/:instanceName', {
  tag: 'Chats',
  scope: 'read',
  summary: 'Look up the person behind an address',
  description:
    'Finds the address among those that messages came from or went to, without asking the platform. Answers 409 while `MESSAGE_STORE_HOURS` is 0.',
  query: Type.Object({
    id: parsedBy(
      shownAsRequired({
        description: 'A phone number, a JID, a LID, or the id that a person has for a business',
        examples: [NUMBER],
      }),
      readChat,
    ),
  }),
  answer: NamedObject('ResolvedPerson', {
    jid: Type.String({ description: 'JID under which chats and contacts are found' }),
    number: textOrNull('Digits of the phone number; null if unknown, or for a group or channel'),
    lid: textOrNull(
      'LID, the address that hides the number; null if unknown, or for a group or channel',
    ),
    name: textOrNull('Name of the person; null if unknown'),
    username: textOrNull('Username without the @, as of their last message; null if unknown'),
  }),
  failures: ['CONFLICT'],
  agent: { tool: 'resolve_address', effect: 'reads' },
  async run({ messageStore }, { instance, query: { id: address } }) {
    const found = await messageStore.resolve(instance.id, address);
    if (found === null) throw failure('contact_not_found');
    const { jid, phone, name, username } = found;
    const lid = isLid(jid) ? jid : found.lid;
    const named = { name: name || null, username: username || null };
    return { jid, number: digitsOf(phone), lid: lid || null, ...named };
  },
});
