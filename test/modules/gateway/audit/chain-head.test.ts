/** The head of the chain in the log, by which a chain that was computed again is found. */
import { expect, test } from 'bun:test';
import { createLog } from '../../../../src/core/shared/log.ts';
import { createGatewayAudit } from '../../../../src/modules/gateway/audit/audit.ts';
import {
  chainEntry,
  checkAudit,
  type Link,
  START,
} from '../../../../src/modules/gateway/audit/chain.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { auditedContext, auditRows } from '../../../helpers/audit.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { until } from '../../../helpers/until.ts';

const HOUR = 3_600_000;
const logOut = { action: 'instance.logout', instance: null } as const;

async function startedAudit() {
  const db = await testDatabase();
  const clock = manualClock();
  const lines: { message: string; head: string }[] = [];
  const log = createLog('info', clock.now, (line) => lines.push(JSON.parse(line)));
  const audit = createGatewayAudit({ db, clock, log, hours: 24, isAlone: true });
  const heads = () =>
    lines.filter(({ message }) => message === 'the head of the audit').map(({ head }) => head);
  const write = (requestId: string) => audit.run(auditedContext(requestId), logOut, async () => {});
  return { db, clock, audit, heads, write };
}

test('the head of the chain is logged at the start and each hour, once there is one', async () => {
  const { db, clock, audit, heads, write } = await startedAudit();
  await audit.start();
  await clock.advance(HOUR);
  expect(heads()).toEqual([]);
  for (const requestId of ['a', 'b']) {
    await write(requestId);
    const last = (await auditRows(db)).at(-1);
    await until('the new head is logged', async () => {
      await clock.advance(HOUR);
      return heads().includes(`${last?.id}:${last?.hash}`);
    });
  }
  await audit.stop();
});

test('a chain that somebody has computed again is found by a head in the log, and by nothing else', async () => {
  const { db, audit, heads, write } = await startedAudit();
  for (const requestId of ['a', 'b', 'c']) await write(requestId);
  await audit.start();
  await until('the head is logged', () => heads().length > 0);
  await audit.stop();
  let previous: Link = START;
  for (const row of await auditRows(db)) {
    const forged = chainEntry(previous, { ...row, actor: 'instance:another' });
    const params = [forged.actor, forged.previousHash, forged.hash, forged.id];
    await db.query(
      'update gateway_audit set actor = ?, previous_hash = ?, hash = ? where id = ?',
      params,
    );
    previous = forged;
  }
  expect((await checkAudit(db)).problem).toBeNull();
  const [id = '', hash = ''] = heads()[0]?.split(':') ?? [];
  expect((await checkAudit(db, { id: Number(id), hash })).problem).toBe(
    'entry 3 has another hash than the one noted',
  );
});
