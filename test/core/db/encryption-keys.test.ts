/** Changing the encryption key of a database: everything is sealed anew, whatever comes in between. */
import { expect, test } from 'bun:test';
import { getTableColumns, getTableName, isTable } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database, Statement } from '../../../src/core/db/client.ts';
import { openWithKeys } from '../../../src/core/db/encryption-keys.ts';
import { openDatabase } from '../../../src/core/db/open.ts';
import * as crm from '../../../src/core/db/schema/crm.ts';
import * as crmAccess from '../../../src/core/db/schema/crm-access.ts';
import * as engine from '../../../src/core/db/schema/engine.ts';
import * as gateway from '../../../src/core/db/schema/gateway.ts';
import * as whatsapp from '../../../src/core/db/schema/whatsapp.ts';
import { placeOf, SEALED_TABLES } from '../../../src/core/db/sealed-tables.ts';
import { createVault, type Place, type Vault } from '../../../src/core/shared/crypto.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { testDatabase } from '../../helpers/database.ts';
import { isSqldMissing, startMigratedSqld } from '../../helpers/sqld.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const [OLD, NEW, OTHER] = [keyOf(1), keyOf(2), keyOf(3)];
const { answerSealed } = gateway.idempotencyKeys;

const logged: Record<string, unknown>[] = [];
const log = createLog(
  'info',
  () => 0,
  (line) => logged.push(JSON.parse(line)),
);
const openWith = (db: Pick<Database, 'query' | 'batch'>, ...keys: [string, string?]) => {
  logged.length = 0;
  return openWithKeys(db, createVault(...keys), log);
};

type Seal = (plain: string, place: Place) => string;

const answer = (key: string, seal: Seal, text = `answer ${key}`): Statement => ({
  sql: `insert into idempotency_keys
    (scope, key, body_hash, holder, claim, seed, status, answer_sealed, created_at)
    values (?, ?, ?, 'h', 'c', 's', 200, ?, 0)`,
  params: ['scope', key, 'hash', seal(text, placeOf(answerSealed, 'scope', key))],
});

/** `count` stored answers in a database that belongs to OLD. */
async function databaseWith(count: number) {
  const { seal } = createVault(OLD);
  const db = await testDatabase();
  expect(await openWith(db, OLD)).toBe('opened');
  await db.batch(Array.from({ length: count }, (_, n) => answer(`k${n}`, seal)));
  return db;
}

async function answersIn(db: Database, { open }: Vault): Promise<string[]> {
  const rows = await db.query('select key, answer_sealed from idempotency_keys order by rowid', []);
  return rows.map(([key, sealed]) =>
    open(String(sealed), placeOf(answerSealed, 'scope', String(key))),
  );
}
const answers = (count: number) => Array.from({ length: count }, (_, n) => `answer k${n}`);

test('every column that is named for what is sealed in it is among those sealed anew', () => {
  const tables = [crm, crmAccess, engine, gateway, whatsapp].flatMap((one) =>
    Object.values(one).filter((value) => isTable(value)),
  );
  const nameOf = (column: SQLiteColumn) => `${getTableName(column.table)}.${column.name}`;
  const named = tables
    .flatMap((table) => Object.values(getTableColumns(table)) as SQLiteColumn[])
    .filter(({ name }) => name.endsWith('_sealed'));
  const known = SEALED_TABLES.flatMap(({ columns }) => columns.map(({ column }) => column));
  expect(named.length).toBeGreaterThan(6);
  expect(known.map(nameOf)).toEqual(expect.arrayContaining(named.map(nameOf)));
});

test('a new database belongs to the key it is first opened with', async () => {
  const db = await testDatabase();
  expect(await openWith(db, OLD)).toBe('opened');
  expect(await openWith(db, NEW)).toBe('foreign');
  expect(await openWith(db, OLD)).toBe('opened');
  expect(logged).toEqual([]);
});

test('with the new key and the old one everything is sealed anew, and then the new one suffices', async () => {
  const db = await databaseWith(450);
  expect(await openWith(db, NEW, OLD)).toBe('opened');
  expect(logged).toMatchObject([{ level: 'info', rows: 450 }]);
  expect(await openWith(db, NEW)).toBe('opened');
  expect(await answersIn(db, createVault(NEW))).toEqual(answers(450));
  expect(await openWith(db, OLD)).toBe('foreign');
});

test('rows are sealed anew in transactions of at most 200, fewer where they are large', async () => {
  const db = await databaseWith(401);
  const large = 'x'.repeat(3 * 1024 * 1024);
  await db.batch(['a', 'b', 'c'].map((key) => answer(key, createVault(OLD).seal, large)));
  const sizes: number[] = [];
  const counting = {
    query: db.query,
    batch: (statements: readonly Statement[]) => {
      if (statements[0]?.sql.startsWith('update')) sizes.push(statements.length);
      return db.batch(statements);
    },
  };
  expect(await openWith(counting, NEW, OLD)).toBe('opened');
  expect(sizes).toEqual([200, 200, 2, 1, 1]);
  expect(await openWith(db, NEW)).toBe('opened');
});

test('a value that is written while others are sealed anew is never overwritten', async () => {
  const db = await databaseWith(3);
  const fresh = createVault(NEW).seal('written meanwhile', placeOf(answerSealed, 'scope', 'k1'));
  const interrupted = {
    query: db.query,
    async batch(statements: readonly Statement[]) {
      if (statements[0]?.sql.startsWith('update'))
        await db.query("update idempotency_keys set answer_sealed = ? where key = 'k1'", [fresh]);
      return db.batch(statements);
    },
  };
  expect(await openWith(interrupted, NEW, OLD)).toBe('opened');
  expect(logged).toMatchObject([{ rows: 2 }]);
  expect(await answersIn(db, createVault(NEW))).toEqual([
    'answer k0',
    'written meanwhile',
    'answer k2',
  ]);
});

test('a change that was interrupted at any step needs both keys, and then goes on to its end', async () => {
  for (let step = 1; ; step++) {
    const db = await databaseWith(250);
    const end = await interruptedAt(db, step);
    if (end === 'opened') {
      expect(step).toBeGreaterThan(5);
      return;
    }
    const isBegun = (await db.query('select 1 from service_facts', [])).length > 1;
    expect(await openWith(db, NEW)).toBe(isBegun ? 'unfinished' : 'foreign');
    expect(await openWith(db, OLD)).toBe(isBegun ? 'unfinished' : 'opened');
    expect(await openWith(db, OTHER, NEW)).toBe(isBegun ? 'unfinished' : 'foreign');
    expect(await openWith(db, NEW, OLD)).toBe('opened');
    expect(await openWith(db, NEW)).toBe('opened');
    expect(await answersIn(db, createVault(NEW))).toEqual(answers(250));
    await db.close();
  }
});

/** Opens with NEW and OLD; the process ends before the step of this number. */
async function interruptedAt(db: Database, last: number): Promise<string> {
  let step = 0;
  const alive = <A extends unknown[], T>(run: (...args: A) => Promise<T>) => {
    return async (...args: A): Promise<T> => {
      if (++step === last) throw new Error('the process is gone');
      return run(...args);
    };
  };
  const mortal = { query: alive(db.query), batch: alive(db.batch) };
  return openWith(mortal, NEW, OLD).catch((error: Error) => error.message);
}

test('a change may be turned back before its end', async () => {
  const db = await databaseWith(250);
  expect(await interruptedAt(db, 5)).toBe('the process is gone');
  expect(await openWith(db, OLD, NEW)).toBe('opened');
  expect(await openWith(db, OLD)).toBe('opened');
  expect(await answersIn(db, createVault(OLD))).toEqual(answers(250));
});

test('a text that no key opens is left as it is and logged, and hinders nothing', async () => {
  const db = await databaseWith(2);
  await db.batch([answer('lost', createVault(OTHER).seal)]);
  expect(await openWith(db, NEW, OLD)).toBe('opened');
  expect(logged).toMatchObject([
    { level: 'warn', column: 'idempotency_keys.answer_sealed', texts: 1 },
    { level: 'info', rows: 2 },
  ]);
  const [row] = await db.query("select answer_sealed from idempotency_keys where key = 'lost'", []);
  expect(row?.[0]).toStartWith(`v2.${createVault(OTHER).keyId}.`);
});

test.skipIf(isSqldMissing)(
  'the key of a database on a libSQL server is changed as that of a file',
  async () => {
    const server = await startMigratedSqld();
    const db = await openDatabase({ url: `http://${server.address}` });
    expect(await openWith(db, OLD)).toBe('opened');
    await db.batch(Array.from({ length: 250 }, (_, n) => answer(`k${n}`, createVault(OLD).seal)));
    expect(await openWith(db, NEW, OLD)).toBe('opened');
    expect(logged).toMatchObject([{ rows: 250 }]);
    expect(await openWith(db, NEW)).toBe('opened');
    expect(await answersIn(db, createVault(NEW))).toEqual(answers(250));
    await db.close();
    await server.kill();
  },
);
