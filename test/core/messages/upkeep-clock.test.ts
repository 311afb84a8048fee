/** How long messages are kept while the wall clock of the machine is wrong. */
import { afterEach, expect, test } from 'bun:test';
import { createRetentionTime } from '../../../src/core/events/log/retention-time.ts';
import { createMessageUpkeep } from '../../../src/core/messages/upkeep.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { SHOP } from '../../helpers/gateway-server.ts';
import { messageStoreBench } from '../../helpers/message-store.ts';
import { received, storedRecord } from '../../helpers/stored-message.ts';
import { until } from '../../helpers/until.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
/** From one look at the tables to the next. */
const LOOK_MS = 10_000;
const TABLES = ['messages', 'stored_messages', 'chats', 'contacts'];

const running: ReturnType<typeof createMessageUpkeep>[] = [];
afterEach(async () => {
  for (const upkeep of running.splice(0)) await upkeep.stop();
});

/** Stores messages for an hour. */
async function stage() {
  const bench = await messageStoreBench(1);
  const { db, clock, messages } = bench;
  const start = () => {
    const log = createLog('error', clock.now, () => {});
    const time = createRetentionTime(db, clock, HOUR_MS, 'retention_lag_of_messages');
    const kept = { hours: 1, storeHours: 1, time };
    const upkeep = createMessageUpkeep({ db, clock, log, messages, connected: () => [], ...kept });
    running.push(upkeep);
    upkeep.start();
  };
  const store = async (...ids: string[]) => {
    const at = clock.now();
    const events = ids.map((ID) => received({ ID, at }));
    await messages.publish(SHOP, events, [storedRecord({ id: ids[0] ?? '', sentAt: at })]);
  };
  const counts = () =>
    Promise.all(
      TABLES.map(async (table) =>
        Number((await db.query(`select count(*) from ${table}`, []))[0]?.[0]),
      ),
    );
  const gone = () =>
    until('nothing is left', async () => {
      await clock.advance(LOOK_MS);
      return (await counts()).every((count) => count === 0);
    });
  return { ...bench, start, store, counts, gone };
}

test('a clock that steps forward a year ages nothing by it, also over a restart', async () => {
  const { clock, start, store, counts, gone } = await stage();
  start();
  await store('A');
  await clock.advance(LOOK_MS);
  clock.jump(YEAR_MS);
  await clock.advance(3 * LOOK_MS);
  start();
  await clock.advance(HOUR_MS - 10 * LOOK_MS);
  expect(await counts()).toEqual([1, 1, 1, 1]);
  await gone();
});

test('messages that were stored while the clock was a year ahead keep no later ones', async () => {
  const { clock, start, store, counts, db } = await stage();
  clock.jump(YEAR_MS);
  await store(...Array.from({ length: 250 }, (_, index) => `M${index}`));
  clock.jump(-YEAR_MS);
  start();
  await store('later');
  await clock.advance(LOOK_MS);
  expect((await counts())[1]).toBe(251);
  await clock.advance(HOUR_MS);
  await until('they are gone', async () => {
    await clock.advance(LOOK_MS);
    return (await db.query('select id from stored_messages', [])).length === 0;
  });
});
