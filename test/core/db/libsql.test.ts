import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { type Database, type DatabaseError, faultOf } from '../../../src/core/db/client.ts';
import { openLibsql } from '../../../src/core/db/libsql.ts';
import { openDatabase } from '../../../src/core/db/open.ts';
import { isOutcomeUnknown } from '../../../src/core/shared/errors.ts';
import { describeDatabase } from '../../conformance/store.ts';
import { hranaServer } from '../../doubles/hrana-server.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { isSqldMissing, type Sqld, startMigratedSqld, startSqld } from '../../helpers/sqld.ts';
import { until } from '../../helpers/until.ts';

const servers: Sqld[] = [];
const serve = async (start = startMigratedSqld) => {
  const server = await start();
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
});

/** Where the tests of all databases write, in an order in which nothing is left without its parent. */
const WRITTEN = ['attempts', 'deliveries', 'streams', 'endpoints', 'instances', 'media'];

let common: Promise<Sqld> | undefined;
afterAll(async () => (await common)?.kill());

/** Emptied, on the one server of tests that leave it as it is: a start costs more than most of them. */
async function emptied(open: (server: Sqld) => Promise<Database>): Promise<Database> {
  common ??= startMigratedSqld();
  const db = await open(await common);
  const deletions = WRITTEN.map((table) => `delete from ${table}`);
  await db.batch(['drop table if exists t', ...deletions].map((sql) => ({ sql, params: [] })));
  return db;
}

const faultIn = (work: Promise<unknown>) => work.then(() => null, faultOf);
const COUNT = 'SELECT count(*) FROM streams';
const INSERT = 'INSERT INTO streams (id, last_sequence) VALUES (?, 0)';

for (const scheme of ['http', 'ws']) {
  describe.skipIf(isSqldMissing)(`a libSQL server by ${scheme}`, () => {
    const open = (server: Sqld) => openDatabase({ url: `${scheme}://${server.address}` });

    describeDatabase('conforms', () => emptied(open));

    test('a killed server is `unreachable`, and works again when it is back', async () => {
      const server = await serve();
      const db = await open(server);
      await db.query(INSERT, ['stored']);
      await server.kill();
      expect(await faultIn(db.query(COUNT, []))).toBe('unreachable');
      expect(await faultIn(db.batch([{ sql: COUNT, params: [] }]))).toBe('unreachable');
      await server.start();
      expect(await db.query(COUNT, [])).toEqual([[1]]);
      await db.close();
    });

    test('a server that dies with calls under way fails them all, and has stored what it answered', async () => {
      const server = await serve();
      const db = await open(server);
      let answered = 0;
      const write = async (caller: number) => {
        for (let index = 0; ; index++) {
          await db.batch([{ sql: INSERT, params: [`${caller}.${index}`] }]);
          answered++;
        }
      };
      const callers = Array.from({ length: 10 }, (_, caller) => faultIn(write(caller)));
      await until('some are answered', () => answered > 50);
      await server.kill();
      expect(new Set(await Promise.all(callers))).toEqual(new Set(['unreachable']));
      await server.start();
      const [row] = await db.query(COUNT, []);
      expect(Number(row?.[0])).toBeGreaterThanOrEqual(answered);
      await db.close();
    });

    test('a server that stops answering is `unreachable` after 5 s, and works again when it goes on', async () => {
      const server = await serve();
      const clock = manualClock();
      const db = await openDatabase({ url: `${scheme}://${server.address}`, clock });
      // What the opening has read over is closed.
      await clock.advance(5_000);
      await server.freeze();
      const write = (_: unknown, i: number) => faultIn(db.query(INSERT, [`s${i}`]));
      const calls = [write(null, 0)];
      await until('the first is sent', () => clock.pending() === 1);
      calls.push(...Array.from({ length: 29 }, (_, i) => write(null, i + 1)));
      await clock.advance(4_999);
      expect(clock.pending()).toBe(1);
      await clock.advance(1);
      expect(new Set(await Promise.all(calls))).toEqual(new Set(['unreachable']));
      server.thaw();
      for (let pass = 0; pass < 30; pass++) await db.query(COUNT, []);
      // Only the first was sent: what waited for its turn must not be sent after it has failed.
      const [row] = await db.query(COUNT, []);
      expect(Number(row?.[0])).toBeLessThanOrEqual(1);
      await db.close();
      expect(clock.pending()).toBe(0);
    });

    test('a database of a build with other tables is refused', async () => {
      const server = await serve();
      const db = await open(server);
      await db.query('alter table migrations drop column fingerprint', []);
      await db.close();
      const error = await open(server).catch((thrown) => thrown);
      expect(error.message).toContain(`${server.address}: it was made by a build between releases`);
    });

    test('two that start at once migrate once', async () => {
      const server = await serve(startSqld);
      const both = await Promise.all([open(server), open(server)]);
      for (const db of both) {
        expect(await db.query(COUNT, [])).toEqual([[0]]);
        await db.close();
      }
    });
  });
}

test('a server that is not there fails the opening, by name and without the token', async () => {
  const opening = openDatabase({ url: 'http://127.0.0.1:1', authToken: 'hush-hush' });
  const error: DatabaseError = await opening.then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(error.fault).toBe('unreachable');
  expect(error.message).toStartWith('database server 127.0.0.1:1: ');
  expect(error.message).not.toContain('hush-hush');
});

for (const status of [502, 503, 504]) {
  test(`${status} in place of the server is \`unreachable\``, async () => {
    using proxy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response('', { status }),
    });
    const executor = openLibsql({ url: `http://127.0.0.1:${proxy.port}` });
    expect(await faultIn(executor.query('SELECT 1', []))).toBe('unreachable');
    await executor.close();
  });
}

test('a refused token is `unauthorized`: waiting does not help', async () => {
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) =>
      new Response('', { status: request.headers.get('authorization') === 'Bearer t' ? 401 : 500 }),
  });
  const executor = openLibsql({ url: `http://127.0.0.1:${server.port}`, authToken: 't' });
  const error: DatabaseError = await executor.query('SELECT 1', []).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(error.fault).toBe('unauthorized');
  expect(error.message).toContain('401');
  await executor.close();
});

/** Takes requests and answers none. */
function silentServer() {
  const seen = { asked: 0, abandoned: 0 };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ signal }) =>
      new Promise<Response>(() => {
        seen.asked++;
        signal.addEventListener('abort', () => seen.abandoned++);
      }),
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    seen,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

test('a call that has failed holds no connection any more', async () => {
  const clock = manualClock();
  using server = silentServer();
  const executor = openLibsql({ url: server.url, clock });
  const fault = faultIn(executor.query('SELECT 1', []));
  await until('the server is asked', () => server.seen.asked === 1);
  await clock.advance(5_000);
  expect(await fault).toBe('unreachable');
  await until('the server sees the caller go', () => server.seen.abandoned === 1);
  await executor.close();
});

test('a call that carries megabytes is given a second more for each', async () => {
  const clock = manualClock();
  using server = silentServer();
  const executor = openLibsql({ url: server.url, clock });
  let isOver = false;
  const fault = faultIn(executor.query('SELECT ?', ['x'.repeat(3_000_000)])).finally(() => {
    isOver = true;
  });
  await until('the server is asked', () => server.seen.asked === 1);
  await clock.advance(7_999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  expect(await fault).toBe('unreachable');
  await executor.close();
});

test('an error says whether the request may have been carried out: not when no connection came about, or it only reads', async () => {
  const clock = manualClock();
  const unsent = openLibsql({ url: 'http://127.0.0.1:1', clock });
  const write = 'INSERT INTO t VALUES (1)';
  expect(await unsent.query(write, []).then(() => null, isOutcomeUnknown)).toBe(false);
  await unsent.close();
  using server = silentServer();
  const silent = openLibsql({ url: server.url, clock });
  const unknown = [write, 'SELECT 1'].map((sql) =>
    silent.query(sql, []).then(() => null, isOutcomeUnknown),
  );
  await until('the server is asked', () => server.seen.asked === 2);
  await clock.advance(5_000);
  expect(await Promise.all(unknown)).toEqual([true, false]);
  await silent.close();
});

test('one commit is under way at a time, and reads do not wait for it', async () => {
  const clock = manualClock();
  using server = silentServer();
  const executor = openLibsql({ url: server.url, clock });
  const isUnknown = (work: Promise<unknown>) => work.then(() => null, isOutcomeUnknown);
  const first = isUnknown(executor.query('INSERT INTO t VALUES (1)', []));
  await until('the first write is sent', () => server.seen.asked === 1);
  const waiting = [
    isUnknown(executor.query('DELETE FROM t', [])),
    isUnknown(executor.batch([{ sql: 'UPDATE t SET a = 2', params: [] }])),
  ];
  const reads = [
    isUnknown(executor.query('SELECT 1', [])),
    isUnknown(executor.batch([{ sql: 'SELECT 2', params: [] }])),
  ];
  await until('the reads are sent', () => server.seen.asked === 3);
  await clock.advance(5_000);
  expect(await Promise.all([first, ...reads])).toEqual([true, false, false]);
  // They were never sent, and do not wait for 5 s more.
  expect(await Promise.all(waiting)).toEqual([false, false]);
  expect(server.seen.asked).toBe(3);
  await executor.close();
});

test('a server that is busy for 5 s fails the write as `busy`, of which it is known that it was not done', async () => {
  const clock = manualClock();
  const busy = { message: 'SQLite error: database is locked', code: 'SQLITE_BUSY' };
  using server = hranaServer({ fails: () => busy });
  const executor = openLibsql({ url: `http://${server.address}`, clock });
  let error: unknown = null;
  const writing = executor.query('INSERT INTO t VALUES (1)', []).catch((thrown) => {
    error = thrown;
  });
  await until('it has failed', async () => {
    await clock.advance(100);
    return error !== null;
  });
  await writing;
  expect(faultOf(error)).toBe('busy');
  expect(isOutcomeUnknown(error)).toBe(false);
  expect(server.executed.length).toBeGreaterThan(20);
  await executor.close();
});

test('closing ends what is under way', async () => {
  using server = silentServer();
  const executor = openLibsql({ url: server.url });
  const call = executor.query('SELECT 1', []);
  await until('the server is asked', () => server.seen.asked === 1);
  await executor.close();
  await expect(call).rejects.toThrow('the database is closed');
});

test('a server that does not enforce foreign keys is refused', async () => {
  const result = {
    cols: [{ name: 'foreign_keys' }],
    rows: [[{ type: 'integer', value: '0' }]],
    affected_row_count: 0,
    last_insert_rowid: null,
  };
  const results = [
    { type: 'ok', response: { type: 'execute', result } },
    { type: 'ok', response: { type: 'close' } },
  ];
  using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      url.endsWith('/v2/pipeline')
        ? Response.json({ baton: null, base_url: null, results })
        : new Response('', { status: 404 }),
  });
  const address = `127.0.0.1:${server.port}`;
  await expect(openDatabase({ url: `http://${address}` })).rejects.toThrow(
    `database server ${address}: foreign keys are not enforced`,
  );
});
