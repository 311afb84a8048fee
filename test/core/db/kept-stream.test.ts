/** The stream that commits go over, against a server whose answers the test decides, and against a real one. */

import { afterEach, describe, expect, test } from 'bun:test';
import { type Executor, faultOf } from '../../../src/core/db/client.ts';
import { openLibsql } from '../../../src/core/db/libsql.ts';
import { openDatabase } from '../../../src/core/db/open.ts';
import { isOutcomeUnknown } from '../../../src/core/shared/errors.ts';
import { FORGETTING, type HranaServer, hranaServer } from '../../doubles/hrana-server.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { isSqldMissing, type Sqld, startMigratedSqld } from '../../helpers/sqld.ts';
import { until } from '../../helpers/until.ts';

const WRITE = 'INSERT INTO t VALUES (1)';
const write = (executor: Executor) => executor.query(WRITE, []);
const faultIn = (work: Promise<unknown>) => work.then(() => null, faultOf);

const opened: Executor[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((executor) => executor.close()));
});

function open(server: HranaServer, scheme = 'http', clock: ManualClock = manualClock()) {
  const executor = openLibsql({ url: `${scheme}://${server.address}`, clock });
  opened.push(executor);
  return { executor, clock };
}

/** Until `work` has ended, whatever it waits for. */
async function ended<T>(work: Promise<T>, clock: ManualClock): Promise<T> {
  let isOver = false;
  const watched = work.finally(() => {
    isOver = true;
  });
  watched.catch(() => {});
  await until('it has ended', async () => {
    await clock.advance(100);
    return isOver;
  });
  return watched;
}

for (const scheme of ['http', 'ws']) {
  describe(`by ${scheme}`, () => {
    test('commits one after another go over one stream', async () => {
      using server = hranaServer();
      const { executor } = open(server, scheme);
      for (let index = 0; index < 3; index++) await write(executor);
      expect(server.seen).toEqual(['open 1', 'commit 1', 'commit 1', 'commit 1']);
      expect(server.executed[2]).toEqual(['BEGIN IMMEDIATE', WRITE, 'COMMIT']);
    });

    test('a stream without a commit for 5 s is left, which costs no request, and the next commit opens another', async () => {
      using server = hranaServer();
      const { executor, clock } = open(server, scheme);
      await write(executor);
      await clock.advance(4_999);
      await write(executor);
      await clock.advance(4_999);
      expect(server.seen).not.toContain('close 1');
      await clock.advance(1);
      // A WebSocket is closed: without that it would stay open.
      const closed = scheme === 'ws' ? ['close 1'] : [];
      for (const one of closed) await until('the server knows', () => server.seen.includes(one));
      expect(clock.pending()).toBe(0);
      await write(executor);
      const first = ['open 1', 'commit 1', 'commit 1'];
      expect(server.seen).toEqual([...first, ...closed, 'open 2', 'commit 2']);
    });

    test('a commit that the server is too busy for is made over the same stream', async () => {
      const busy = { message: 'database is locked', code: 'SQLITE_BUSY' };
      const fails = (sql: string, batch: number) =>
        sql.startsWith('BEGIN') && batch <= 2 ? busy : null;
      using server = hranaServer({ fails });
      const { executor, clock } = open(server, scheme);
      await ended(write(executor), clock);
      expect(server.seen).toEqual(['open 1', 'commit 1', 'commit 1', 'commit 1']);
      expect(server.executed.slice(0, 2)).toEqual([['BEGIN IMMEDIATE'], ['BEGIN IMMEDIATE']]);
    });

    test('a commit that fails is rolled back in the same request, and the stream goes on', async () => {
      const taken = { message: 'UNIQUE constraint failed: t.a', code: 'SQLITE_CONSTRAINT' };
      const fails = (sql: string, batch: number) => (sql === WRITE && batch === 1 ? taken : null);
      using server = hranaServer({ fails });
      const { executor } = open(server, scheme);
      expect(await faultIn(write(executor))).toBe('unique');
      expect(server.executed).toEqual([['BEGIN IMMEDIATE', WRITE, 'ROLLBACK']]);
      await write(executor);
      expect(server.seen).toEqual(['open 1', 'commit 1', 'commit 1']);
    });

    test('a stream whose transaction the server has not ended is closed, so that the server ends it', async () => {
      const fails = (sql: string, batch: number) =>
        sql !== 'BEGIN IMMEDIATE' && batch === 1
          ? { message: 'disk I/O error', code: 'SQLITE_IOERR' }
          : null;
      using server = hranaServer({ fails });
      const { executor } = open(server, scheme);
      expect(await faultIn(write(executor))).toBe('other');
      await until('the server knows', () => server.seen.includes('close 1'));
      await write(executor);
      expect(server.seen).toEqual(['open 1', 'commit 1', 'close 1', 'open 2', 'commit 2']);
    });

    test('closing leaves nothing that waits, and asks the server nothing more', async () => {
      using server = hranaServer();
      const { executor, clock } = open(server, scheme);
      await write(executor);
      await executor.close();
      expect(clock.pending()).toBe(0);
      expect(await faultIn(write(executor))).toBe('other');
      // By WebSocket the end of the connection is the end of the stream.
      if (scheme === 'ws') await until('the server sees it', () => server.seen.includes('close 1'));
      const asked = scheme === 'ws' ? ['close 1'] : [];
      expect(server.seen).toEqual(['open 1', 'commit 1', ...asked]);
    });
  });
}

for (const [what, answer] of Object.entries(FORGETTING)) {
  test(`a commit over a stream of which the server says that it ${what} is made over a new one`, async () => {
    const answers = (request: number) => (request === 2 ? answer() : null);
    using server = hranaServer({ answers });
    const { executor } = open(server);
    await write(executor);
    await write(executor);
    expect(server.seen.filter((one) => !one.startsWith('close'))).toEqual([
      'open 1',
      'commit 1',
      'open 2',
      'commit 2',
    ]);
  });
}

test('a commit over a new stream that the server refuses as well fails, and has not been made', async () => {
  let refused = 0;
  const answers = (request: number) => {
    if (request === 1) return null;
    refused++;
    return new Response('Received an invalid baton', { status: 400 });
  };
  using server = hranaServer({ answers });
  const { executor } = open(server);
  await write(executor);
  const error = await write(executor).catch((thrown: unknown) => thrown);
  expect(faultOf(error)).toBe('other');
  expect(isOutcomeUnknown(error)).toBe(false);
  expect(server.executed).toHaveLength(1);
  expect(refused).toBeGreaterThanOrEqual(2);
});

for (const [status, fault] of [
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [503, 'unreachable'],
] as const) {
  test(`a commit that is answered ${status} is not made again, and is \`${fault}\``, async () => {
    const answers = (request: number) => (request === 2 ? new Response('', { status }) : null);
    using server = hranaServer({ answers });
    const { executor } = open(server);
    await write(executor);
    expect(await faultIn(write(executor))).toBe(fault);
    expect(server.executed).toHaveLength(1);
    await write(executor);
    expect(server.seen).toContain('commit 2');
  });
}

test('a commit whose connection ends before its answer is not made again, and nobody knows what became of it', async () => {
  using server = hranaServer();
  const { executor } = open(server);
  await write(executor);
  const { port } = new URL(`http://${server.address}`);
  let taken = 0;
  // What listens in its place takes each request and hangs up.
  server[Symbol.dispose]();
  using _deaf = Bun.listen({
    port: Number(port),
    hostname: '127.0.0.1',
    socket: {
      data(socket) {
        taken++;
        socket.terminate();
      },
    },
  });
  const error = await write(executor).catch((thrown: unknown) => thrown);
  expect(faultOf(error)).toBe('unreachable');
  expect(isOutcomeUnknown(error)).toBe(true);
  expect(taken).toBeGreaterThanOrEqual(1);
  expect(server.executed).toHaveLength(1);
});

const started: Sqld[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.kill()));
});

describe.skipIf(isSqldMissing)('on a real sqld', () => {
  const ADD = 'INSERT INTO streams (id, last_sequence) VALUES (?, 0)';
  const COUNT = 'SELECT count(*) FROM streams';
  const serve = async () => {
    const server = await startMigratedSqld();
    started.push(server);
    return server;
  };

  for (const scheme of ['http', 'ws']) {
    test(`a server that was started again takes the next commit by ${scheme}, once`, async () => {
      const server = await serve();
      const db = await openDatabase({ url: `${scheme}://${server.address}` });
      await db.query(ADD, ['before']);
      await server.kill();
      await server.start();
      // A connection that has ended may be noticed with the first call over it.
      const added = () => faultIn(db.query(ADD, ['after']));
      await until('it is taken', async () => [null, 'unique'].includes(await added()));
      expect(await db.query(COUNT, [])).toEqual([[2]]);
      await db.close();
    });

    test(`a refused commit leaves no transaction open by ${scheme}: others write at once`, async () => {
      const server = await serve();
      const url = `${scheme}://${server.address}`;
      const [one, other] = await Promise.all([openDatabase({ url }), openDatabase({ url })]);
      await one.query(ADD, ['taken']);
      expect(await faultIn(one.query(ADD, ['taken']))).toBe('unique');
      await other.query(ADD, ['of another']);
      expect(await one.query(COUNT, [])).toEqual([[2]]);
      await one.close();
      await other.close();
    });
  }
});
