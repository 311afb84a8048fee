/** What a claim brings, and what it knows of the table when another process writes to it before the answer has come. */
import { expect, test } from 'bun:test';
import type { Row } from '../../../../src/core/db/client.ts';
import { type CatalogEvent, chatOf } from '../../../../src/core/events/contract/catalog.ts';
import type { Delivery } from '../../../../src/core/events/contract/channel.ts';
import { replayLane } from '../../../../src/core/events/contract/endpoint.ts';
import { createClaims } from '../../../../src/core/events/deliver/claims.ts';
import type { GroupCommit } from '../../../../src/core/events/publish/group-commit.ts';
import { soleOwnership } from '../../../../src/core/events/publish/ownership.ts';
import { type EngineBench, engineBench, message, SHOP, target } from '../../../helpers/engine.ts';

type QueuedWrite = Parameters<GroupCommit['submit']>[0];

/** Claims whose answers the test gives. */
function claiming() {
  const asked: QueuedWrite[] = [];
  const commits: GroupCommit = {
    submit: (write) => void asked.push(write),
    write: async () => [],
    backlog: 0,
    flush: async () => {},
  };
  const claims = createClaims({
    commits,
    ownership: soleOwnership('process'),
    leases: { begin() {} },
    reconciler: { areLeasesKnown: true },
  });
  const answer = (...rows: Row[][]) => asked.shift()?.onCommitted(rows);
  const lane = { streamId: 'shop', endpoint: 'webhook', hasMoreInTable: true, tableVersion: 1 };
  return { claims, answer, lane: { ...lane, retryDueAt: 5 as number | null } };
}
const first: Row = ['delivery', 'event', 'Message', 1, 0, 10, null, 2, null];

test('a first attempt that is found while an earlier claim is under way waits in the table still', async () => {
  const { claims, answer, lane } = claiming();
  const before = claims.fresh(lane, 64);
  answer([first]);
  expect(await before).toHaveLength(1);
  expect(lane.hasMoreInTable).toBe(false);
  lane.hasMoreInTable = true;
  const during = claims.fresh(lane, 64);
  lane.tableVersion++;
  answer([first]);
  await during;
  expect(lane.hasMoreInTable).toBe(true);
});

test('a retry that is found while an earlier claim is under way is due when it was found to be', async () => {
  const { claims, answer, lane } = claiming();
  const before = claims.retries(lane, 64, 10);
  answer([], [[null]]);
  await before;
  expect(lane.retryDueAt).toBeNull();
  const during = claims.retries(lane, 64, 10);
  lane.tableVersion++;
  lane.retryDueAt = 20;
  answer([], [[null]]);
  await during;
  expect(lane.retryDueAt).toBe(20);
  const again = claims.retries(lane, 64, 10);
  lane.tableVersion++;
  answer([], [[12]]);
  await again;
  expect(lane.retryDueAt).toBe(12);
});

/** Claims that are written to the table of an engine that was never started, so that everything waits there. */
async function claimingFrom(bench: EngineBench) {
  const commits: GroupCommit = {
    submit: (write) => {
      const statements = write.statements({} as Parameters<QueuedWrite['statements']>[0]);
      bench.db.batch(statements).then((rows) => write.onCommitted(rows), write.onFailed);
    },
    write: async () => [],
    backlog: 0,
    flush: async () => {},
  };
  const begun: string[] = [];
  const claims = createClaims({
    commits,
    ownership: soleOwnership('process'),
    leases: { begin: ({ id }) => void begun.push(id) },
    reconciler: { areLeasesKnown: true },
  });
  const lane = (endpoint: string) => ({
    ...{ streamId: SHOP.id, endpoint, hasMoreInTable: true, retryDueAt: 0, tableVersion: 1 },
  });
  return { claims, lane, begun };
}

const brought = ({ sequence, chat, body, bodyBytes, traceparent }: Delivery) => ({
  ...{ sequence, chat, bodyBytes, traceparent },
  body: body === null ? null : JSON.parse(body).data.Message?.conversation,
});

test('what is claimed has the chat, the trace and the size of its event, and the body if it is short and has no secret', async () => {
  const bench = await engineBench();
  const code: CatalogEvent = {
    type: 'QRCode',
    data: { code: '2@secret', qrcode: '', count: 1, maxCount: 6 },
    secretUntil: 60_000,
  };
  const long = 'x'.repeat(5_000);
  await bench.engine.publish(SHOP, [message('ana', 'hello'), message('bia', long), code]);
  await bench.engine.publish(SHOP, [message('ana', 'removed')]);
  await bench.db.query("update events set traceparent = 'trace' where sequence = 1", []);
  const sizes = await bench.db.query('select octet_length(body) from events order by sequence', []);
  const [short, longer, secret] = sizes.map(([bytes]) => Number(bytes));
  await bench.db.query('delete from events where sequence = 4', []);
  const { claims, lane, begun } = await claimingFrom(bench);
  const claimed = await claims.fresh(lane('webhook'), 64);
  const chats = [message('ana'), message('bia')].map(chatOf);
  expect(claimed.map(brought)).toEqual([
    {
      sequence: 1,
      chat: chats[0] ?? '',
      bodyBytes: short ?? 0,
      traceparent: 'trace',
      body: 'hello',
    },
    { sequence: 2, chat: chats[1] ?? '', bodyBytes: longer ?? 0, traceparent: null, body: null },
    { sequence: 3, chat: null, bodyBytes: secret ?? 0, traceparent: null, body: null },
    { sequence: 4, chat: null, bodyBytes: 0, traceparent: null, body: null },
  ]);
  expect(claimed.map(({ id }) => id)).toEqual(begun);
  expect((await bench.rows()).map(({ state }) => state)).toEqual(Array(4).fill('sending'));
});

test('a claim takes the first ones of its lane alone, and retries in the order in which they are due', async () => {
  const bench = await engineBench();
  bench.targets.set('global-webhook', target());
  for (const text of ['1', '2', '3', '4']) await bench.engine.publish(SHOP, [message('ana', text)]);
  const { claims, lane } = await claimingFrom(bench);
  const fresh = await claims.fresh(lane('webhook'), 2);
  expect(fresh.map(brought).map(({ body }) => body)).toEqual(['1', '2']);
  await bench.db.query(
    "update deliveries set attempt_count = 1, next_attempt_at = 10 - sequence where state = 'waiting'",
    [],
  );
  const retried = lane('webhook');
  const due = await claims.retries(retried, 1, 6);
  expect(due.map(brought).map(({ body }) => body)).toEqual(['4']);
  expect(retried.retryDueAt).toBe(7);
  const states = (await bench.rows()).map(({ endpoint, state }) => `${endpoint} ${state}`);
  expect(states.filter((one) => one === 'webhook sending')).toHaveLength(3);
  expect(states.filter((one) => one === 'global-webhook waiting')).toHaveLength(4);
});

test('a replay has the chat and the size of an event that the archive has restored, until the log has it too', async () => {
  const bench = await engineBench();
  await bench.engine.publish(SHOP, [message('ana', 'in the log'), message('bia', 'archived')]);
  const endpoint = replayLane('webhook', 'r1');
  const { db } = bench;
  await db.query('update deliveries set endpoint = ?', [endpoint]);
  await db.query('pragma foreign_keys = off', []);
  const restored = "select 'r1', sequence, 'restored', '{}' from events";
  await db.query(`insert into restored_events (replay_id, sequence, chat, body) ${restored}`, []);
  await db.query('delete from events where sequence = 2', []);
  const { claims, lane } = await claimingFrom(bench);
  const claimed = await claims.fresh(lane(endpoint), 64);
  expect(claimed.map(brought)).toEqual([
    expect.objectContaining({ sequence: 1, chat: chatOf(message('ana')), body: 'in the log' }),
    { sequence: 2, chat: 'restored', bodyBytes: 2, traceparent: null, body: null },
  ]);
});
