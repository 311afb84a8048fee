import { expect, test } from 'bun:test';
import { AppError } from '../../../../src/core/shared/errors.ts';
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
