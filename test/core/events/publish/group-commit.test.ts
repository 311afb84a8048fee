/** What one refused write costs those that share its commit. */
import { expect, test } from 'bun:test';
import { type Database, DatabaseError, faultOf } from '../../../../src/core/db/client.ts';
import { createGroupCommit } from '../../../../src/core/events/publish/group-commit.ts';
import { soleOwnership } from '../../../../src/core/events/publish/ownership.ts';
import { createSequences } from '../../../../src/core/events/publish/sequences.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { connected, engineBench, message } from '../../../helpers/engine.ts';

const add = (id: string) => [
  { sql: 'insert into streams (id, last_sequence) values (?, 0)', params: [id] },
];

async function committing() {
  const disk = await testDatabase();
  const done = { batches: 0, triedOut: 0 };
  let canTryOut = true;
  const db: Pick<Database, 'batch' | 'tryOut'> = {
    batch(statements) {
      done.batches++;
      return disk.batch(statements);
    },
    tryOut(writes) {
      done.triedOut++;
      const cutOff = () => new DatabaseError('unreachable', 'cut by the test');
      return canTryOut ? disk.tryOut(writes) : Promise.reject(cutOff());
    },
  };
  const clock = manualClock();
  const ownership = soleOwnership('process');
  const commits = createGroupCommit({
    db,
    clock,
    ownership,
    sequences: createSequences(disk, ownership, () => {}),
    log: createLog('error', clock.now, () => {}),
    number: null,
    joinable: new Map(),
    outcomeKnown() {},
  });
  const ids = async () =>
    (await disk.query('select id from streams order by rowid', [])).map(([id]) => id);
  return {
    commits,
    done,
    ids,
    clock,
    cutTrials(areCut: boolean) {
      canTryOut = !areCut;
    },
  };
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `stream ${index}`);

test.each([1, 60])(
  'of 127 changes that share a commit %p may be refused, and the others have one commit',
  async (count) => {
    const { commits, done, ids } = await committing();
    await commits.write(add('taken'));
    done.batches = 0;
    const others = names(127 - count);
    const refused = Array.from({ length: count }, () => commits.write(add('taken')).catch(faultOf));
    await Promise.all(others.map((id) => commits.write(add(id))));
    expect(await Promise.all(refused)).toEqual(refused.map(() => 'unique'));
    // The one that was refused as a whole, and the one of those that remained.
    expect(done).toEqual({ batches: 2, triedOut: 1 });
    expect(await ids()).toEqual(['taken', ...others]);
  },
);

test('a change that needs one before it in the same commit is refused with it, and no other', async () => {
  const { commits, ids } = await committing();
  await commits.write(add('taken'));
  const needs = [
    { sql: "update streams set id = null where not exists (select 1 from streams where id = 'a')" },
  ].map(({ sql }) => ({ sql, params: [] }));
  const results = await Promise.all(
    [[...add('a'), ...add('taken')], needs, add('b')].map((write) =>
      commits.write(write).then(() => null, faultOf),
    ),
  );
  expect(results).toEqual(['unique', 'constraint', null]);
  expect(await ids()).toEqual(['taken', 'b']);
});

test('where the trial is cut off, a result of an attempt is written later, and what may fail does', async () => {
  const { commits, ids, clock, cutTrials } = await committing();
  await commits.write(add('taken'));
  cutTrials(true);
  const refused = ['taken', 'a'].map((id) => commits.write(add(id)).catch(faultOf));
  const result = Promise.withResolvers<string>();
  commits.submit({
    statements: () => add('result'),
    onCommitted: () => result.resolve('on disk'),
    onCommittedWithoutRows: () => result.resolve('on disk'),
    onFailed: () => result.resolve('failed'),
    mustSucceed: true,
    rows: 1,
    bytes: 1,
  });
  expect(await Promise.all(refused)).toEqual(['unreachable', 'unreachable']);
  expect([await ids(), commits.backlog]).toEqual([['taken'], 1]);
  cutTrials(false);
  clock.advance(50);
  expect(await result.promise).toBe('on disk');
  expect(await ids()).toEqual(['taken', 'result']);
});

test('events that are published beside a refused change have sequences without a gap', async () => {
  const { engine, db } = await engineBench();
  const shop = { id: 'shop', name: 'shop' };
  await engine.publish(shop, [connected]);
  const mine = { sql: "insert into streams (id, last_sequence) values ('shop', 9)", params: [] };
  const refused = engine.publish(shop, [message('a')], [mine]).catch(faultOf);
  await Promise.all(['b', 'c'].map((chat) => engine.publish(shop, [message(chat)])));
  expect(await refused).toBe('unique');
  expect(await db.query('select sequence from events order by 1', [])).toEqual([[1], [2], [3]]);
});
