/** Messages that wait while the wall clock of the machine steps. */
import { expect, test } from 'bun:test';
import { ANA, BIA, stage } from './queue-setup.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('what waits for the limit of the minute waits a minute, also when the clock steps back three hours', async () => {
  const { g, say, gone, texts, get } = await stage({ sendPerMinute: 1 });
  await say(ANA, 'first');
  expect((await say(BIA, 'second')).body.status).toBe('QUEUED');
  g.clock.jump(-3 * HOUR_MS);
  const [{ reason }] = (await get('/message/scheduled/shop')).body.messages;
  expect(reason).toBe('It waits in the queue: 1 messages went out within a minute.');
  await g.clock.advance(MINUTE_MS);
  await gone(2);
  g.clock.jump(-3 * HOUR_MS);
  expect((await say(BIA, 'third')).body.status).toBe('QUEUED');
  await g.clock.advance(MINUTE_MS);
  await gone(3);
  expect(texts()).toEqual(['first', 'second', 'third']);
});

test('a new message goes behind those of its chat that wait, also when the clock steps back', async () => {
  const { g, say, gone, texts } = await stage();
  await say(ANA, 'first', { delay: 30_000 });
  g.clock.jump(-HOUR_MS);
  expect((await say(ANA, 'second')).body.status).toBe('QUEUED');
  await g.clock.advance(30_000);
  await gone(2);
  expect(texts()).toEqual(['first', 'second']);
});

test('a day has so many new chats, also when the clock steps back an hour after the first', async () => {
  const { g, say, gone, left } = await stage({ newChatsPerDay: 1 });
  await say(ANA, 'first');
  expect((await say(BIA, 'second')).body.status).toBe('QUEUED');
  await g.clock.advance(HOUR_MS);
  g.clock.jump(-HOUR_MS);
  await g.clock.advance(23 * HOUR_MS);
  await gone(2);
  expect(left.map(({ number }) => number)).toEqual([ANA, BIA]);
});

test('what is scheduled is sent within a minute when the clock steps forward past its time', async () => {
  const { g, say, gone, soon } = await stage();
  await say(ANA, 'later', { scheduleAt: soon(3 * HOUR_MS) });
  g.clock.jump(3 * HOUR_MS);
  await g.clock.advance(MINUTE_MS);
  await gone(1);
});
