import { describe, expect, test } from 'bun:test';
import type { ChatActions } from '../../../../src/core/providers/chat-actions.ts';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { mergeContacts } from '../../../../src/modules/gateway/chat/people.ts';
import { type GatewayOptions, GLOBAL_KEY, gateway } from '../../../helpers/gateway.ts';
import { ANA, received } from '../../../helpers/stored-message.ts';
import { CHAT, chatBench } from './setup.ts';

const NUMBER = '5511988887777';

test('POST /chat/fetchProfilePictureUrl: 200 with the picture, or null where there is none', async () => {
  const { post, script, calls } = await chatBench();
  for (const url of ['https://pps.test/a.jpg', null]) {
    script.pictureOf = async () => ({ jid: CHAT, url });
    const { status, body } = await post('/chat/fetchProfilePictureUrl', { number: NUMBER });
    expect([status, body]).toEqual([200, { wuid: CHAT, profilePictureUrl: url }]);
  }
  expect(calls[0]).toEqual(['pictureOf', NUMBER]);
  expect((await post('/chat/fetchProfilePictureUrl', { number: 'Ana' })).status).toBe(400);
});

test('POST /chat/updateBlockStatus: 201 once it is set, 400 for any other word', async () => {
  const { post, calls } = await chatBench();
  for (const status of ['block', 'unblock']) {
    const answer = await post('/chat/updateBlockStatus', { number: NUMBER, status });
    expect([answer.status, answer.body]).toEqual([201, { block: 'success' }]);
  }
  expect(calls).toEqual([
    ['block', NUMBER, true],
    ['block', NUMBER, false],
  ]);
  const { status } = await post('/chat/updateBlockStatus', { number: NUMBER, status: 'mute' });
  expect(status).toBe(400);
});

test.each([
  ['conflict', 409],
  ['rate_limited', 429],
  ['unavailable', 503],
] as const)('a platform that answers %s is %i with its reason', async (reason, status) => {
  const { post, script } = await chatBench();
  script.block = async () => {
    throw new AppError(reason, 'the reason');
  };
  const answer = await post('/chat/updateBlockStatus', { number: NUMBER, status: 'block' });
  expect([answer.status, answer.body.error.message]).toEqual([status, 'the reason']);
});

const BUSINESS = {
  address: null,
  description: 'Cakes',
  email: 'ana@shop.test',
  category: 'Bakery',
  websites: ['https://shop.test', 'https://shop2.test'],
};

test.each([BUSINESS, null])('200 the profile of a person, a business %p', async (business) => {
  const { post, script } = await chatBench();
  script.profileOf = async () => ({ jid: CHAT, picture: null, about: 'Busy', business });
  const isBusiness = business !== null;
  const { email = null, description = null, category = null } = business ?? {};
  const said = { isBusiness, email, description };
  const profile = await post('/chat/fetchProfile', { number: NUMBER });
  expect([profile.status, profile.body]).toEqual([
    200,
    {
      wuid: CHAT,
      name: null,
      numberExists: true,
      picture: null,
      status: 'Busy',
      ...said,
      website: isBusiness ? 'https://shop.test' : null,
    },
  ]);
  const shop = await post('/chat/fetchBusinessProfile', { number: NUMBER });
  const website = business?.websites ?? [];
  expect([shop.status, shop.body]).toEqual([
    200,
    { wid: CHAT, ...said, address: null, category, website },
  ]);
});

test('GET /chat/fetchBlocklist: 200 with everybody who is blocked, 409 while it cannot be asked', async () => {
  const { g, key, script } = await chatBench();
  const find = () => g.call('GET', '/chat/fetchBlocklist/shop', { key });
  const blocked = [{ jid: CHAT, lid: '123456789012345@lid' }];
  script.blocked = async () => blocked;
  const { status, body } = await find();
  expect([status, body]).toEqual([200, blocked]);
  script.blocked = async () => {
    throw new AppError('conflict', 'the connection was lost');
  };
  expect((await find()).status).toBe(409);
});

describe('POST /chat/mergeContacts', () => {
  const LID = '123456789012345@lid';
  const PATH = '/chat/mergeContacts';

  async function bench(isOpen: boolean, options: GatewayOptions = {}) {
    const g = await gateway({ ...options, operations: [mergeContacts] });
    const { id, key } = isOpen ? await g.createOpen('shop') : await g.create('shop');
    const merge = async (callerKey: string | null = key, name = 'shop') => {
      const { status, body } = await g.call('POST', `${PATH}/${name}`, { key: callerKey });
      return { status, merged: body.merged };
    };
    const store = async () => {
      const hidden = received({ ID: 'H', Chat: LID, Sender: LID });
      await g.messages.publish({ id, name: 'shop' }, [hidden, received({ ID: 'N' })], []);
    };
    return { g, merge, store };
  }

  test('200 a connected instance also looks for numbers that it has learned, and the second time nothing is left', async () => {
    const { g, merge, store } = await bench(true);
    await store();
    // The cast: nothing else is called.
    const chats = { numbersOf: async () => [{ from: LID, to: ANA }] } as Partial<ChatActions>;
    g.provider.script.chats = () => chats as ChatActions;
    expect(await merge()).toEqual({ status: 200, merged: 1 });
    expect(await merge()).toEqual({ status: 200, merged: 0 });
  });

  test('200 without a connection too, where nobody is asked', async () => {
    const { merge, store } = await bench(false);
    await store();
    expect(await merge()).toEqual({ status: 200, merged: 0 });
  });

  test('401, 403, 404 and 409 while nothing is stored', async () => {
    const { g, merge } = await bench(false);
    const cafe = await g.create('cafe');
    expect((await merge(null)).status).toBe(401);
    expect((await merge(cafe.key)).status).toBe(403);
    expect((await merge(GLOBAL_KEY, 'nobody')).status).toBe(404);
    const off = await bench(false, { messageStoreHours: 0 });
    expect((await off.merge()).status).toBe(409);
  });
});
