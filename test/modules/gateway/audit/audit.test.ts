/** How long audit rows are retained, and that what is left is still a chain that can be checked. */
import { beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../../../src/core/db/client.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { createGatewayAudit } from '../../../../src/modules/gateway/audit/audit.ts';
import { checkAudit } from '../../../../src/modules/gateway/audit/chain.ts';
import { type ManualClock, manualClock } from '../../../doubles/manual-clock.ts';
import { auditedContext, auditRows } from '../../../helpers/audit.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { until } from '../../../helpers/until.ts';

const HOUR = 3_600_000;
let db: Database;
let clock: ManualClock;
beforeEach(async () => {
  db = await testDatabase();
  clock = manualClock();
});

function auditRetaining(hours: number) {
  const log = createLog('info', clock.now, () => {});
  return createGatewayAudit({ db, clock, log, hours, isAlone: true });
}
type RetainingAudit = ReturnType<typeof auditRetaining>;

async function writeRows(audit: RetainingAudit, count: number): Promise<void> {
  const operation = { action: 'instance.logout', instance: null } as const;
  const all = Array.from({ length: count }, () => auditedContext('r'));
  await Promise.all(all.map((context) => audit.run(context, operation, async () => {})));
}

const pruned = (removed: number) =>
  until(`${removed} rows are pruned`, async () => (await auditRows(db))[0]?.id === removed + 1);

test('rows older than the retention go, and one says from where the rest begins', async () => {
  const audit = auditRetaining(24);
  await writeRows(audit, 12);
  const before = await auditRows(db);
  await clock.advance(12 * HOUR);
  await writeRows(audit, 3);
  await audit.start();
  await clock.advance(13 * HOUR);
  await pruned(12);
  const rows = await auditRows(db);
  expect(rows.map(({ action }) => action)).toEqual([
    ...Array(3).fill('instance.logout'),
    'audit.pruned',
  ]);
  expect(rows[3]).toMatchObject({
    actor: 'service',
    details: JSON.stringify({ id: 12, hash: before[11]?.hash }),
  });
  expect(await checkAudit(db)).toMatchObject({ problem: null, count: 4 });
  await audit.stop();
});

test('more rows than one step removes go too, and new ones continue the chain', async () => {
  const audit = auditRetaining(1);
  await writeRows(audit, 1);
  const [first] = await auditRows(db);
  const entry = { ...first!, requestId: 'again' };
  await Promise.all(Array.from({ length: 5_999 }, () => audit.rows.append({ entry })));
  await clock.advance(2 * HOUR);
  await writeRows(audit, 1);
  await audit.start();
  await pruned(6_000);
  await writeRows(audit, 5);
  expect(await checkAudit(db)).toMatchObject({ problem: null, head: { id: 6_008 } });
  await audit.stop();
});

test('a service without requests does not fill its audit with rows about pruning', async () => {
  const audit = auditRetaining(1);
  await writeRows(audit, 2);
  await audit.start();
  await clock.advance(3 * HOUR);
  await pruned(2);
  await clock.advance(200 * HOUR);
  expect(await auditRows(db)).toHaveLength(1);
  expect(await checkAudit(db)).toMatchObject({ problem: null, count: 1, head: { id: 3 } });
  await audit.stop();
});

test('rows that were not removed by pruning are reported missing', async () => {
  const audit = auditRetaining(24);
  await writeRows(audit, 10);
  await clock.advance(25 * HOUR);
  await writeRows(audit, 2);
  await audit.start();
  await pruned(10);
  await db.query('delete from gateway_audit where id = 11', []);
  const { problem } = await checkAudit(db);
  expect(problem).toContain('the entries before 12 are missing');
  await audit.stop();
});
