import { Database as Connection } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { cacheStatements } from '../../../src/core/db/statements.ts';

/** A connection that records which statements were prepared, and which of them still are. */
function watchedConnection() {
  const connection = new Connection(':memory:');
  const prepared: { sql: string; statement: ReturnType<Connection['prepare']> }[] = [];
  const prepare = connection.prepare.bind(connection);
  connection.prepare = ((sql: string) => {
    const statement = prepare(sql);
    prepared.push({ sql, statement });
    return statement;
  }) as Connection['prepare'];
  return {
    connection,
    prepared: () => prepared.map(({ sql }) => sql),
    alive: () => prepared.filter(({ statement }) => !statement.isFinalized).map(({ sql }) => sql),
  };
}

test('a text is prepared once, however often it runs', () => {
  const { connection, prepared } = watchedConnection();
  const run = cacheStatements(connection, 2);
  for (let pass = 0; pass < 3; pass++) expect(run('SELECT ?', [pass])).toEqual([[pass]]);
  expect(prepared()).toEqual(['SELECT ?']);
});

test('when too many are cached, the oldest is finalized and prepared again when it is needed', () => {
  const { connection, prepared, alive } = watchedConnection();
  const run = cacheStatements(connection, 2);
  for (const sql of ['SELECT 1', 'SELECT 2', 'SELECT 3']) run(sql, []);
  expect(alive()).toEqual(['SELECT 2', 'SELECT 3']);
  expect(run('SELECT 1', [])).toEqual([[1]]);
  expect(prepared()).toEqual(['SELECT 1', 'SELECT 2', 'SELECT 3', 'SELECT 1']);
  expect(alive()).toEqual(['SELECT 3', 'SELECT 1']);
});

test('a text that cannot be prepared makes no room for itself', () => {
  const { connection, alive } = watchedConnection();
  const run = cacheStatements(connection, 1);
  run('SELECT 1', []);
  expect(() => run('SELEC', [])).toThrow('syntax error');
  expect(alive()).toEqual(['SELECT 1']);
});
