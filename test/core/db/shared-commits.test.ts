import { expect, test } from 'bun:test';
import { type Database, DatabaseError, faultOf } from '../../../src/core/db/client.ts';
import { shareCommits } from '../../../src/core/db/shared-commits.ts';
import { testDatabase } from '../../helpers/database.ts';

const add = (id: string) => [
  { sql: 'insert into streams (id, last_sequence) values (?, 0)', params: [id] },
];

async function counting() {
  const db = await testDatabase();
  const sizes: number[] = [];
  let fault: DatabaseError | null = null;
  const batch: Database['batch'] = (statements) => {
    sizes.push(statements.length);
    return fault ? Promise.reject(fault) : db.batch(statements);
  };
  const ids = async () =>
    (await db.query('select id from streams order by rowid', [])).map(([id]) => id);
  return {
    commit: shareCommits({ ...db, batch }),
    sizes,
    ids,
    fail: (error: DatabaseError | null) => {
      fault = error;
    },
  };
}

test('writes that arrive together share one commit, in the order of the calls, each with its own rows', async () => {
  const { commit, sizes, ids } = await counting();
  const rows = await Promise.all([
    commit(add('b')),
    commit([{ sql: "select 'between'", params: [] }]),
    commit(add('a')),
  ]);
  expect(sizes).toEqual([3]);
  expect(rows).toEqual([[[]], [[['between']]], [[]]]);
  expect(await ids()).toEqual(['b', 'a']);
});

test('a write that is refused for what it is fails alone, and whole', async () => {
  const { commit, ids } = await counting();
  const faults = await Promise.all(
    [add('a'), [...add('c'), ...add('a')], add('b')].map((write) =>
      commit(write).then(() => null, faultOf),
    ),
  );
  expect(faults).toEqual([null, 'unique', null]);
  expect(await ids()).toEqual(['a', 'b']);
});

test('where the trial is cut off, all writes of the refused commit fail with that, and none is done', async () => {
  const db = await testDatabase();
  const cutOff = () => Promise.reject(new DatabaseError('unreachable', 'cut by the test'));
  const commit = shareCommits({ ...db, tryOut: cutOff });
  await commit(add('taken'));
  const faults = await Promise.all(
    ['a', 'taken', 'b'].map((id) => commit(add(id)).then(() => null, faultOf)),
  );
  expect(faults).toEqual(['unreachable', 'unreachable', 'unreachable']);
  await commit(add('c'));
  expect((await db.query('select id from streams order by rowid', [])).flat()).toEqual([
    'taken',
    'c',
  ]);
});

test('a commit that is always refused, though each write could be done, is tried eight times', async () => {
  const db = await testDatabase();
  let batches = 0;
  const commit = shareCommits({
    ...db,
    batch() {
      batches++;
      return Promise.reject(new DatabaseError('constraint', 'another process was first'));
    },
  });
  const faults = await Promise.all(
    ['a', 'b'].map((id) => commit(add(id)).then(() => null, faultOf)),
  );
  expect([...faults, batches]).toEqual(['constraint', 'constraint', 8]);
});

test('ten that are refused cost the others one more commit', async () => {
  const db = await testDatabase();
  let batches = 0;
  const commit = shareCommits({
    ...db,
    batch(statements) {
      batches++;
      return db.batch(statements);
    },
  });
  await commit(add('taken'));
  const writes = Array.from({ length: 40 }, (_, index) =>
    index % 4 ? `stream ${index}` : 'taken',
  );
  const results = await Promise.allSettled(writes.map((id) => commit(add(id))));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  expect(batches).toBe(3);
});

test('writes of many bytes do not share a commit, and one that has more than fits goes alone', async () => {
  const { commit, sizes, ids } = await counting();
  const long = (letter: string) => letter.repeat(3 * 1024 * 1024);
  await Promise.all([long('a'), 'b', long('c'), 'd'].map((id) => commit(add(id))));
  expect(sizes).toEqual([2, 2]);
  await Promise.all([...add(long('e')), ...add(long('f'))].map((one) => commit([one])));
  await commit([...add(long('g')), ...add(long('h'))]);
  expect(sizes.slice(2)).toEqual([1, 1, 2]);
  expect((await ids()).map((id) => String(id)[0])).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
    'f',
    'g',
    'h',
  ]);
});

test('on a full disk the first refusal answers all writes of the commit, and the next write is tried anew', async () => {
  const { commit, sizes, ids, fail } = await counting();
  fail(new DatabaseError('full', 'no room'));
  const faults = await Promise.all(
    ['a', 'b'].map((id) => commit(add(id)).then(() => null, faultOf)),
  );
  expect(faults).toEqual(['full', 'full']);
  expect(sizes).toEqual([2]);
  fail(null);
  await commit(add('c'));
  expect(await ids()).toEqual(['c']);
});

test('no more than ten thousand writes wait: the next one is refused as busy', async () => {
  const { commit } = await counting();
  const waiting = Array.from({ length: 10_000 }, (_, index) => commit(add(`${index}`)));
  expect(await commit(add('one more')).catch(faultOf)).toBe('busy');
  await Promise.all(waiting);
  await commit(add('one more'));
});
