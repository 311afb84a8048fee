import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { createInbox, type MessageInbox } from '../../../src/core/messages/inbox.ts';
import { HeldMessages, type HeldMessagesDeps } from '../../../src/core/providers/held-messages.ts';
import { Semaphore } from '../../../src/core/shared/async/semaphore.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { until } from '../../helpers/until.ts';
import { sampleEvent } from '../../modules/sandbox/setup.ts';

interface Message {
  readonly chat: string;
  readonly text: string;
}

let db: Database;
let clock: ManualClock;
let inbox: MessageInbox;
let published: Message[];

beforeEach(async () => {
  db = await testDatabase();
  await insertInstances(db);
  clock = manualClock();
  inbox = createInbox(db, clock, SHOP.id);
  published = [];
});

const open = (deps: Partial<HeldMessagesDeps<Message>> = {}) =>
  new HeldMessages<Message>({
    inbox,
    clock,
    log: createLog('error', clock.now, () => {}),
    host: { instanceName: 'shop' },
    ended: new AbortController().signal,
    fileSlots: new Semaphore(1),
    read: async (body) => JSON.parse(body) as Message,
    prepare: async () => ({ event: sampleEvent('Message') }),
    publish: async (_, mark, message) => {
      await db.batch([mark.statement]);
      published.push(message);
      return true;
    },
    ...deps,
  });

async function arrive(held: HeldMessages<Message>, ...messages: readonly Message[]) {
  const rows = messages.map((message) => ({
    message,
    ...inbox.arrival(`${message.chat}/${message.text}`, JSON.stringify(message)),
  }));
  await inbox.store(rows, (some) => db.batch(some.map(({ statement }) => statement)));
  for (const { id, message } of rows) held.add(id, message);
}

const said = (chat: string, count: number): Message[] =>
  Array.from({ length: count }, (_, at) => ({ chat, text: String(at) }));
const textsIn = (chat: string) =>
  published.filter((message) => message.chat === chat).map(({ text }) => text);

test('more than fit in memory wait on disk, and each chat is published once and in order', async () => {
  const opened = Promise.withResolvers<void>();
  let preparing = 0;
  const held = open({
    prepare: async () => {
      preparing++;
      await opened.promise;
      return { event: sampleEvent('Message') };
    },
  });
  held.begin();
  await held.idle();
  const chats = Array.from({ length: 300 }, (_, at) => `chat ${at}`);
  await arrive(held, ...chats.flatMap((chat) => said(chat, 2)));
  // Each of the first hundred chats has both of its messages in hand.
  expect(preparing).toBe(100);
  opened.resolve();
  await held.idle();
  for (const chat of chats) expect(textsIn(chat)).toEqual(['0', '1']);
  expect(await inbox.readWaiting(null)).toEqual([]);
});

test('a message that comes while others are read from disk is published after them', async () => {
  const first = open();
  await arrive(first, ...said('ana', 150));
  const next = open();
  next.begin();
  expect(next.isWaiting('bea')).toBe(true);
  await arrive(next, { chat: 'ana', text: 'last' });
  await next.idle();
  expect(textsIn('ana')).toEqual([...said('', 150).map(({ text }) => text), 'last']);
  expect(next.isWaiting('bea')).toBe(false);
});

test('a message whose event could not be queued is published when the next one comes', async () => {
  let isFull = true;
  const held = open({
    publish: async (_, mark, message) => {
      if (isFull) return false;
      await db.batch([mark.statement]);
      published.push(message);
      return true;
    },
  });
  held.begin();
  await held.idle();
  await arrive(held, { chat: 'ana', text: 'first' });
  await held.idle();
  expect(published).toEqual([]);
  isFull = false;
  await arrive(held, { chat: 'ana', text: 'second' });
  await held.idle();
  expect(textsIn('ana')).toEqual(['first', 'second']);
});

test('what fails is tried again every second', async () => {
  let failures = 2;
  const held = open({
    prepare: async () => {
      if (failures-- > 0) throw new Error('the database is locked');
      return null;
    },
  });
  held.begin();
  await held.idle();
  await arrive(held, { chat: 'ana', text: 'first' });
  await until('the first try failed', () => failures === 1);
  await clock.advance(1_000);
  await clock.advance(1_000);
  await held.idle();
  expect(await inbox.readWaiting(null)).toEqual([]);
});
