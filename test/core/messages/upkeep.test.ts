import { expect, test } from 'bun:test';
import { Messages } from '../../../src/core/messages/log.ts';
import { createMessageUpkeep, settleUnanswered } from '../../../src/core/messages/upkeep.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { engineBench } from '../../helpers/engine.ts';
import { CAFE, insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { until } from '../../helpers/until.ts';

async function stage() {
  const { engine, db, clock } = await engineBench();
  await insertInstances(db);
  const messages = new Messages(db, engine);
  const since = new Map<typeof SHOP, number>([[SHOP, clock.now()]]);
  const deps = {
    db,
    clock,
    messages,
    log: createLog('error', clock.now, () => {}),
    time: async () => clock.now(),
    connected: () =>
      [...since].map(([stream, at]) => ({ id: stream.id, name: stream.name, since: at })),
    hours: 1,
    storeHours: 1,
  };
  const send = (stream: typeof SHOP, ...ids: string[]) =>
    messages.publish(
      stream,
      [],
      ids.map((id) => ({
        id,
        isFromMe: true,
        chat: '5511@s.whatsapp.net',
        sender: '5522@s.whatsapp.net',
        chatAddress: '5511@s.whatsapp.net',
        authorAddress: '',
        kind: 'text',
        content: null,
        sentAt: clock.now(),
        status: 'Pending',
      })),
    );
  const statusOf = async (stream: typeof SHOP, id: string) =>
    (await new Messages(db, engine).fateOf(stream.id, id))?.status;
  return { db, clock, messages, since, deps, send, statusOf };
}

test('what a connected platform does not confirm within 30 s becomes Unknown, and says that it may have arrived', async () => {
  const { clock, deps, send, statusOf, messages } = await stage();
  await send(SHOP, 'A');
  await clock.advance(29_999);
  await settleUnanswered(deps);
  expect(await statusOf(SHOP, 'A')).toBe('Pending');
  await clock.advance(2);
  await settleUnanswered(deps);
  expect(await messages.fateOf(SHOP.id, 'A')).toMatchObject({
    status: 'Unknown',
    reason: expect.stringContaining('may have been delivered or not'),
  });
});

test('while the instance is away nothing is settled, and 30 s after it is back all is', async () => {
  const { clock, since, deps, send, statusOf } = await stage();
  await send(CAFE, ...Array.from({ length: 1_200 }, (_, index) => `${index}`));
  await clock.advance(3_600_000);
  await settleUnanswered(deps);
  expect(await statusOf(CAFE, '0')).toBe('Pending');
  since.set(CAFE, clock.now());
  await clock.advance(29_000);
  await settleUnanswered(deps);
  expect(await statusOf(CAFE, '0')).toBe('Pending');
  await clock.advance(1_001);
  await settleUnanswered(deps);
  expect(await statusOf(CAFE, '0')).toBe('Unknown');
  expect(await statusOf(CAFE, '1199')).toBe('Unknown');
});

test('one look ends even where nothing that it settles moves on', async () => {
  const { clock, deps, send } = await stage();
  await send(SHOP, ...Array.from({ length: 500 }, (_, index) => `${index}`));
  await clock.advance(30_001);
  let asked = 0;
  const recordStatuses = async () => void asked++;
  await settleUnanswered({ ...deps, messages: { recordStatuses } });
  expect(asked).toBe(100);
});

test('a confirmation that comes late still counts', async () => {
  const { clock, deps, send, statusOf, messages } = await stage();
  await send(SHOP, 'A');
  await clock.advance(30_001);
  await settleUnanswered(deps);
  const at = clock.now();
  await messages.recordStatuses(SHOP, [
    { id: 'A', status: 'ServerAck', code: null, reason: null, at },
  ]);
  expect(await statusOf(SHOP, 'A')).toBe('ServerAck');
});

test('messages are deleted when they are older than events are kept', async () => {
  const { db, clock, deps, send, statusOf } = await stage();
  const upkeep = createMessageUpkeep(deps);
  upkeep.start();
  await send(SHOP, 'old');
  await clock.advance(3_600_000 - 10_000);
  await send(SHOP, 'new');
  await clock.advance(10_001);
  await clock.advance(10_000);
  const count = async () => (await db.query('select id from messages', [])).length;
  await until('the old one is gone', async () => (await count()) === 1);
  expect(await statusOf(SHOP, 'old')).toBeUndefined();
  upkeep.stop();
  expect(clock.pending()).toBe(0);
});

test('while there is nothing to do, sixty connected instances cost one request in ten seconds', async () => {
  const db = await testDatabase();
  await insertInstances(db);
  const clock = manualClock();
  let requests = 0;
  const count = <T>(answer: T): T => {
    requests++;
    return answer;
  };
  const upkeep = createMessageUpkeep({
    db: { query: (sql, params) => count(db.query(sql, params)) },
    clock,
    log: createLog('error', clock.now, () => {}),
    messages: { recordStatuses: async () => void requests++ },
    connected: () =>
      Array.from({ length: 60 }, (_, index) => ({ id: `${index}`, name: `${index}`, since: 0 })),
    merging: { resume: async () => void requests++, stop() {} },
    time: async () => clock.now(),
    hours: 1,
    storeHours: 1,
  });
  await clock.advance(3_600_000);
  upkeep.start();
  await clock.advance(0);
  requests = 0;
  for (let pass = 0; pass < 6; pass++) await clock.advance(10_000);
  expect(requests).toBe(6);
  await upkeep.stop();
});
