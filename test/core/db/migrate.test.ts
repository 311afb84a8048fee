import { Database as Connection } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import type { DatabaseError, Executor } from '../../../src/core/db/client.ts';
import {
  type Migration,
  migrate,
  needsOf,
  refuseUnmigrated,
} from '../../../src/core/db/migrate.ts';
import { MIGRATIONS } from '../../../src/core/db/open.ts';
import { openSqlite } from '../../../src/core/db/sqlite.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';

const FOLDER = join(import.meta.dir, '../../../drizzle');
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
/** Lets time pass until the work is done. */
async function passing(clock: ManualClock, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  await until('it is done', async () => {
    await clock.advance(500);
    return isDone;
  });
}
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
    await migrate(executor, MIGRATIONS, manualClock(1));
    using whole = new Connection(':memory:');
    for (const { sql } of MIGRATIONS) whole.run(sql);
    expect(await executor.query(SCHEMA, [])).toEqual(whole.prepare(SCHEMA).values());
  });

  test('say from the second on which version can work on their schema, and never a later one than this', () => {
    for (const migration of MIGRATIONS.slice(1)) {
      const needs = needsOf(migration) ?? expect.unreachable(`${migration.name}: -- needs VERSION`);
      expect(Bun.semver.order(needs, version)).toBeLessThanOrEqual(0);
    }
  });

  test('never switch foreign keys, which does nothing inside a transaction', () => {
    for (const { sql } of MIGRATIONS) expect(sql).not.toMatch(/pragma\s+foreign_keys/i);
  });
});

describe('migrating', () => {
  test('applies what is missing, in order, and remembers when', async () => {
    const executor = emptyFile();
    await migrate(executor, [first], manualClock(5));
    await migrate(executor, [first, second], manualClock(6));
    const applied = 'SELECT name, applied_at, needs FROM migrations ORDER BY name';
    expect(await executor.query(applied, [])).toEqual([
      ['0000_a', 5, null],
      ['0001_b', 6, null],
    ]);
    expect(await executor.query('SELECT * FROM a', [])).toEqual([[1]]);
  });

  test('does nothing the second time', async () => {
    const executor = emptyFile();
    await migrate(executor, [first, second], manualClock(5));
    await migrate(executor, [first, second], manualClock(6));
    expect(await executor.query('SELECT * FROM a', [])).toEqual([[1]]);
    expect(await executor.query('SELECT DISTINCT applied_at FROM migrations', [])).toEqual([[5]]);
  });

  test('by several at once applies each once', async () => {
    const executor = emptyFile();
    await Promise.all([1, 2, 3].map((now) => migrate(executor, [first, second], manualClock(now))));
    expect(await executor.query('SELECT * FROM a', [])).toEqual([[1]]);
  });

  test('an empty database gets all of them in one transaction', async () => {
    const executor = emptyFile();
    const transactions: number[] = [];
    const batch: Executor['batch'] = (list) => {
      transactions.push(list.length);
      return executor.batch(list);
    };
    await migrate({ ...executor, batch }, MIGRATIONS, manualClock(5));
    expect(transactions).toHaveLength(1);
    expect(await namesIn(executor)).toEqual(MIGRATIONS.map(({ name }) => name));
  });

  test('of an empty database goes on where another process was quicker', async () => {
    const executor = emptyFile();
    let isFirst = true;
    const batch: Executor['batch'] = async (list) => {
      if (isFirst) {
        isFirst = false;
        await migrate(executor, [first], manualClock(5));
      }
      return await executor.batch(list);
    };
    await migrate({ ...executor, batch }, [first, second], manualClock(6));
    const applied = await executor.query('SELECT name, applied_at FROM migrations', []);
    expect(applied).toEqual([
      ['0000_a', 5],
      ['0001_b', 6],
    ]);
    expect(await executor.query('SELECT * FROM a', [])).toEqual([[1]]);
  });

  test('that fails leaves nothing of that migration, and says which it was', async () => {
    const executor = emptyFile();
    const broken = {
      name: '0001_c',
      sql: `${first.sql.replaceAll('TABLE ', 'TABLE new_')}--> statement-breakpoint\nSELEC`,
    };
    const error = await failureOf(migrate(executor, [first, broken], manualClock(1)));
    expect(error.message).toStartWith('migration 0001_c failed: ');
    expect(await namesIn(executor)).toEqual(['0000_a']);
    expect(await executor.query("SELECT 1 FROM sqlite_schema WHERE name LIKE 'new%'", [])).toEqual(
      [],
    );
  });

  test('that meets duplicates in the data fails as `unique`, and is not taken for applied', async () => {
    const executor = emptyFile();
    const again = { name: '0002_d', sql: 'INSERT INTO a VALUES (1);' };
    const error = await failureOf(migrate(executor, [first, second, again], manualClock(1)));
    expect(error.fault).toBe('unique');
    expect(await namesIn(executor)).toEqual(['0000_a', '0001_b']);
  });

  test('refuses a database of a newer version, and leaves it as it is', async () => {
    const executor = emptyFile();
    await migrate(executor, [first, second], manualClock(1));
    const error = await failureOf(migrate(executor, [first], manualClock(2)));
    expect(error.message).toContain('newer version (migration 0001_b)');
    expect(await namesIn(executor)).toEqual(['0000_a', '0001_b']);
  });
});

describe('a migration that was edited after it was applied', () => {
  const edited = { ...first, sql: first.sql.replace('b (x)', 'b (x, y)') };
  const refusal =
    /^it was made by a build between releases, .* go back to that build to use it, or move it away/;

  test('is refused at every start and by every command, and the database is left as it is', async () => {
    const executor = emptyFile();
    await migrate(executor, [first], manualClock(1));
    const schema = await executor.query(SCHEMA, []);
    for (const look of [
      migrate(executor, [edited, second], manualClock(2)),
      refuseUnmigrated(executor, [edited]),
    ])
      expect((await failureOf(look)).message).toMatch(refusal);
    expect([await namesIn(executor), await executor.query(SCHEMA, [])]).toEqual([
      ['0000_a'],
      schema,
    ]);
    await migrate(executor, [first, second], manualClock(2));
    expect(await namesIn(executor)).toEqual(['0000_a', '0001_b']);
  });

  test('is the same with the line ends of another system', async () => {
    const executor = emptyFile();
    await migrate(executor, [first], manualClock(1));
    await migrate(
      executor,
      [{ ...first, sql: first.sql.replaceAll('\n', '\r\n') }],
      manualClock(2),
    );
  });

  test('is refused too in a database from before such edits were noticed', async () => {
    for (const columns of ['name, applied_at', 'name, applied_at, needs']) {
      const executor = emptyFile();
      await executor.query(`CREATE TABLE migrations (${columns})`, []);
      await executor.query("INSERT INTO migrations (name, applied_at) VALUES ('0000_a', 1)", []);
      const error = await failureOf(migrate(executor, [first], manualClock(2)));
      expect(error.message).toMatch(refusal);
    }
  });
});

describe('beside other versions', () => {
  const later = (needs: string): Migration => ({
    name: '0002_later',
    sql: `-- needs ${needs}\nALTER TABLE b ADD COLUMN y;`,
  });
  const nodes = {
    name: '0001_nodes',
    sql: 'CREATE TABLE nodes (name text, version text, until integer);',
  };
  const own = [first, nodes];
  const live = (executor: Executor, name: string, version: string) =>
    executor.query('insert into nodes values (?, ?, ?)', [name, version, Date.now() + 60_000]);

  test('a service goes on beside a later schema that names its version or an older one, and refuses any other', async () => {
    const executor = emptyFile();
    await migrate(executor, [...own, later('0.9.0')], manualClock(1), '0.10.0');
    await migrate(executor, own, manualClock(2), '0.9.0');
    await migrate(executor, own, manualClock(2), '0.9.1');
    const error = await failureOf(migrate(executor, own, manualClock(2), '0.8.9'));
    expect(error.message).toBe(
      'it was written by a newer version (migration 0002_later, which needs version 0.9.0 at least): start that version, or restore a backup',
    );
  });

  test('a new node migrates while older ones run that can work on its schema', async () => {
    const executor = emptyFile();
    await migrate(executor, own, manualClock(1), '0.9.0');
    await live(executor, 'old', '0.9.0');
    await migrate(executor, [...own, later('0.9.0')], manualClock(2), '0.10.0');
    expect(await namesIn(executor)).toContain('0002_later');
  });

  test('a schema that a running node cannot work on is not made: its end is waited for, then the start is refused', async () => {
    const executor = emptyFile();
    await migrate(executor, own, manualClock(1), '0.8.0');
    await live(executor, 'old', '0.8.0');
    const clock = manualClock(2);
    const refused = failureOf(migrate(executor, [...own, later('0.9.0')], clock, '0.10.0'));
    await passing(clock, refused);
    expect((await refused).message).toBe(
      'migration 0002_later needs version 0.9.0 at least on every node, and node "old" runs 0.8.0: deploy a version in between first, or stop all nodes',
    );
    expect(await namesIn(executor)).not.toContain('0002_later');
    const again = migrate(executor, [...own, later('0.9.0')], clock, '0.10.0');
    await executor.query('delete from nodes', []);
    await passing(clock, again);
    expect(await namesIn(executor)).toContain('0002_later');
  });

  test('an older node that begins to live at the moment of a migration prevents it', async () => {
    const executor = emptyFile();
    await migrate(executor, own, manualClock(1), '0.8.0');
    const clock = manualClock(2);
    const late: Executor = {
      ...executor,
      async batch(statements) {
        if (isFirst) await live(executor, 'old', '0.8.0');
        isFirst = false;
        return executor.batch(statements);
      },
    };
    let isFirst = true;
    const refused = failureOf(migrate(late, [...own, later('0.9.0')], clock, '0.10.0'));
    await passing(clock, refused);
    expect((await refused).message).toContain('node "old" runs 0.8.0');
  });
});
