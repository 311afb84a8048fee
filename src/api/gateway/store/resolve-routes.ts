/** Who is behind an address: the number, the address that hides it, and the name, as far as they are known. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { shownAsRequired } from '../../../http/openapi-schema.ts';
import { checkedFields, readBy } from '../../../http/read-fields.ts';
import { needs } from '../../../instances/scopes.ts';
import { digitsOf } from '../../../messages/store/contact-addresses.ts';
import { notFound } from '../../../shared/errors.ts';
import { NUMBER } from '../examples/known.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { readJid } from './paging.ts';
import type { StoreRoutesDeps } from './routes.ts';

const ResolveQuery = Type.Object({
  id: readBy(
    shownAsRequired({
      description: 'A phone number, a JID, a hidden one, or the id of a person for a business',
      examples: [NUMBER],
    }),
    readJid,
  ),
});

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const Resolved = NamedObject('ResolvedPerson', {
  jid: Type.String({ description: 'Under which chats and contacts are found' }),
  number: orNull('Its digits; null: not known, or no person'),
  lid: orNull('The address that hides the number; null: not known, or no person'),
  name: orNull('null: not known'),
});

export const resolveRoute = ({ directory, messageStore }: StoreRoutesDeps) =>
  new Elysia({ name: 'resolve' }).get(
    '/chat/resolve/:instanceName',
    async (context) => {
      const { id: instanceId } = instanceFor(context, directory, context.params.instanceName);
      const { id: address } = checkedFields(ResolveQuery, context.query);
      const found = await messageStore.resolve(instanceId, address);
      if (found === null) throw notFound('contact');
      const { jid, phone, name } = found;
      const lid = jid.endsWith('@lid') ? jid : found.lid;
      return { jid, number: digitsOf(phone), lid: lid || null, name: name || null };
    },
    {
      params: instanceParams,
      query: ResolveQuery,
      response: { 200: Resolved, ...instanceFailures, ...failures('CONFLICT') },
      detail: {
        tags: ['Chats'],
        security: needs('read'),
        summary: 'Who is behind an address',
        description:
          'Of those that messages came from or went to; nobody is asked. 409 while `MESSAGE_STORE_HOURS` is 0.',
      },
    },
  );
