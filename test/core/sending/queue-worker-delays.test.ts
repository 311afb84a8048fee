/** The delay of messages: to whom the account is shown writing, and when. */
import { expect, test } from 'bun:test';
import { until } from '../../helpers/until.ts';
import { ANA, BIA, jid, stage, storing } from './queue-setup.ts';

const SLOTS = 10;
const MINUTE_MS = 60_000;
const numberOf = (index: number) => `55119${String(index).padStart(8, '0')}`;

/** Returns how many chats the account is shown writing to, and notes the most at any time. */
function writers(shown: readonly string[]) {
  let now = 0;
  let most = 0;
  for (const line of shown) {
    now += line.startsWith('composing') ? 1 : -1;
    most = Math.max(most, now);
  }
  return { now, most };
}

test('of a hundred chats whose messages have a delay the account writes only to those that are sent to', async () => {
  const { g, say, shown, left, gone } = await stage();
  for (let index = 0; index < 100; index++) await say(numberOf(index), 'hi', { delay: 1_000 });
  await until('it writes', () => writers(shown).now === SLOTS);
  for (let round = 1; round <= 100 / SLOTS; round++) {
    expect(writers(shown)).toEqual({ now: SLOTS, most: SLOTS });
    expect(left.length).toBe((round - 1) * SLOTS);
    await g.clock.advance(1_000);
    await gone(round * SLOTS);
    const next = round * SLOTS < 100 ? SLOTS : 0;
    await until('it writes to the next', () => writers(shown).now === next);
  }
  expect(shown.filter((line) => line.startsWith('composing')).length).toBe(100);
});

test('a message that waits for the limit of the minute is shown being written only when its turn comes', async () => {
  const { g, say, shown, gone, texts } = await stage({ sendPerMinute: 2 });
  for (let index = 0; index < 5; index++) await say(numberOf(index), `${index}`, { delay: 1_000 });
  await until('it writes', () => shown.length === 2);
  await g.clock.advance(1_000);
  await gone(2);
  await g.clock.advance(MINUTE_MS - 1_000);
  expect(shown.filter((line) => line.startsWith('composing')).length).toBe(2);
  await g.clock.advance(1_000);
  await until('it writes', () => writers(shown).now === 2);
  await g.clock.advance(1_000);
  await gone(4);
  expect(texts()).toEqual(['0', '1', '2', '3']);
});

test('a minute has no more messages than its limit, however different their delays are', async () => {
  const { g, say, left, gone } = await stage({ sendPerMinute: 3 });
  for (let index = 0; index < 9; index++)
    await say(numberOf(index), 'hi', { delay: [50_000, 1, 10_000][index % 3] });
  for (let second = 0; second < 600; second++) await g.clock.advance(1_000);
  await gone(9);
  for (const { at } of left) {
    const inMinute = left.filter((one) => one.at > at - MINUTE_MS && one.at <= at);
    expect(inMinute.length).toBeLessThanOrEqual(3);
  }
});

test('a message without a delay does not wait for the delays of other chats', async () => {
  const { g, say, texts, gone, soon } = await stage();
  for (let index = 0; index < 50; index++) await say(numberOf(index), 'slow', { delay: 60_000 });
  await say(ANA, 'reminder', { scheduleAt: soon(1_000) });
  await g.clock.advance(1_000);
  await gone(1);
  expect(texts()).toEqual(['reminder']);
});

test('taking a message back during its delay ends the writing, sends nothing and lets the next one start', async () => {
  const { g, key, say, shown, left, gone } = await stage();
  const { body } = await say(ANA, 'no', { delay: 5_000 });
  await until('it writes', () => shown.length === 1);
  for (let index = 0; index < SLOTS; index++) await say(numberOf(index), 'next', { delay: 5_000 });
  const path = `/message/scheduled/shop/${body.key.id}`;
  expect((await g.call('GET', path, { key })).body.reason).toBe(
    'It waits in the queue for its delay of 5000 ms.',
  );
  expect((await g.call('DELETE', path, { key })).status).toBe(200);
  await until('it stopped', () => shown.includes(`paused ${jid(ANA)}`));
  await until('the next are written', () => writers(shown).now === SLOTS);
  await g.clock.advance(5_000);
  await gone(SLOTS);
  expect(left.map(({ number }) => number)).not.toContain(ANA);
});

test('a cancelled message that could not be deleted has its delay again, and is sent once', async () => {
  const { g, key, say, shown, left, gone } = await stage();
  const { body } = await say(ANA, 'once', { delay: 5_000 });
  await until('it writes', () => shown.length === 1);
  const { query } = g.database;
  g.database.query = async () => {
    throw new Error('the disk is full');
  };
  const { status } = await g.call('DELETE', `/message/scheduled/shop/${body.key.id}`, { key });
  g.database.query = query;
  expect(status).toBe(500);
  await g.clock.advance(5_000);
  await until('it writes again', () => writers(shown).now === 1 || left.length === 1);
  await g.clock.advance(5_000);
  await gone(1);
});

test('deleting the instance ends the writing', async () => {
  const { g, say, shown, left } = await stage();
  await say(ANA, 'no', { delay: 5_000 });
  await until('it writes', () => shown.length === 1);
  const id = g.directory.byName('shop')?.id ?? '';
  g.queued.forget(id);
  await until('it stopped', () => shown.includes(`paused ${jid(ANA)}`));
  await g.clock.advance(60_000);
  expect(left).toEqual([]);
});

test('a stop ends the writing, and the message is sent after the next start', async () => {
  const { g, say, shown, left } = await stage();
  await say(ANA, 'later', { delay: 5_000 });
  await until('it writes', () => shown.length === 1);
  g.outgoing.stop();
  await until('it stopped', () => shown.includes(`paused ${jid(ANA)}`));
  await g.clock.advance(60_000);
  expect(left).toEqual([]);
  const next = await g.restarted();
  const { left: leftNext } = storing(next.provider, next.clock.now);
  await next.clock.advance(10_000);
  await until('it has left', () => leftNext.length === 1);
});

test('a platform that is slow to show the writing does not show it after the message', async () => {
  const { g, say, gone, shown } = await stage();
  const slow = Promise.withResolvers<void>();
  const chats = g.provider.script.chats;
  g.provider.script.chats = (session) => ({
    ...chats(session),
    async showActivity(number, activity) {
      shown.push(`${activity} ${number}`);
      if (activity === 'composing') await slow.promise;
    },
  });
  await say(BIA, 'hi', { delay: 30_000 });
  await until('it writes', () => shown.length === 1);
  await g.clock.advance(30_000);
  await gone(1);
  slow.resolve();
  await until('it stopped', () => shown.includes(`paused ${jid(BIA)}`));
  expect(shown).toEqual([`composing ${jid(BIA)}`, `paused ${jid(BIA)}`]);
});
