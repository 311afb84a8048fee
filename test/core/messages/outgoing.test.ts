/** What the queue of messages that wait costs, with the pace that it keeps. */
import { expect, test } from 'bun:test';
import { OutgoingQueue } from '../../../src/core/messages/outgoing.ts';
import { SendingPace } from '../../../src/core/messages/pace.ts';
import type { QueuedMessage } from '../../../src/core/messages/queued-message.ts';
import { QueuedMessages } from '../../../src/core/messages/queued-messages.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { SHOP } from '../../helpers/gateway-server.ts';
import { messageStoreBench } from '../../helpers/message-store.ts';
import { storedRecord } from '../../helpers/stored-message.ts';
import { until } from '../../helpers/until.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const chatOf = (index: number) => `55119${String(index).padStart(8, '0')}@s.whatsapp.net`;

interface Limits {
  readonly perMinute: number;
  readonly newChatsPerDay: number;
}

/** A queue in which each of `chats` people whom nobody has written to has one message; `reads` has every statement. */
async function campaign(chats: number, limits: Limits) {
  const { db, clock, opened } = await messageStoreBench();
  const { messages } = opened();
  const queued = new QueuedMessages(db);
  const now = clock.now();
  // Straight into the table: a commit for each would take longer than the test.
  await db.query(
    `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${chats - 1})
     insert into outgoing_messages (instance_id, id, place, chat, kind, enters_at, delay_ms, content, file, bytes, created_at)
     select ?, 'M' || i, i + 1, '55119' || printf('%08d', i) || '@s.whatsapp.net', 'text', ?, 0, '{}', null, 2, ? from n`,
    [SHOP.id, now, now],
  );
  await queued.load();
  const reads: string[] = [];
  const counting: Pick<typeof db, 'query'> = {
    query(sql, params) {
      reads.push(sql);
      return db.query(sql, params);
    },
  };
  const addressesOf = (chat: string) => [chat];
  const pace = new SendingPace({ db: counting, clock, addressesOf, ...limits });
  const sent: string[] = [];
  const queue = new OutgoingQueue({
    clock,
    log: createLog('error', clock.now, () => {}),
    queued,
    messages: { recordUnsent: async () => {} },
    pace,
    instance: () => ({ ...SHOP, isOpen: true, closedSince: null }),
    memoryFor: async () => ({ release() {} }),
    send: async ({ chat }: QueuedMessage) => void sent.push(chat),
    showWriting() {},
  });
  const others = clock.pending();
  const settled = async (count: number) => {
    await until(`${count} were sent`, () => sent.length === count);
    await until('the queue rests', () => clock.pending() > others);
  };
  return { clock, queue, queued, messages, reads, sent, settled };
}

test('10,000 queued new chats cost one read of 500 people each, not one for each person and message', async () => {
  const { clock, queue, reads, sent, settled } = await campaign(10_000, {
    perMinute: 20,
    newChatsPerDay: 60,
  });
  queue.start();
  await settled(20);
  expect(sent).toEqual(Array.from({ length: 20 }, (_, index) => chatOf(index)));
  // What was sent before, and the first 500 people under both of their addresses.
  expect(reads.length).toBe(4);
  for (const count of [40, 60]) {
    await clock.advance(MINUTE_MS);
    await settled(count);
  }
  expect(reads.length).toBe(4);
  await clock.advance(MINUTE_MS);
  // The day is used up: everybody was looked at once.
  await settled(60);
  expect(reads.length).toBe(2 + 2 * (10_000 / 500));
  await clock.advance(9 * MINUTE_MS);
  expect(reads.length).toBe(2 + 2 * (10_000 / 500));
  expect(sent.length).toBe(60);
  queue.stop();
});

test('while the limit of the minute is reached nothing is read and no message looked at, however many wait', async () => {
  const { queue, queued, reads, settled } = await campaign(10_000, {
    perMinute: 1,
    newChatsPerDay: 0,
  });
  let looks = 0;
  const { lines } = queued;
  queued.lines = function (instanceId) {
    looks++;
    return lines.call(this, instanceId);
  };
  queue.start();
  await settled(1);
  expect([reads.length, looks]).toEqual([1, 1]);
  for (let index = 0; index < 100; index++) queue.nudge(SHOP.id);
  await until('it looked', () => queue.isPaced(SHOP.id));
  expect([reads.length, looks]).toEqual([1, 1]);
  queue.stop();
});

test('whoever writes first while the chats of the day are used up gets what waits within ten minutes', async () => {
  const { clock, queue, messages, sent, settled } = await campaign(1_000, {
    perMinute: 0,
    newChatsPerDay: 1,
  });
  queue.start();
  await settled(1);
  const person = chatOf(500);
  await messages.publish(SHOP, [], [storedRecord({ chat: person, sender: person })]);
  await clock.advance(10 * MINUTE_MS);
  await settled(2);
  expect(sent[1]).toBe(person);
  queue.stop();
});

test('a new message for somebody who has written meanwhile goes with what waits for them at once', async () => {
  const { clock, queue, queued, messages, sent, settled } = await campaign(1_000, {
    perMinute: 0,
    newChatsPerDay: 1,
  });
  queue.start();
  await settled(1);
  const chat = chatOf(500);
  await messages.publish(SHOP, [], [storedRecord({ chat, sender: chat })]);
  const at = clock.now();
  const times = { entersAt: at, createdAt: at, delayMs: 0 };
  const more = { instanceId: SHOP.id, chat, kind: 'text', content: '{}', file: null };
  await queued.add({ ...more, ...times, id: 'X' });
  await settled(3);
  expect(sent.slice(1)).toEqual([chat, chat]);
  queue.stop();
});

test('the chats of the next day are opened when the first of today is a day old', async () => {
  const { clock, queue, sent, settled } = await campaign(100, { perMinute: 0, newChatsPerDay: 3 });
  queue.start();
  await settled(3);
  await clock.advance(DAY_MS);
  await settled(6);
  expect(sent).toEqual(Array.from({ length: 6 }, (_, index) => chatOf(index)));
  queue.stop();
});
