/** The streams that reads go over, against a server whose answers the test decides, and against a real one. */

import { afterEach, describe, expect, test } from 'bun:test';
import { type Executor, faultOf } from '../../../src/core/db/client.ts';
import { openLibsql } from '../../../src/core/db/libsql.ts';
import { openDatabase } from '../../../src/core/db/open.ts';
import { isOutcomeUnknown } from '../../../src/core/shared/errors.ts';
import { FORGETTING, hranaServer } from '../../doubles/hrana-server.ts';
import { startLossyProxy } from '../../doubles/lossy-proxy.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { isSqldMissing, type Sqld, startMigratedSqld } from '../../helpers/sqld.ts';
import { until } from '../../helpers/until.ts';

const READ = 'SELECT 1';
const READ_ALSO = 'SELECT 2';
const read = (executor: Executor) => executor.query(READ, []);
const readBoth = (executor: Executor) =>
  executor.batch([READ, READ_ALSO].map((sql) => ({ sql, params: [] })));
const errorIn = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
const faultIn = async (work: Promise<unknown>) => faultOf(await errorIn(work));

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

function open({ address }: { readonly address: string }, scheme = 'http') {
  const clock = manualClock();
  const executor = openLibsql({ url: `${scheme}://${address}`, clock });
  opened.push(executor);
  return { executor, clock };
}

/** A server by HTTP whose answers wait until they are let go. */
function slowServer() {
  const held: (() => void)[] = [];
  let isSlow = true;
  const server = hranaServer({
    answers: () => (isSlow ? new Promise((resolve) => held.push(() => resolve(null))) : null),
  });
  return {
    ...server,
    /** How many requests wait for their answer. */
    held: () => held.length,
    /** Lets the answers go that have waited longest; default: all, and those to come. */
    letGo(count = held.length) {
      isSlow = count < held.length;
      for (const answer of held.splice(0, count)) answer();
    },
  };
}

for (const scheme of ['http', 'ws']) {
  describe(`by ${scheme}`, () => {
    test('reads one after another go over one stream, alone or as a list', async () => {
      using server = hranaServer();
      const { executor } = open(server, scheme);
      await read(executor);
      await readBoth(executor);
      await read(executor);
      expect(server.seen).toEqual(['open 1', 'read 1', 'read 1', 'read 1']);
    });

    test('a list of reads is one request and one transaction, so that all see one state', async () => {
      using server = hranaServer();
      const { executor } = open(server, scheme);
      await readBoth(executor);
      expect(server.executed).toEqual([['BEGIN TRANSACTION READONLY', READ, READ_ALSO, 'COMMIT']]);
    });

    test('a list of reads of which one fails is rolled back in the same request, and the stream goes on', async () => {
      const failure = { message: 'no such table: t', code: 'SQLITE_ERROR' };
      const fails = (sql: string, batch: number) => (sql === READ && batch === 1 ? failure : null);
      using server = hranaServer({ fails });
      const { executor } = open(server, scheme);
      expect(await faultIn(readBoth(executor))).toBe('other');
      expect(server.executed).toEqual([['BEGIN TRANSACTION READONLY', READ, 'ROLLBACK']]);
      await read(executor);
      expect(server.seen).toEqual(['open 1', 'read 1', 'read 1']);
    });

    test('a read that the server refuses fails with its reason, and is not asked again', async () => {
      const busy = { message: 'database is locked', code: 'SQLITE_BUSY' };
      using server = hranaServer({ fails: (_, batch) => (batch === 1 ? busy : null) });
      const { executor } = open(server, scheme);
      expect(await faultIn(read(executor))).toBe('busy');
      expect(server.executed).toHaveLength(1);
      await read(executor);
    });

    test('reads and commits go over streams of their own', async () => {
      using server = hranaServer();
      const { executor } = open(server, scheme);
      await read(executor);
      await executor.query('INSERT INTO t VALUES (1)', []);
      await read(executor);
      expect(server.seen).toEqual(['open 1', 'read 1', 'open 2', 'commit 2', 'read 1']);
    });

    test('what is no read goes over a stream of its own, which is closed after it', async () => {
      using server = hranaServer();
      const { executor } = open(server, scheme);
      await read(executor);
      await executor.query('PRAGMA foreign_keys', []);
      await until('the server knows', () => server.seen.includes('close 2'));
      await read(executor);
      expect(server.seen.filter((one) => one !== 'close 2')).toEqual([
        'open 1',
        'read 1',
        'open 2',
        'read 2',
        'read 1',
      ]);
    });

    test('a read whose answer is lost is asked once more, over a new stream', async () => {
      using server = hranaServer();
      const proxy = await startLossyProxy(server.address);
      const { executor } = open(proxy, scheme);
      await read(executor);
      proxy.loses = () => proxy.lost === 0;
      await read(executor);
      expect(proxy.lost).toBe(1);
      expect(server.seen.filter((one) => !one.startsWith('close'))).toEqual([
        'open 1',
        'read 1',
        'read 1',
        'open 2',
        'read 2',
      ]);
      await executor.close();
      await proxy.stop();
    });

    test('a read whose answer is lost twice is `unreachable`, and has not changed anything', async () => {
      using server = hranaServer();
      const proxy = await startLossyProxy(server.address);
      const { executor } = open(proxy, scheme);
      await read(executor);
      proxy.loses = () => true;
      const error = await errorIn(read(executor));
      expect([faultOf(error), isOutcomeUnknown(error)]).toEqual(['unreachable', false]);
      expect(proxy.lost).toBeGreaterThanOrEqual(2);
      // By WebSocket the second connection does not come about.
      expect(server.executed).toHaveLength(scheme === 'http' ? 3 : 2);
      proxy.loses = () => false;
      await read(executor);
      await executor.close();
      await proxy.stop();
    });

    test('closing leaves nothing that waits, and asks the server nothing more', async () => {
      using server = hranaServer();
      const { executor, clock } = open(server, scheme);
      await Promise.all([read(executor), readBoth(executor)]);
      const before = server.executed.length;
      await executor.close();
      expect(clock.pending()).toBe(0);
      expect(await faultIn(read(executor))).toBe('other');
      expect(server.executed).toHaveLength(before);
      if (scheme === 'http') expect(server.seen.some((one) => one.startsWith('close'))).toBe(false);
    });
  });
}

test('the stream that was used last is used first, so that those that are not needed are left after 5 s', async () => {
  using server = slowServer();
  const { executor, clock } = open(server);
  const both = [read(executor), read(executor)];
  await until('both are asked', () => server.held() === 2);
  server.letGo();
  await Promise.all(both);
  await clock.advance(4_999);
  const [used] = await readOver(server, executor);
  await clock.advance(1);
  expect(clock.pending()).toBe(1);
  expect(await readOver(server, executor)).toEqual([used]);
  await Promise.all([read(executor), read(executor)]);
  expect(server.seen.filter((one) => /open|close/.test(one))).toEqual([
    'open 1',
    'open 2',
    'open 3',
  ]);
  await clock.advance(5_000);
  expect(clock.pending()).toBe(0);
});

/** The streams that one read was asked over. */
async function readOver({ seen }: { readonly seen: readonly string[] }, executor: Executor) {
  const before = seen.length;
  await read(executor);
  const asked = seen.slice(before).filter((one) => one.startsWith('read'));
  return asked.map((one) => one.split(' ')[1]);
}

test('8 reads are under way at a time, and the next one goes over the first stream that is free', async () => {
  using server = slowServer();
  const { executor } = open(server);
  const reads = Array.from({ length: 12 }, () => read(executor));
  await until('eight are asked', () => server.held() === 8);
  server.letGo(1);
  await reads[0];
  await until('the ninth is asked', () => server.held() === 8);
  server.letGo();
  await Promise.all(reads);
  expect(server.seen.filter((one) => one.startsWith('open'))).toHaveLength(8);
  expect(server.seen.filter((one) => one.startsWith('read'))).toHaveLength(12);
});

test('no more than ten thousand reads wait: the next one is refused as busy', async () => {
  using server = slowServer();
  const { executor } = open(server);
  const reads = Array.from({ length: 10_008 }, () => errorIn(read(executor)));
  const error = await errorIn(read(executor));
  expect(faultOf(error)).toBe('busy');
  expect(String(error)).toContain('the queue of reads is full');
  await until('eight are asked', () => server.held() === 8);
  server.letGo();
  expect(new Set(await Promise.all(reads))).toEqual(new Set([null]));
});

test('reads that wait for a stream fail with those that are not answered for 5 s, and are never asked', async () => {
  using server = slowServer();
  const { executor, clock } = open(server);
  const reads = Array.from({ length: 9 }, () => faultIn(read(executor)));
  await until('eight are asked', () => server.held() === 8);
  await clock.advance(5_000);
  expect(new Set(await Promise.all(reads))).toEqual(new Set(['unreachable']));
  server.letGo();
  await read(executor);
  expect(server.executed).toHaveLength(9);
});

for (const [what, answer] of Object.entries(FORGETTING)) {
  test(`a read over a stream of which the server says that it ${what} is asked over a new one`, async () => {
    using server = hranaServer({ answers: (request) => (request === 2 ? answer() : null) });
    const { executor } = open(server);
    await read(executor);
    await read(executor);
    expect(server.seen.filter((one) => !one.startsWith('close'))).toEqual([
      'open 1',
      'read 1',
      'open 2',
      'read 2',
    ]);
  });
}

const started: Sqld[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.kill()));
});

describe.skipIf(isSqldMissing)('on a real sqld', () => {
  for (const scheme of ['http', 'ws']) {
    const serve = async () => {
      const server = await startMigratedSqld();
      started.push(server);
      const database = async () => {
        const db = await openDatabase({ url: `${scheme}://${server.address}` });
        opened.push(db);
        return db;
      };
      return { server, database };
    };

    test(`a list of reads by ${scheme} sees one state, whatever is written meanwhile`, async () => {
      const { database } = await serve();
      const [db, other] = await Promise.all([database(), database()]);
      const add = 'INSERT INTO streams (id, last_sequence) VALUES (?, 0)';
      await db.batch(['one', 'two'].map((id) => ({ sql: add, params: [id] })));
      let isOver = false;
      const writing = (async () => {
        while (!isOver)
          await other.query('UPDATE streams SET last_sequence = last_sequence + 1', []);
      })();
      const sql = 'SELECT last_sequence FROM streams WHERE id = ?';
      const pairs = await Promise.all(
        Array.from({ length: 200 }, () =>
          db.batch(['one', 'two'].map((id) => ({ sql, params: [id] }))),
        ),
      );
      isOver = true;
      await writing;
      expect(pairs.filter(([one, two]) => !Bun.deepEquals(one, two))).toEqual([]);
    });

    test(`a read by ${scheme} sees what another process has written just before, and a column it has added`, async () => {
      const { database } = await serve();
      const [db, other] = await Promise.all([database(), database()]);
      await other.query('CREATE TABLE t (a)', []);
      await other.query('INSERT INTO t VALUES (1)', []);
      expect(await db.query('SELECT a FROM t', [])).toEqual([[1]]);
      await other.query('ALTER TABLE t ADD COLUMN b DEFAULT 2', []);
      expect(await db.query('SELECT a, b FROM t', [])).toEqual([[1, 2]]);
      await other.query('ALTER TABLE t ADD COLUMN c DEFAULT 3', []);
      expect(await db.query('SELECT * FROM t', [])).toEqual([[1, 2, 3]]);
      await other.query('UPDATE t SET c = 4', []);
      expect(await db.query('SELECT c FROM t', [])).toEqual([[4]]);
    });

    test(`a server that was started again is asked over new streams by ${scheme}`, async () => {
      const { server, database } = await serve();
      const db = await database();
      const sql = 'SELECT count(*) FROM streams';
      const reads = () => Promise.all(Array.from({ length: 8 }, () => db.query(sql, [])));
      await reads();
      await server.kill();
      await server.start();
      expect(await reads()).toEqual(Array(8).fill([[0]]));
    });
  }
});
