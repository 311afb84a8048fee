/** How many messages a minute, and how many new chats a day, an instance sends; the rest waits. */
import { expect, test } from 'bun:test';
import { invalid } from '../../../src/core/shared/errors.ts';
import { until } from '../../helpers/until.ts';
import { ANA, BIA, jid, stage, storing } from './queue-setup.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test('what is more than a minute may have waits, and goes out a minute later in the order of the calls', async () => {
  const { g, say, texts, gone, get } = await stage({ sendPerMinute: 2 });
  const statuses: string[] = [];
  for (const [number, text] of [
    [ANA, '1'],
    [BIA, '2'],
    [ANA, '3'],
    ['5511933330000', '4'],
    [ANA, '5'],
  ] as const)
    statuses.push((await say(number, text)).body.status);
  expect(statuses).toEqual(['PENDING', 'PENDING', 'QUEUED', 'QUEUED', 'QUEUED']);
  await until('the first has been looked at', async () => {
    const { body } = await get('/message/scheduled/shop');
    return body.messages[0].reason.includes('within a minute');
  });
  expect((await get('/message/scheduled/shop')).body.messages[0].reason).toBe(
    'It waits in the queue: 2 messages went out within a minute.',
  );
  await g.clock.advance(MINUTE_MS - 1);
  expect(texts()).toEqual(['1', '2']);
  await g.clock.advance(1);
  await gone(4);
  expect(texts()).toEqual(['1', '2', '3', '4']);
  await g.clock.advance(MINUTE_MS);
  await gone(5);
});

test('429 with the rest of the minute for a message that must go at once', async () => {
  const { g, say, left } = await stage({ sendPerMinute: 1 });
  await say(ANA, '1', { queue: false });
  await g.clock.advance(20_000);
  const { status, headers, body } = await say(BIA, '2', { queue: false });
  expect([status, headers.get('retry-after')]).toEqual([429, '40']);
  expect(body.error.message).toContain('1 messages went out within a minute');
  await g.clock.advance(MINUTE_MS);
  expect(left.map(({ text }) => text)).toEqual(['1']);
});

test('a new message does not take the turn of one that waits', async () => {
  const { g, say, texts, gone } = await stage({ sendPerMinute: 1 });
  await say(ANA, '1');
  await say(BIA, '2');
  await g.clock.advance(MINUTE_MS - 1);
  g.clock.jump(1);
  expect((await say('5511933330000', '3')).body.status).toBe('QUEUED');
  await g.clock.advance(1);
  await gone(2);
  expect(texts()).toEqual(['1', '2']);
});

test('people who have not been written to wait for another day when enough have been, and no chat that exists', async () => {
  const { g, say, texts, gone, get } = await stage({ newChatsPerDay: 1 });
  const statusOf = async (number: string, text: string) => (await say(number, text)).body.status;
  expect(await statusOf(ANA, '1')).toBe('PENDING');
  expect(await statusOf(BIA, '2')).toBe('QUEUED');
  expect(await statusOf(ANA, '3')).toBe('PENDING');
  expect(await statusOf('120363000000000001@g.us', '4')).toBe('PENDING');
  await until('it has been looked at', async () =>
    (await get('/message/scheduled/shop')).body.messages[0].reason.includes('within 24 hours'),
  );
  await g.clock.advance(DAY_MS - 1);
  expect(texts()).toEqual(['1', '3', '4']);
  await g.clock.advance(1);
  await gone(4);
});

test('a first message that was refused has opened no chat', async () => {
  const { say } = await stage({
    newChatsPerDay: 1,
    refuse: ({ number }) => (number === ANA ? invalid('number is not on WhatsApp') : null),
  });
  expect((await say(ANA, '1')).status).toBe(400);
  expect((await say(BIA, '2')).body.status).toBe('PENDING');
});

test('a restart forgets neither what went out in the last minute nor the chats of the last day', async () => {
  const { g, say } = await stage({ sendPerMinute: 2, newChatsPerDay: 1 });
  await say(ANA, '1');
  await say(ANA, '2');
  const next = await g.restarted({ sendPerMinute: 2, newChatsPerDay: 1 });
  storing(next.provider, next.clock.now);
  const { id = '' } = next.directory.byName('shop') ?? {};
  expect(await next.pace.take(id, jid(ANA))).toMatchObject({ kind: 'wait', limit: 'minute' });
  expect(await next.pace.take(id, jid(BIA))).toMatchObject({ kind: 'wait', limit: 'minute' });
  await next.clock.advance(MINUTE_MS);
  expect(await next.pace.take(id, jid(BIA))).toMatchObject({ kind: 'wait', limit: 'day' });
  expect(await next.pace.take(id, jid(ANA))).toMatchObject({ kind: 'now' });
});
