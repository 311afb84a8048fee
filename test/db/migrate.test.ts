import { Database as Connection } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseError, Executor } from '../../src/db/client.ts';
import { MIGRATIONS, migrate } from '../../src/db/open.ts';
import { openSqlite } from '../../src/db/sqlite.ts';
import { temporaryFolder } from '../helpers/database.ts';

const FOLDER = join(import.meta.dir, '../../drizzle');
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort();

const opened: Executor[] = [];
const emptyFile = (path = join(temporaryFolder(), 'test.db')) => {
  const executor = openSqlite({ path });
  opened.push(executor);
  return executor;
};
afterEach(async () => {
  await Promise.all(opened.splice(0).map((executor) => executor.close()));
});

const failureOf = (work: Promise<unknown>): Promise<DatabaseError> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );
const namesIn = async (executor: Executor) =>
  (await executor.query('SELECT name FROM migrations ORDER BY name', [])).map(([name]) => name);
const SCHEMA =
  "SELECT sql FROM sqlite_schema WHERE name <> 'migrations' AND sql IS NOT NULL ORDER BY name";

const first = {
  name: '0000_a',
  sql: 'CREATE TABLE a (x unique);--> statement-breakpoint\nCREATE TABLE b (x);',
};
const second = { name: '0001_b', sql: 'INSERT INTO a VALUES (1);' };

describe('the embedded migrations', () => {
  test('are every file of drizzle/, in order', async () => {
    const texts = files.map((name) => Bun.file(join(FOLDER, name)).text());
    const expected = (await Promise.all(texts)).map((sql, index) => ({
      name: files[index]?.replace(/\.sql$/, ''),
      sql,
    }));
    expect(MIGRATIONS).toEqual(expected as (typeof MIGRATIONS)[number][]);
  });

  test('leave nothing out: each statement stands behind a breakpoint of its own', async () => {
    const executor = emptyFile();
    await migrate(executor, 1);
    using whole = new Connection(':memory:');
    for (const { sql } of MIGRATIONS) whole.run(sql);
    expect(await executor.query(SCHEMA, [])).toEqual(whole.prepare(SCHEMA).values());
  });

  test('never switch foreign keys, which does nothing inside a transaction', () => {
    for (const { sql } of MIGRATIONS) expect(sql).not.toMatch(/pragma\s+foreign_keys/i);
  });
});

describe('migrating', () => {
  test('applies what is missing, in order, and remembers when', async () => {
    const executor = emptyFile();
    await migrate(executor, 5, [first]);
    await migrate(executor, 6, [first, second]);
    expect(await executor.query('SELECT * FROM migrations ORDER BY name', [])).toEqual([
      ['0000_a', 5],
      ['0001_b', 6],
    ]);
    expect(await executor.query('SELECT * FROM a', [])).toEqual([[1]]);
  });

  test('does nothing the second time', async () => {
    const executor = emptyFile();
    await migrate(executor, 5, [first, second]);
    await migrate(executor, 6, [first, second]);
    expect(await executor.query('SELECT * FROM a', [])).toEqual([[1]]);
    expect(await executor.query('SELECT DISTINCT applied_at FROM migrations', [])).toEqual([[5]]);
  });

  test('by several at once applies each once', async () => {
    const executor = emptyFile();
    await Promise.all([1, 2, 3].map((now) => migrate(executor, now, [first, second])));
    expect(await executor.query('SELECT * FROM a', [])).toEqual([[1]]);
  });

  test('that fails leaves nothing of that migration, and says which it was', async () => {
    const executor = emptyFile();
    const broken = {
      name: '0001_c',
      sql: `${first.sql.replaceAll('TABLE ', 'TABLE new_')}--> statement-breakpoint\nSELEC`,
    };
    const error = await failureOf(migrate(executor, 1, [first, broken]));
    expect(error.message).toStartWith('migration 0001_c failed: ');
    expect(await namesIn(executor)).toEqual(['0000_a']);
    expect(await executor.query("SELECT 1 FROM sqlite_schema WHERE name LIKE 'new%'", [])).toEqual(
      [],
    );
  });

  test('that meets duplicates in the data fails as `unique`, and is not taken for applied', async () => {
    const executor = emptyFile();
    const again = { name: '0002_d', sql: 'INSERT INTO a VALUES (1);' };
    const error = await failureOf(migrate(executor, 1, [first, second, again]));
    expect(error.fault).toBe('unique');
    expect(await namesIn(executor)).toEqual(['0000_a', '0001_b']);
  });

  test('refuses a database of a newer version, and leaves it as it is', async () => {
    const executor = emptyFile();
    await migrate(executor, 1, [first, second]);
    const error = await failureOf(migrate(executor, 2, [first]));
    expect(error.message).toContain('newer version (migration 0001_b)');
    expect(await namesIn(executor)).toEqual(['0000_a', '0001_b']);
  });
});

test('an older database keeps its tokens, each in the list of the accounts it opens', async () => {
  const executor = emptyFile();
  const from = MIGRATIONS.findIndex(({ name }) => name.endsWith('tokens-by-account'));
  await migrate(executor, 1, MIGRATIONS.slice(0, from));
  const token = (id: string, boundTo: string | null) => ({
    sql: `insert into access_tokens (id, account_id, user_id, bound_to, name, token_hash, token_prefix, created_at, updated_at)
      values (?, 'a', 'ana', ?, ?, ?, 'gth', 1, 1)`,
    params: [id, boundTo, id, id],
  });
  const rows = ['a', 'b'].flatMap((account) => [
    `insert into accounts (id, name, locale, status, created_at, updated_at) values ('${account}', '', 'en', 'active', 1, 1)`,
    `insert into roles (id, account_id, key, name, is_system, created_at, updated_at) values ('${account}', '${account}', 'agent', 'Agent', 1, 1, 1)`,
  ]);
  const user =
    "insert into users (id, name, email, created_at, updated_at) values ('ana', 'Ana', 'ana@example.com', 1, 1)";
  const joins = ['a', 'b'].map(
    (account) => `insert into memberships values ('${account}', 'ana', '${account}', 1, 1)`,
  );
  const statements = [...rows, user, ...joins].map((sql) => ({ sql, params: [] }));
  await executor.batch([...statements, token('bound', 'b'), token('free', null)]);
  await migrate(executor, 2);
  const opened = 'select account_id, token_id from access_token_accounts order by 1, 2';
  expect(await executor.query(opened, [])).toEqual([
    ['a', 'free'],
    ['b', 'bound'],
    ['b', 'free'],
  ]);
  const totals = "select owner_id, total from list_totals where list = 'access_tokens' order by 1";
  expect(await executor.query(totals, [])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});
