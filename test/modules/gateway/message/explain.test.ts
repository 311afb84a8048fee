/** Why a message is where it is: one sentence, and the steps behind it. */
import { expect, test } from 'bun:test';
import { QueuedMessages } from '../../../../src/core/messages/queued-messages.ts';
import { explainMessage } from '../../../../src/modules/gateway/message/explain.ts';

import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import {
  CAFE,
  DIRECTORY,
  gatewayServer,
  insertInstances,
  operationsWith,
  SHOP,
} from '../../../helpers/gateway-server.ts';
import { FAULTS, type Fault, GROUP, type SeededDelivery } from './explained-faults.ts';

const SENT = Date.UTC(2026, 0, 5, 10);
const ANA = '5511988887777@s.whatsapp.net';
const ID = '3EB0A';

async function stage(fault: Partial<Fault>) {
  const db = await testDatabase();
  await insertInstances(db);
  const run = (sql: string, params: (string | number | null)[]) => db.query(sql, params);
  const { chat = ANA, kind = 'text', status, code = null, reason = null } = fault;
  const history = JSON.stringify([
    { status: 'Pending', at: SENT },
    ...(status === undefined || status === 'Pending' ? [] : [{ status, at: SENT + 1_000 }]),
  ]);
  await run('insert into streams (id, last_sequence) values (?, 9)', [SHOP.id]);
  await run(
    `insert into messages (instance_id, id, is_from_me, chat, sender, chat_address, author_address, kind, sent_at,
      status, code, reason, history, after_sequence) values (?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, ?, ?)`,
    [
      SHOP.id,
      ID,
      status === undefined ? 0 : 1,
      chat,
      ANA,
      chat,
      kind,
      SENT,
      status ?? null,
      code,
      reason,
      status === undefined ? null : history,
      fault.isOld ? null : 7,
    ],
  );
  const { event = status === undefined ? 'Message' : 'SendMessage' } = fault;
  const eventId = Bun.randomUUIDv7();
  const insertEvent = (sequence: number, type: string, eventChat: string, id: string) => {
    const data = { Info: { ID: id }, ...(fault.eventReason && { Reason: fault.eventReason }) };
    const body = JSON.stringify({ data });
    return run(
      'insert into events (stream_id, sequence, id, type, chat, body, created_at) values (?, ?, ?, ?, ?, ?, ?)',
      [
        SHOP.id,
        sequence,
        sequence === 8 ? eventId : Bun.randomUUIDv7(),
        type,
        eventChat,
        body,
        SENT + 1_500,
      ],
    );
  };
  // Another message of the same id before it, and another of the same chat after it.
  await insertEvent(7, 'Message', chat, ID);
  if (event !== 'none') await insertEvent(8, event, chat, ID);
  await insertEvent(9, 'Message', chat, `${ID}B`);
  for (const delivery of fault.deliveries ?? []) await insertDelivery(run, eventId, delivery);
  const directory = {
    ...DIRECTORY,
    byName: (name: string) => {
      const found = DIRECTORY.byName(name);
      return (
        found && { ...found, state: fault.isAway ? ('connecting' as const) : ('open' as const) }
      );
    },
  };
  const settings = {
    get: () => ({
      webhook: { events: fault.subscribe ?? ['ALL'] },
      websocketEnabled: fault.hasLiveReaders ?? false,
    }),
  };
  const clock = manualClock();
  const queued = new QueuedMessages(db);
  const routes = operationsWith([explainMessage], { directory, db, settings, queued, clock });
  const server = gatewayServer(clock, routes);
  const explain = (id = ID, key = 'shop-key') =>
    server.call('GET', `/message/explain/shop/${id}`, { key });
  return { db, explain };
}

type Run = (sql: string, params: (string | number | null)[]) => Promise<unknown>;

const startOf = (number: number) => SENT + 2_000 + (number - 1) * 30_000;

async function insertDelivery(run: Run, eventId: string, delivery: SeededDelivery): Promise<void> {
  const {
    state,
    endpoint = 'webhook',
    target = 'https://app.example/hook',
    attempts = 0,
  } = delivery;
  const { status = null, error = null } = delivery;
  const id = Bun.randomUUIDv7();
  const last = { startedAt: startOf(attempts), durationMs: 50, status, error, responseBody: 'no' };
  await run(
    `insert into deliveries (id, stream_id, sequence, endpoint, event_id, type, target, state, attempt_count,
      next_attempt_at, holder, last_status, last_error, last_attempt, created_at, updated_at)
      values (?, ?, 8, ?, ?, 'Message', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      id,
      SHOP.id,
      endpoint,
      eventId,
      target,
      state,
      attempts,
      state === 'waiting' ? SENT + 600_000 : null,
      state === 'sending' ? 'somebody' : null,
      status,
      error,
      attempts > 0 ? JSON.stringify(last) : null,
      SENT + 1_500,
      SENT + 300_000,
    ],
  );
  for (let number = 1; number < attempts; number++)
    await run(
      'insert into attempts (delivery_id, number, started_at, duration_ms, status, error) values (?, ?, ?, 50, 500, ?)',
      [id, number, startOf(number), 'status 500'],
    );
}

test('there are at least forty faults, each with a sentence of its own kind', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(FAULTS.map(({ what }) => what)).size).toBe(FAULTS.length);
});

for (const fault of FAULTS)
  test(`when ${fault.what}, the explanation says so`, async () => {
    const { explain } = await stage(fault);
    const { status, json } = await explain();
    expect([status, json.id]).toEqual([200, ID]);
    expect(json.sentence).toBe(fault.sentence);
    const times = json.steps.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort());
  });

test('the steps name every attempt, what the receiver answered and when', async () => {
  const { explain } = await stage({
    deliveries: [{ state: 'discarded', attempts: 2, status: 503, error: 'status 503' }],
  });
  expect((await explain()).json.steps).toEqual([
    { at: '2026-01-05T10:00:00.000Z', what: `${ANA} sent it.` },
    { at: '2026-01-05T10:00:01.500Z', what: 'Event 8 (Message) was published.' },
    {
      at: '2026-01-05T10:00:02.050Z',
      what: 'Attempt 1 to give the Message event to the webhook https://app.example/hook failed: status 500.',
    },
    {
      at: '2026-01-05T10:00:32.050Z',
      what: 'Attempt 2 to give the Message event to the webhook https://app.example/hook failed: status 503, with the answer "no".',
    },
    {
      at: '2026-01-05T10:05:00.000Z',
      what: 'the webhook https://app.example/hook was discarded: status 503.',
    },
  ]);
});

test('the steps of a message that was sent say how far it came, and why no further', async () => {
  const { explain } = await stage({ status: 'Error', code: 479, reason: 'Send it again.' });
  expect((await explain()).json.steps).toEqual([
    { at: '2026-01-05T10:00:00.000Z', what: 'It was accepted and stored.' },
    {
      at: '2026-01-05T10:00:01.000Z',
      what: 'It was refused, or could not be sent. Code 479. Send it again.',
    },
    { at: '2026-01-05T10:00:01.500Z', what: 'Event 8 (SendMessage) was published.' },
  ]);
});

test('404 for an id that is not known, 403 for the key of another instance', async () => {
  const { explain } = await stage({ chat: GROUP });
  const { status, json } = await explain('3EB0Z');
  expect([status, json.error.message]).toEqual([
    404,
    'no message with this id was sent or received through the instance, or it is not stored any more',
  ]);
  expect((await explain(ID, `${CAFE.name}-key`)).status).toBe(403);
});
