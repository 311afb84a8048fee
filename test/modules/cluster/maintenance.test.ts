/** What is old is removed by one node alone, whichever node is asked to. */
import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { createRetention } from '../../../src/core/events/log/retention.ts';
import { createIdempotency } from '../../../src/core/idempotency/store.ts';
import { prunePolls } from '../../../src/core/messages/polls.ts';
import { pruneMessages } from '../../../src/core/messages/rows.ts';
import { pruneStore } from '../../../src/core/messages/store/pruning.ts';
import { createMessageUpkeep } from '../../../src/core/messages/upkeep.ts';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createVault } from '../../../src/core/shared/crypto.ts';
import { newId } from '../../../src/core/shared/ids.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { databaseClock } from '../../../src/modules/cluster/database-clock.ts';
import { createGatewayAudit, pruneAudit } from '../../../src/modules/gateway/audit/audit.ts';
import { createAuditRows } from '../../../src/modules/gateway/audit/rows.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { until } from '../../helpers/until.ts';

const clock = manualClock(Date.now());
const log = createLog('error', clock.now, () => {});
const vault = createVault(Buffer.alloc(32, 7).toString('base64'));
const OLD_ID = '01000000-0000-7000-8000-000000000001';

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
  await join('a');
  await join('b');
  await join('c');
});

/** A node whose lease ends after so many ms. */
const join = (id: string, leaseMs = 60_000, startedAt = 1) =>
  db.query(
    `insert into nodes (id, name, url, version, started_at, since, beat_at, until)
     values (?, ?, '', '1', ?, 1, 1, ?)`,
    [id, id, startedAt, Date.now() + leaseMs],
  );

/** One row of each thing that is removed with time. */
const OLD: Readonly<Record<string, string>> = {
  events: `(stream_id, sequence, id, type, body, created_at) values ('s', 1, '${OLD_ID}', 'Message', '{}', 1)`,
  media: `(id, mimetype, bytes, created_at) values ('${OLD_ID}', 'image/png', x'00', 1)`,
  deliveries: `(id, stream_id, sequence, endpoint, event_id, type, target, state, created_at, updated_at)
    values ('${OLD_ID}', 's', 1, 'webhook', '${OLD_ID}', 'Message', '', 'delivered', 1, 1)`,
  processes: "(id, pid, started_at, seen_at) values ('p', 1, 1, 1)",
  changes: "(kind, key, at) values ('instance', 's', 1)",
  idempotency_keys: `(scope, key, body_hash, holder, claim, seed, created_at)
    values ('s', 'k', 'h', 'dead', 'c', 's', 1)`,
  messages: `(instance_id, id, is_from_me, chat, sender, chat_address, author_address, kind, sent_at)
    values ('${SHOP.id}', 'm', 1, 'c', 's', 'c', 'a', 'text', 1)`,
  polls: `(instance_id, poll_id, chat, name, options, sent_at) values ('${SHOP.id}', 'p', 'c', 'n', '[]', 1)`,
  poll_votes: `(instance_id, poll_id, chat, voter, options, voted_at)
    values ('${SHOP.id}', 'p', 'c', 'v', '[]', 1)`,
  stored_messages: `(instance_id, id, chat, is_from_me, sender, push_name, kind, source, content, is_news, sent_at, stored_at)
    values ('${SHOP.id}', 'm', 'c', 1, 's', '', 'text', 'web', '{}', 1, 1, 1)`,
  contacts: `(instance_id, jid, lid, name, created_at, updated_at, seen_at)
    values ('${SHOP.id}', 'j', '', 'n', 1, 1, 1)`,
  gateway_audit: `(id, at, action, actor, previous_hash, hash) values (1, 1, 'instance.create', 'global', 'h', 'h')`,
};

async function fill(): Promise<void> {
  await insertInstances(db);
  await db.query('delete from changes', []);
  await db.query("insert into streams (id) values ('s')", []);
  for (const [table, row] of Object.entries(OLD)) await db.query(`insert into ${table} ${row}`, []);
}

/** Everything that a node removes from time to time. */
async function removeAs(node: string): Promise<void> {
  const now = clock.now();
  await retentionOf(node).prune();
  await createIdempotency({ db, vault, clock, log, node }).prune();
  await pruneMessages(db, now, 500, node);
  await prunePolls(db, now, 500, node);
  await pruneStore(db, now, node);
  await pruneAudit({ db, rows: createAuditRows(db), node }, now, clock.now);
}

const RULES = { eventHours: 1, deliveryHours: 1, nameOf: () => null, onDiscard() {} };
const retentionOf = (node: string) => createRetention({ db, clock, log, node, ...RULES });

/** The tables in which old rows are left. */
async function left(): Promise<string[]> {
  const counts = Object.keys(OLD).map(async (table) => {
    const isOld = table === 'gateway_audit' ? "action <> 'audit.pruned'" : 'true';
    const [row] = await db.query(`select count(*) from ${table} where ${isOld}`, []);
    return row?.[0] === 0 ? [] : [table];
  });
  return (await Promise.all(counts)).flat();
}

test('what is old is removed by the oldest living node and by no other', async () => {
  await fill();
  await removeAs('b');
  await removeAs('c');
  expect(await left()).toEqual(Object.keys(OLD));
  await removeAs('a');
  expect(await left()).toEqual([]);
});

test('a node that is not the oldest asks whether it is, and nothing else of what is old', async () => {
  await fill();
  const asked: string[] = [];
  const watched = {
    ...db,
    query(...[sql, params]: Parameters<typeof db.query>) {
      asked.push(sql);
      return db.query(sql, params);
    },
  };
  const retention = createRetention({ db: watched, clock, log, node: 'b', ...RULES });
  // The first pass reads for how far the clock was behind before.
  await retention.prune();
  asked.length = 0;
  expect(await retention.prune()).toBe(0);
  expect(asked).toHaveLength(1);
});

test('a node that began later is not the oldest, though its clock, of which its id is, is behind', async () => {
  await fill();
  await join('0', 60_000, 2);
  await removeAs('0');
  expect(await left()).toEqual(Object.keys(OLD));
  await removeAs('a');
  expect(await left()).toEqual([]);
});

test('the stream of a deleted instance goes once nothing of it is stored, and no other does', async () => {
  await fill();
  await db.query(
    `insert into accounts (id, name, locale, status, created_at, updated_at)
      values ('crm', 'c', 'en', 'active', 1, 1)`,
    [],
  );
  const all = ['crm', 'empty', 'sent', SHOP.id];
  await db.batch(
    all.map((id) => ({ sql: 'insert or ignore into streams (id) values (?)', params: [id] })),
  );
  const young = newId();
  await db.query(
    `insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state, created_at, updated_at)
      values (?, 'sent', 1, 'webhook', ?, 'Message', '', 'delivered', 1, 1)`,
    [young, young],
  );
  await retentionOf('b').prune();
  const streams = () => db.query('select id from streams order by id', []);
  expect((await streams()).flat()).toEqual([...all, 's'].sort());
  await retentionOf('a').prune();
  expect((await streams()).flat()).toEqual(['crm', 'sent', SHOP.id].sort());
});

test('the next node removes what is old once the oldest one comes to an end, or is dead', async () => {
  await fill();
  await db.query("update nodes set draining = 1 where id = 'a'", []);
  await db.query("update nodes set until = 1 where id = 'b'", []);
  await removeAs('a');
  await removeAs('b');
  expect(await left()).toEqual(Object.keys(OLD));
  await removeAs('c');
  expect(await left()).toEqual([]);
});

test('the row of a node goes ten minutes after its lease, whatever it left', async () => {
  await join('dead', -11 * 60_000);
  await join('silent', -9 * 60_000);
  await retentionOf('a').prune();
  const names = await db.query('select name from nodes order by name', []);
  expect(names.flat()).toEqual(['a', 'b', 'c', 'silent']);
});

test('codes to pair with that a dead node has left are wiped within a minute of their end', async () => {
  const body = '{"data":{"code":"secret"}}';
  const store = (sequence: number, until: number) =>
    db.query(
      `insert into events (stream_id, sequence, id, type, body, secret_until, created_at)
       values ('s', ?, ?, 'QRCode', ?, ?, ?)`,
      [sequence, `e${sequence}`, body, until, clock.now()],
    );
  await store(1, clock.steady() - 1);
  await store(2, clock.steady() + 60_000);
  await retentionOf('a').prune();
  const bodies = await db.query('select body from events order by sequence', []);
  expect(bodies.flat()).toEqual(['{"data":{"code":""}}', body]);
});

/** Rows of `AGED` that have been there for so long. */
async function age(minutes: number, number: number): Promise<void> {
  const at = Date.now() - minutes * 60_000;
  const time = at.toString(16).padStart(12, '0');
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000001`;
  const aged: Record<(typeof AGED)[number], string> = {
    events: `(stream_id, sequence, id, type, body, created_at) values ('s', ${number}, '${id}', 'Message', '{}', ${at})`,
    media: `(id, mimetype, bytes, created_at) values ('${id}', 'image/png', x'00', ${at})`,
    messages: `(instance_id, id, is_from_me, chat, sender, chat_address, author_address, kind, sent_at)
      values ('${SHOP.id}', '${id}', 0, 'c', 's', 'c', 'a', 'text', ${at})`,
    gateway_audit: `(id, at, action, actor, previous_hash, hash)
      values (${number}, ${at}, 'instance.create', 'global', 'h', 'h')`,
  };
  for (const [table, row] of Object.entries(aged))
    await db.query(`insert into ${table} ${row}`, []);
}

const AGED = ['events', 'media', 'messages', 'gateway_audit'] as const;

test('the oldest node removes nothing before its time by the clock of the database, when its own is an hour ahead', async () => {
  await insertInstances(db);
  await age(90, 1);
  await age(30, 2);
  const { now, steady, after } = systemClock();
  const ahead = { now: () => now() + 3_600_000, steady: () => steady() + 3_600_000, after };
  const common = { db, clock: await databaseClock(db, ahead), log, node: 'a', hours: 1 };
  const messages = { recordStatuses: async () => {} };
  const time = async () => common.clock.now();
  const stored = { messages, time, connected: () => [], storeHours: 1 };
  const upkeep = createMessageUpkeep({ ...common, ...stored });
  const audit = createGatewayAudit({ ...common, isAlone: false });
  await createRetention({ ...common, ...RULES }).prune();
  upkeep.start();
  await audit.start();
  const left = async () => {
    const counts = AGED.map((table) => {
      const isOld = table === 'gateway_audit' ? "action <> 'audit.pruned'" : 'true';
      return db.query(`select count(*) from ${table} where ${isOld}`, []);
    });
    return (await Promise.all(counts)).flat(2);
  };
  await until('what is old is gone', async () => (await left()).every((rows) => Number(rows) < 2));
  expect(await left()).toEqual([1, 1, 1, 1]);
  upkeep.stop();
  await audit.stop();
});
