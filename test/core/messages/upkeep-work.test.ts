/** What the periodic work on messages asks of the database. */
import { expect, test } from 'bun:test';
import { createMessageUpkeep } from '../../../src/core/messages/upkeep.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstances } from '../../helpers/gateway-server.ts';

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
