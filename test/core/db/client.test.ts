import { expect, test } from 'bun:test';
import { effectOf } from '../../../src/core/db/client.ts';

const CASES: [ReturnType<typeof effectOf>, string][] = [
  ['read', 'select 1'],
  ['read', '\n  SELECT * FROM t'],
  ['read', '(select 1)'],
  ['read', 'values (1)'],
  ['read', 'explain query plan delete from t'],
  ['read', 'with one as (select 1) select * from one'],
  ['write', 'with one as (select 1) insert into t select * from one'],
  ['write', "with one as (select 1) select 'update' from one"],
  ['write', 'insert into t values (1) returning a'],
  ['write', 'UPDATE t SET a = 1'],
  ['write', ' delete from t'],
  ['write', 'replace into t values (1)'],
  ['alone', 'PRAGMA wal_checkpoint'],
  ['alone', 'create table t (a)'],
  ['alone', 'vacuum'],
  ['alone', ''],
];

test.each(CASES)('%s: %s', (effect, sql) => {
  expect(effectOf(sql)).toBe(effect);
});
