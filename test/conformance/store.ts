/** What every backend promises behind the database port: run over a file and over a server. */
import { afterEach, describe, expect, test } from 'bun:test';
import { type Database, DatabaseError, type Statement } from '../../src/core/db/client.ts';
import { drizzlePromises } from './store-drizzle.ts';

const statement = (sql: string, ...params: Statement['params']): Statement => ({ sql, params });
const addStream = (id: string, last: number) =>
  statement('INSERT INTO streams (id, last_sequence) VALUES (?, ?)', id, last);

const failure = async (work: Promise<unknown>): Promise<DatabaseError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  return error as DatabaseError;
};

/** `open` gives a migrated database of the test's own. */
export function describeDatabase(name: string, open: () => Promise<Database>): void {
  describe(name, () => {
    const opened: Database[] = [];
    const database = async () => {
      const db = await open();
      opened.push(db);
      return db;
    };
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((db) => db.close()));
    });

    queries(database);
    batches(database);
    values(database);
    faults(database);
    drizzlePromises(database);
  });
}

function queries(open: () => Promise<Database>): void {
  test('rows hold their values in the order of the columns, even under one name', async () => {
    const db = await open();
    expect(await db.query('SELECT 2 AS a, 1 AS b, 3 AS a', [])).toEqual([[2, 1, 3]]);
  });

  test('a statement that returns nothing gives no rows', async () => {
    const db = await open();
    const { sql, params } = addStream('s', 1);
    expect(await db.query(sql, params)).toEqual([]);
    expect(await db.query("SELECT * FROM streams WHERE id = 'none'", [])).toEqual([]);
  });

  test('RETURNING gives rows', async () => {
    const db = await open();
    const sql =
      'INSERT INTO streams (id, last_sequence) VALUES (?, ?), (?, ?) RETURNING last_sequence, id';
    const rows = await db.query(sql, ['a', 1, 'b', 2]);
    expect(rows).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  test('the same text runs again with other parameters', async () => {
    const db = await open();
    const sql = 'SELECT ?';
    expect(await db.query(sql, ['a'])).toEqual([['a']]);
    expect(await db.query(sql, [1])).toEqual([[1]]);
  });

  test('a select sees a column that was added after it was first run', async () => {
    const db = await open();
    await db.query('CREATE TABLE t (a)', []);
    await db.query('INSERT INTO t VALUES (1)', []);
    const sql = 'SELECT * FROM t';
    expect(await db.query(sql, [])).toEqual([[1]]);
    await db.query('ALTER TABLE t ADD COLUMN b DEFAULT 2', []);
    expect(await db.query(sql, [])).toEqual([[1, 2]]);
  });

  test('a closed database says so', async () => {
    const db = await open();
    await db.query('SELECT 1', []);
    await db.close();
    expect((await failure(db.query('SELECT 1', []))).message).toBe('the database is closed');
    expect((await failure(db.batch([statement('SELECT 1')]))).fault).toBe('other');
    await db.close();
  });
}

function batches(open: () => Promise<Database>): void {
  test('a batch gives the rows of each statement', async () => {
    const db = await open();
    const rows = await db.batch([
      addStream('s', 1),
      statement("UPDATE streams SET last_sequence = 2 WHERE id = 's' RETURNING last_sequence"),
      statement('SELECT count(*) FROM streams'),
    ]);
    expect(rows).toEqual([[], [[2]], [[1]]]);
  });

  test('an empty batch does nothing', async () => {
    const db = await open();
    expect(await db.batch([])).toEqual([]);
  });

  test('a batch whose second statement fails leaves nothing, and the next one works', async () => {
    const db = await open();
    const error = await failure(db.batch([addStream('s', 1), addStream('s', 2)]));
    expect(error.fault).toBe('unique');
    expect(await db.query('SELECT count(*) FROM streams', [])).toEqual([[0]]);
    await db.batch([addStream('s', 3)]);
    expect(await db.query('SELECT last_sequence FROM streams', [])).toEqual([[3]]);
  });

  test('a batch that fails while returning rows leaves nothing, and the next one works', async () => {
    const db = await open();
    const sql = "INSERT INTO streams (id, last_sequence) VALUES ('a', 1), ('a', 2) RETURNING id";
    expect((await failure(db.batch([statement(sql)]))).fault).toBe('unique');
    await db.batch([addStream('a', 3)]);
    expect(await db.query('SELECT last_sequence FROM streams', [])).toEqual([[3]]);
  });

  test('200 batches at once are all applied', async () => {
    const db = await open();
    const add = statement("UPDATE streams SET last_sequence = last_sequence + 1 WHERE id = 's'");
    await db.batch([addStream('s', 0)]);
    // Reading first: a transaction that asks for the write lock only then would fail here.
    const read = statement('SELECT count(*) FROM streams');
    await Promise.all(
      Array.from({ length: 200 }, (_, i) => db.batch([read, add, addStream(`s${i}`, i)])),
    );
    const counted = await db.query(
      "SELECT (SELECT last_sequence FROM streams WHERE id = 's'), count(*) FROM streams",
      [],
    );
    expect(counted).toEqual([[200, 201]]);
  });
}

function values(open: () => Promise<Database>): void {
  const roundTrip = async (db: Database, value: Statement['params'][number]) =>
    (await db.query('SELECT ?', [value]))[0]?.[0];

  test('text, null, blobs and numbers come back as they went', async () => {
    const db = await open();
    const blob = Uint8Array.from({ length: 256 }, (_, index) => index);
    for (const value of [
      '',
      "it's",
      'ü €😀',
      'a\u0000b',
      null,
      blob,
      new Uint8Array(0),
      0,
      -1,
      1.5,
    ]) {
      expect(await roundTrip(db, value)).toEqual(value);
    }
  });

  test('half a character is stored as a replacement character, and all else beside it as it is', async () => {
    const db = await open();
    const texts = ['whole 😀', 'half \ud83d', '\ude00 half'];
    const [, ...rows] = await db.batch([
      addStream('s', 1),
      ...texts.map((text) => statement('SELECT ?', text)),
    ]);
    expect(rows.flat(2)).toEqual(['whole 😀', 'half \ufffd', '\ufffd half']);
    expect(await db.query('SELECT last_sequence FROM streams', [])).toEqual([[1]]);
  });

  test('1 MiB of text comes back whole', async () => {
    const db = await open();
    const text = 'ab€d'.repeat(2 ** 18);
    expect((await roundTrip(db, text)) === text).toBe(true);
  });

  test('integers up to 2^53 keep every digit', async () => {
    const db = await open();
    for (const value of [2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1]) {
      expect(await roundTrip(db, value)).toBe(value);
    }
    await db.batch([addStream('s', Date.UTC(2999, 0)), addStream('t', 2 ** 53 - 1)]);
    expect(await db.query('SELECT last_sequence FROM streams ORDER BY id', [])).toEqual([
      [Date.UTC(2999, 0)],
      [2 ** 53 - 1],
    ]);
  });

  test('whole numbers are integers to the database, others are not', async () => {
    const db = await open();
    const sql = 'SELECT typeof(?), typeof(?), typeof(?), 7 / ?';
    expect(await db.query(sql, [3, 2 ** 40, 1.5, 2])).toEqual([['integer', 'integer', 'real', 3]]);
  });

  test('a missing, superfluous or unstorable parameter is an error and never NULL', async () => {
    const db = await open();
    const unstorable = [undefined, Number.NaN, Number.POSITIVE_INFINITY, 2n ** 63n, new Date(), {}];
    for (const params of [[], [1], [1, 2, 3], ...unstorable.map((value) => [1, value])]) {
      const error = await failure(
        db.query('SELECT ?, ?', params as unknown[] as Statement['params']),
      );
      expect(error.fault).toBe('other');
    }
  });
}

function faults(open: () => Promise<Database>): void {
  test('a key or a unique index that is taken is `unique`', async () => {
    const db = await open();
    await db.query('CREATE TABLE t (a integer PRIMARY KEY, b text UNIQUE)', []);
    await db.query("INSERT INTO t VALUES (1, 'x')", []);
    expect((await failure(db.query("INSERT INTO t VALUES (1, 'y')", []))).fault).toBe('unique');
    expect((await failure(db.query("INSERT INTO t VALUES (2, 'x')", []))).fault).toBe('unique');
  });

  test('a check, a missing value and a missing parent are `constraint`', async () => {
    const db = await open();
    await db.query(
      'CREATE TABLE t (a integer NOT NULL CHECK (a > 0), b REFERENCES streams(id))',
      [],
    );
    for (const row of ['(0, NULL)', '(NULL, NULL)', "(1, 'none')"]) {
      expect((await failure(db.query(`INSERT INTO t VALUES ${row}`, []))).fault).toBe('constraint');
    }
  });

  test('writes that are tried out fail each for itself, see those before them, and leave nothing', async () => {
    const db = await open();
    await db.batch([addStream('a', 1)]);
    const needsB =
      "UPDATE streams SET id = NULL WHERE NOT EXISTS (SELECT 1 FROM streams WHERE id = 'b')";
    const writes = [
      [addStream('c', 1), addStream('a', 1)],
      [addStream('b', 1)],
      [statement(needsB), addStream('c', 1)],
      [],
      [statement('SELECT * FROM nowhere')],
      [addStream('d', 1)],
    ];
    const faults = (await db.tryOut(writes)).map((error) => error?.fault ?? null);
    expect(faults).toEqual(['unique', null, null, null, 'other', null]);
    expect(await db.query('SELECT id FROM streams', [])).toEqual([['a']]);
  });

  test('where a write ends the transaction nothing is said of the others, and nothing is left', async () => {
    const db = await open();
    await db.batch([addStream('a', 1)]);
    const ends = statement("INSERT OR ROLLBACK INTO streams (id, last_sequence) VALUES ('a', 0)");
    const writes = [[addStream('b', 1)], [ends], [addStream('c', 1)]];
    await failure(db.tryOut(writes));
    await db.batch([addStream('d', 1)]);
    expect(await db.query('SELECT id FROM streams ORDER BY id', [])).toEqual([['a'], ['d']]);
  });

  test('what SQLite cannot read is `other`', async () => {
    const db = await open();
    for (const sql of ['SELEC 1', 'SELECT * FROM nowhere', '']) {
      expect((await failure(db.query(sql, []))).fault).toBe('other');
    }
  });
}
