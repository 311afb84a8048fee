/** The chain of audit rows: unbroken with several writers, complete whatever fails in between. */
import { beforeEach, expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../../src/core/db/client.ts';
import { openDatabase } from '../../../../src/core/db/open.ts';
import { invalid } from '../../../../src/core/shared/errors.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { createGatewayAudit } from '../../../../src/modules/gateway/audit/audit.ts';
import { checkAudit } from '../../../../src/modules/gateway/audit/chain.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { auditedContext, auditRows, begunRows } from '../../../helpers/audit.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { isSqldMissing, startMigratedSqld } from '../../../helpers/sqld.ts';
import { until } from '../../../helpers/until.ts';

let db: Database & { path: string };
beforeEach(async () => {
  db = await testDatabase();
});

const SHOP = { id: 'id-of-shop', name: 'shop' };
const logOut = { action: 'instance.logout', instance: SHOP } as const;
const nothing = async () => {};

function auditOver(database: Database, { isAlone = true, clock = manualClock() } = {}) {
  const logged: string[] = [];
  const log = createLog('info', clock.now, (line) => logged.push(line));
  const audit = createGatewayAudit({ db: database, clock, log, hours: 24, isAlone });
  return Object.assign(audit, { logged });
}

/** Two writers of one database, as two processes on a libSQL server are. */
async function twoWriters(url = `file:${db.path}`) {
  const databases = [await openDatabase({ url }), await openDatabase({ url })];
  return databases.map((database) => auditOver(database));
}

async function inTurns(writers: Awaited<ReturnType<typeof twoWriters>>): Promise<void> {
  const work = writers.map(async (audit, which) => {
    for (let round = 0; round < 20; round++)
      await audit.run(auditedContext(`w-${which}-${round}`), logOut, nothing);
  });
  await Promise.all(work);
}

test('500 operations at once make an unbroken chain without gaps', async () => {
  const audit = auditOver(db);
  await Promise.all(
    Array.from({ length: 500 }, (_, n) => audit.run(auditedContext(`r-${n}`), logOut, nothing)),
  );
  const rows = await auditRows(db);
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 1));
  expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(500);
  expect(await checkAudit(db)).toMatchObject({ problem: null, count: 500 });
  expect(await begunRows(db)).toEqual([]);
});

test('two writers of one database make one unbroken chain', async () => {
  await inTurns(await twoWriters());
  expect(await checkAudit(db)).toMatchObject({ problem: null, count: 40 });
});

test.skipIf(isSqldMissing)('two writers of one libSQL server make one unbroken chain', async () => {
  const server = await startMigratedSqld();
  const url = `http://${server.address}`;
  await inTurns(await twoWriters(url));
  const reader = await openDatabase({ url });
  expect(await checkAudit(reader)).toMatchObject({ problem: null, count: 40 });
  await reader.close();
  await server.kill();
});

test('an operation that a crash cut off gets its row at the next start, with no status, once', async () => {
  const context = auditedContext('cut-off', {
    kind: 'instance',
    instanceId: SHOP.id,
    keyId: 'key-2',
    scopes: [],
  });
  void auditOver(db).run(context, logOut, () => new Promise(() => {}));
  await until('it has begun', async () => (await begunRows(db)).length === 1);
  expect(await auditRows(db)).toEqual([]);
  await auditOver(db).start();
  await auditOver(db).start();
  expect(await auditRows(db)).toMatchObject([
    {
      action: 'instance.logout',
      actor: `instance:${SHOP.id}`,
      keyId: 'key-2',
      instanceName: 'shop',
      requestId: 'cut-off',
      status: null,
    },
  ]);
  expect(await begunRows(db)).toEqual([]);
});

test('where another process may be at work, an operation counts as cut off after ten minutes', async () => {
  const clock = manualClock();
  void auditOver(db, { clock }).run(auditedContext('slow'), logOut, () => new Promise(() => {}));
  await until('it has begun', async () => (await begunRows(db)).length === 1);
  const other = auditOver(db, { isAlone: false, clock });
  await other.start();
  expect(await auditRows(db)).toEqual([]);
  await until('it is recorded', async () => {
    await clock.advance(3_600_000);
    return (await begunRows(db)).length === 0;
  });
  expect(await auditRows(db)).toMatchObject([{ requestId: 'slow', status: null }]);
  await other.stop();
});

test('an operation has one row even when two processes take it for cut off at once', async () => {
  const clock = manualClock();
  void auditOver(db, { clock }).run(auditedContext('slow'), logOut, () => new Promise(() => {}));
  await until('it has begun', async () => (await begunRows(db)).length === 1);
  await Promise.all((await twoWriters()).map((audit) => audit.start()));
  expect(await auditRows(db)).toHaveLength(1);
});

test('nothing is done that could not be recorded', async () => {
  await db.query('drop table gateway_audit_begun', []);
  let isDone = false;
  const run = auditOver(db).run(auditedContext('r'), logOut, async () => {
    isDone = true;
  });
  expect(run).rejects.toThrow();
  await run.catch(() => {});
  expect(isDone).toBe(false);
});

test('an operation that was done is answered so although the database does not take its row, which is written later', async () => {
  let isFull = false;
  const refusing: Database = {
    ...db,
    batch: (statements) =>
      isFull ? Promise.reject(new DatabaseError('full', 'disk full')) : db.batch(statements),
  };
  const audit = auditOver(refusing);
  const run = audit.run(auditedContext('r'), logOut, async () => {
    isFull = true;
    return 'done';
  });
  expect(await run).toBe('done');
  expect(audit.logged.join()).toContain('an audit row could not be written yet');
  isFull = false;
  await audit.start();
  expect(await auditRows(db)).toMatchObject([{ requestId: 'r', status: null }]);
  await audit.run(auditedContext('after'), logOut, nothing);
  expect(await checkAudit(db)).toMatchObject({ problem: null, count: 2 });
  await audit.stop();
});

test('the caller gets the failure of the operation, not of its row', async () => {
  const audit = auditOver(db);
  const run = audit.run(auditedContext('r'), logOut, async () => {
    await db.query('drop table gateway_audit', []);
    throw invalid('number is missing');
  });
  expect(await run.catch((error: unknown) => String(error))).toContain('number is missing');
  expect(audit.logged.join()).toContain('an audit row could not be written yet');
});

test('a change of any column of any row is found', async () => {
  const audit = auditOver(db);
  for (const name of ['a', 'b', 'c', 'd'])
    await audit.run(auditedContext(name), logOut, async (note) => note({ details: { name } }));
  const columns = await db.query("select name from pragma_table_info('gateway_audit')", []);
  for (const { id } of await auditRows(db)) {
    for (const [column] of columns) {
      const value = column === 'id' ? '100' : `cast(coalesce(${column}, '') || '1' as text)`;
      const change = `update gateway_audit set ${column} = ${value} where id = ${id}`;
      const { problem } = await onCopy(change);
      expect([id, column, problem]).toEqual([id, column, expect.any(String)]);
    }
  }
  expect(await onCopy('select 1')).toMatchObject({ problem: null, count: 4 });
});

/** What a check finds after `change`, of which nothing stays. */
async function onCopy(change: string) {
  const rows = await db.query('select * from gateway_audit', []);
  await db.query(change, []);
  const checked = await checkAudit(db);
  const marks = rows[0]?.map(() => '?').join(', ');
  const restore = rows.map((row) => ({
    sql: `insert into gateway_audit values (${marks})`,
    params: row,
  }));
  await db.batch([{ sql: 'delete from gateway_audit', params: [] }, ...restore]);
  return checked;
}
