/** Other people: their pictures and profiles, and who is blocked. */
import { Type } from '@sinclair/typebox';
import { JID } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { textOrNull } from '../../../core/http/nullable.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { words } from '../../../core/http/read-fields.ts';
import { Recipient } from '../../../core/sending/recipient.ts';
import { instanceOperation } from '../operation.ts';
import { chatOperation } from './operation.ts';

export const fetchProfilePictureUrl = chatOperation(
  'POST /chat/fetchProfilePictureUrl/:instanceName',
  {
    scope: 'read',
    summary: 'Get the profile picture of a person or a group',
    description: 'Returns the URL of the platform, which expires after some days.',
    body: Type.Object({ number: Recipient }, { additionalProperties: true }),
    answer: Type.Object({
      wuid: Type.String({ description: 'JID of the person' }),
      profilePictureUrl: textOrNull(
        'URL of the picture; null without a picture, or if the account may not see it',
      ),
    }),
    async act({ number }, { instanceId, chats, messageStore }) {
      const { jid, url } = await chats.pictureOf(number);
      await messageStore.pictureFound(instanceId, jid, url);
      return { wuid: jid, profilePictureUrl: url };
    },
  },
);

const business = {
  isBusiness: Type.Boolean(),
  email: textOrNull('E-mail address, only for a business'),
  description: textOrNull('Description, only for a business'),
};

const body = Type.Object({ number: Recipient }, { additionalProperties: true });

export const fetchProfile = chatOperation('POST /chat/fetchProfile/:instanceName', {
  scope: 'read',
  summary: 'Get the profile of a person',
  description:
    'Returns name, picture and about text of a person; what the account may not see is null. Answers 400 if the person is not on the platform.',
  body,
  answer: Type.Object({
    wuid: Type.String({ description: 'JID of the person' }),
    name: textOrNull('Name that the person has chosen; null until a message has shown it'),
    numberExists: Type.Literal(true),
    picture: textOrNull('URL of the picture, which expires after some days'),
    status: textOrNull('About text of the person'),
    ...business,
    website: textOrNull('First website, only for a business'),
  }),
  example: {
    answer: {
      wuid: JID,
      name: 'Customer',
      numberExists: true,
      picture: null,
      status: 'Open until eight',
      isBusiness: false,
      email: null,
      description: null,
      website: null,
    },
  },
  async act({ number }, { instanceId, chats, messageStore }) {
    const { jid, picture, about, business: shop } = await chats.profileOf(number);
    await messageStore.pictureFound(instanceId, jid, picture);
    return {
      wuid: jid,
      name: await messageStore.nameOf(instanceId, jid),
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

export const fetchBusinessProfile = chatOperation('POST /chat/fetchBusinessProfile/:instanceName', {
  scope: 'read',
  summary: 'Get the profile of a business',
  description:
    'Returns the business profile. For a non-business account, `isBusiness` is false and all other fields are empty.',
  body,
  answer: Type.Object({
    wid: Type.String({ description: 'JID of the person' }),
    ...business,
    address: textOrNull('Postal address, only for a business'),
    category: textOrNull('Category, only for a business'),
    website: Type.Array(Type.String()),
  }),
  example: {
    answer: {
      wid: JID,
      isBusiness: true,
      email: 'shop@example.com',
      description: 'All kinds of things',
      address: null,
      category: 'Shopping & retail',
      website: ['https://shop.example.com'],
    },
  },
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

export const updateBlockStatus = chatOperation('POST /chat/updateBlockStatus/:instanceName', {
  scope: 'send',
  summary: 'Block or unblock a contact',
  body: Type.Object(
    {
      number: Recipient,
      status: describe('Whether to block or unblock the contact', words('block', 'unblock')),
    },
    { additionalProperties: true },
  ),
  status: 201,
  answer: Type.Object({
    block: Type.Literal('success', {
      description: 'Always `success`: the requested status is set',
    }),
  }),
  details: ({ number, status }) => ({ number, status }),
  async act({ number, status }, { chats }) {
    await chats.block(number, status === 'block');
    return { block: 'success' as const };
  },
});

const BlockedPeople = Type.Array(
  Type.Object({
    jid: Type.String({ description: 'JID by phone number, if that is known' }),
    lid: textOrNull('LID, the address that hides the number; null if unknown'),
  }),
);

export const fetchBlocklist = chatOperation('GET /chat/fetchBlocklist/:instanceName', {
  scope: 'read',
  summary: 'List the contacts that the account has blocked',
  description: 'Asks WhatsApp, so contacts that were blocked on the phone are included.',
  answer: BlockedPeople,
  act: async (_, { chats }) => [...(await chats.blocked())],
});

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
