import { expect, test } from 'bun:test';
import { gateway } from '../../../helpers/gateway.ts';

const open = async () => {
  const g = await gateway();
  const { id, key } = await g.createOpen('shop');
  const limits = async () => (await g.call('GET', '/instance/limits/shop', { key })).body;
  return { g, key, limits, newChats: g.messages.newChats.of(id) };
};

test('200 nothing is locked as long as the platform has said nothing', async () => {
  const { limits } = await open();
  expect(await limits()).toEqual({
    newChats: { locked: false, until: null, reason: null, checkedAt: null },
  });
});

test('200 while new chats are locked it says until when and what to do, and afterwards that they are not', async () => {
  const { g, limits, newChats } = await open();
  const checkedAt = g.clock.now();
  await newChats.learned({ lockedUntil: checkedAt + 60_000, checkedAt });
  const said = { checkedAt: '2026-01-05T10:00:00.000Z' };
  expect(await limits()).toEqual({
    newChats: {
      locked: true,
      until: '2026-01-05T10:01:00.000Z',
      reason:
        'WhatsApp does not let this account open new chats until 2026-01-05T10:01:00.000Z. Write to people who wrote first, and to others after that.',
      ...said,
    },
  });
  await g.clock.advance(60_000);
  expect(await limits()).toEqual({
    newChats: { locked: false, until: null, reason: null, ...said },
  });
});

test('403 for the key of another instance, 404 for an unknown instance', async () => {
  const { g } = await open();
  const { key } = await g.create('cafe');
  expect((await g.call('GET', '/instance/limits/shop', { key })).status).toBe(403);
  expect((await g.call('GET', '/instance/limits/nobody')).status).toBe(404);
});
