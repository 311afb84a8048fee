/** Hints from node to node: how soon the others look, who is believed, and how many are sent. */
import { expect, test } from 'bun:test';
import type { Executor } from '../../../src/core/db/client.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { ChangeFeed } from '../../../src/modules/cluster/changes.ts';
import { NodeWakeups, type WakeupTopic } from '../../../src/modules/cluster/node-wakeups.ts';
import { OtherNodesEvents } from '../../../src/modules/cluster/other-nodes-events.ts';
import type { WakeupBus } from '../../../src/offers.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';

const vaultOf = (byte: number) => createVault(Buffer.alloc(32, byte).toString('base64'));
const log = createLog(
  'error',
  () => 0,
  () => {},
);
const INSTANCE = `insert into instances (id, name, provider, state, phase, key_hash, key_scopes, created_at, updated_at)
  values (?1, ?1, 'sandbox', 'close', 'created', ?1, '[]', 0, 0)`;
const EVENT = `insert into events (stream_id, sequence, id, type, chat, body, created_at)
  values ('shop', ?, ?, 'Message', null, '{}', 0)`;

/** Nodes that hear all that is sent, and what was sent so far. */
function air() {
  const listeners: ((hint: string) => void)[] = [];
  const sent: string[] = [];
  const bus = (): WakeupBus => ({
    isUp: true,
    send(hint) {
      sent.push(hint);
      for (const listener of listeners) listener(hint);
    },
    start: (heard) => void listeners.push(heard),
    async stop() {},
  });
  return { bus, sent, say: (hint: string) => listeners.map((listener) => listener(hint)) };
}

function nodeAt(bus: WakeupBus | null, clock: ManualClock, key = 7) {
  const hints = new NodeWakeups({ bus, vault: vaultOf(key), clock });
  const heard: WakeupTopic[] = [];
  for (const topic of ['changes', 'events', 'streams'] as const)
    hints.onWakeup(topic, () => heard.push(topic));
  hints.start();
  return { hints, heard };
}

test('with hints the others read what a node has written at once, changes and events alike', async () => {
  const [db, clock, { bus }] = [await testDatabase(), manualClock(), air()];
  await db.query(
    "insert into nodes (id, name, url, version, started_at, since, beat_at, until) values ('n', 'n', '', '1', 0, 0, 0, 0)",
    [],
  );
  const writer = nodeAt(bus(), clock).hints.watching(db);
  const { hints } = nodeAt(bus(), clock);
  const read: string[] = [];
  const feed = new ChangeFeed({ db, clock, log });
  await feed.begin();
  feed.follow({
    instance: async (id) => void read.push(id),
    webhooks: async () => {},
    waiting: async () => {},
    lastEvent: (row) => events.skipTo(row),
  });
  let hasReaders = false;
  const events = new OtherNodesEvents({
    db,
    clock,
    log,
    hasReaders: () => hasReaders,
    onEvent: ({ sequence }) => read.push(`event ${sequence}`),
  });
  await events.start();
  hints.onWakeup('changes', () => feed.hurry());
  hints.onWakeup('events', () => events.hurry());

  await writer.query(INSTANCE, ['shop']);
  await clock.advance(0);
  expect(read).toEqual(['shop']);
  await clock.advance(10);
  await writer.batch([{ sql: EVENT, params: [1, 'a'] }]);
  await clock.advance(600);
  hasReaders = true;
  await writer.batch([{ sql: EVENT, params: [2, 'b'] }]);
  await clock.advance(0);
  expect(read).toEqual(['shop', 'event 2']);
});

test('a node hints its writes once in 10 ms, however many there are, and hears nothing from itself', async () => {
  const [clock, { bus, sent }] = [manualClock(), air()];
  const [one, two] = [nodeAt(bus(), clock), nodeAt(bus(), clock)];
  for (let index = 0; index < 1_000; index++)
    one.hints.wake(index % 2 === 0 ? 'events' : 'changes');
  expect(sent).toHaveLength(1);
  await clock.advance(9);
  expect(sent).toHaveLength(1);
  await clock.advance(1);
  expect(sent).toHaveLength(2);
  await clock.advance(1_000);
  expect(sent).toHaveLength(2);
  expect([one.heard, two.heard]).toEqual([[], ['events', 'changes', 'events']]);
});

test('whoever has not the encryption key of the nodes is not heard by them', () => {
  const [clock, { bus, say }] = [manualClock(), air()];
  const { heard } = nodeAt(bus(), clock);
  nodeAt(bus(), clock, 8).hints.wake('changes');
  say('{"from":"x","topics":["changes"]}');
  say('');
  expect(heard).toEqual([]);
  nodeAt(bus(), clock).hints.wake('streams');
  expect(heard).toEqual(['streams']);
});

test.each<[string, WakeupTopic | null]>([
  ['insert into "instances" ("id") values (?)', 'changes'],
  ['update `endpoints` set "url" = ?', 'changes'],
  ['delete from "accounts" where id = ?', 'changes'],
  ['update accounts set webhooks_version = 1', null],
  ['delete from webhooks where id = ?', 'changes'],
  ["insert into changes (kind, key, at) values ('waiting', ?, 1)", 'changes'],
  ['insert into events (stream_id) select given ->> 0 from (select 1)', 'events'],
  ['update events set body = ?', null],
  ['insert or replace into service_facts (name) values (?)', null],
  ['update streams set owner = null where id = ?', 'streams'],
  ['update streams set term = 1 where id = ?', null],
  ['delete from nodes where id = ?', 'streams'],
  ['update deliveries set state = ?', null],
  ['select * from instances', null],
])('after %p the others are hinted of %p', async (sql, topic) => {
  const [clock, { bus }] = [manualClock(), air()];
  const executor: Executor = {
    query: async () => [],
    batch: async () => [],
    tryOut: async () => [],
    async close() {},
  };
  const { heard } = nodeAt(bus(), clock);
  const watched = nodeAt(bus(), clock).hints.watching(executor);
  await watched.batch([{ sql, params: [] }]);
  expect(heard).toEqual(topic === null ? [] : [topic]);
  await clock.advance(10);
  await watched.query(sql, []);
  expect(heard).toHaveLength(topic === null ? 0 : 2);
});

test('without NATS nothing is hinted, and the database is used as it is', async () => {
  const db = await testDatabase();
  const { hints } = nodeAt(null, manualClock());
  expect(hints.watching(db)).toBe(db);
  hints.wake('changes');
  expect(hints.isUp).toBeNull();
  await hints.stop();
});
