/** Other people: their pictures, and whether they are blocked. */

import { Type } from '@sinclair/typebox';
import { described } from '../../../http/openapi-schema.ts';
import { words } from '../../../http/read-fields.ts';
import { needs } from '../../../instances/scopes.ts';
import { Recipient } from '../../../sending/recipient.ts';
import { chatOperation } from './operation.ts';

export const fetchProfilePictureUrl = chatOperation({
  path: '/chat/fetchProfilePictureUrl',
  security: needs('read'),
  summary: 'The profile picture of a person or a group',
  description: 'The URL is the platform’s own, and ends after some days.',
  body: Type.Object({ number: Recipient }, { additionalProperties: true }),
  status: 200,
  answer: Type.Object({
    wuid: Type.String({ description: 'The JID' }),
    profilePictureUrl: Type.Union([Type.String(), Type.Null()], {
      description: 'null: there is none, or the account may not see it',
    }),
  }),
  async act({ number }, { instanceId, chats, contacts }) {
    const { jid, url } = await chats.pictureOf(number);
    await contacts.pictureFound(instanceId, jid, url);
    return { wuid: jid, profilePictureUrl: url };
  },
});

export const updateBlockStatus = chatOperation({
  path: '/chat/updateBlockStatus',
  security: needs('send'),
  summary: 'Block a person, or no longer',
  body: Type.Object(
    {
      number: Recipient,
      status: described('Whether to block the person or no longer', words('block', 'unblock')),
    },
    { additionalProperties: true },
  ),
  status: 201,
  answer: Type.Object({
    block: Type.Literal('success', { description: 'Whichever status was asked for is set' }),
  }),
  async act({ number, status }, { chats }) {
    await chats.block(number, status === 'block');
    return { block: 'success' as const };
  },
});
