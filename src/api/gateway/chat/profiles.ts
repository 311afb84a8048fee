/** What the platform says about other people. */
import { Type } from '@sinclair/typebox';
import { needs } from '../../../instances/scopes.ts';
import { Recipient } from '../../../sending/recipient.ts';
import { chatOperation } from './operation.ts';

const optional = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const business = {
  isBusiness: Type.Boolean(),
  email: optional('Of a business'),
  description: optional('Of a business'),
};

const body = Type.Object({ number: Recipient }, { additionalProperties: true });

export const fetchProfile = chatOperation({
  path: '/chat/fetchProfile',
  security: needs('read'),
  summary: 'The profile of a person',
  description:
    'What the account may not see is null. Somebody who is not on the platform is a bad request.',
  body,
  status: 200,
  answer: Type.Object({
    wuid: Type.String({ description: 'The JID' }),
    name: optional('As they call themselves; null: no message has shown it'),
    numberExists: Type.Literal(true),
    picture: optional('The URL of the picture, which ends after some days'),
    status: optional('What the person says about themselves'),
    ...business,
    website: optional('Of a business, the first one'),
  }),
  async act({ number }, { instanceId, chats, contacts }) {
    const { jid, picture, about, business: shop } = await chats.profileOf(number);
    await contacts.pictureFound(instanceId, jid, picture);
    return {
      wuid: jid,
      name: await contacts.nameOf(instanceId, jid),
      numberExists: true as const,
      picture,
      status: about,
      isBusiness: shop !== null,
      email: shop?.email ?? null,
      description: shop?.description ?? null,
      website: shop?.websites[0] ?? null,
    };
  },
});

export const fetchBusinessProfile = chatOperation({
  path: '/chat/fetchBusinessProfile',
  security: needs('read'),
  summary: 'The profile of a business',
  description: 'Of somebody who is none, `isBusiness` is false and the rest is empty.',
  body,
  status: 200,
  answer: Type.Object({
    wid: Type.String({ description: 'The JID' }),
    ...business,
    address: optional('Of a business'),
    category: optional('Of a business'),
    website: Type.Array(Type.String()),
  }),
  async act({ number }, { chats }) {
    const { jid, business: shop } = await chats.profileOf(number);
    return {
      wid: jid,
      isBusiness: shop !== null,
      email: shop?.email ?? null,
      description: shop?.description ?? null,
      address: shop?.address ?? null,
      category: shop?.category ?? null,
      website: [...(shop?.websites ?? [])],
    };
  },
});
