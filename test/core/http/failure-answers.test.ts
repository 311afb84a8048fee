/** What the log hears of requests that fail for a fault of ours. */
import { describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { AppError, messageOf } from '../../../src/core/shared/errors.ts';
import { startApp } from '../../helpers/app.ts';
import { isSqldMissing, startMigratedSqld } from '../../helpers/sqld.ts';
import { sampleServer } from './sample-server.ts';

const SECOND = 1_000;

/** A server whose route fails with the query's words; words that begin with `store` are of one part of it. */
function failing() {
  const server = sampleServer({
    outageOf: (error) => (messageOf(error).startsWith('store') ? messageOf(error) : null),
  });
  server.app.use(
    new Elysia({ name: 'failing' }).get('/fails', ({ query }) => {
      throw new AppError(query.as === '503' ? 'unavailable' : 'internal', query.why ?? '');
    }),
  );
  const fail = async (why: string, times = 1, as = '500') => {
    for (let n = 0; n < times; n++) {
      const { status } = await server.ask(`GET /fails?why=${encodeURIComponent(why)}&as=${as}`);
      expect(status).toBe(Number(as));
    }
  };
  const lines = () => server.logged.map((line) => JSON.parse(line));
  return { ...server, fail, lines };
}

describe('while a part that all requests need is out of order', () => {
  test.each(['500', '503'])(
    '%s is one line a minute, which counts what was not logged',
    async (as) => {
      const { fail, lines, clock } = failing();
      await fail('store: away', 50, as);
      await clock.advance(59 * SECOND);
      await fail('store: away', 1, as);
      await clock.advance(1 * SECOND);
      await fail('store: away', 20, as);
      expect(lines()).toEqual([
        expect.objectContaining({ message: 'request failed', reason: 'store: away', times: 1 }),
        expect.objectContaining({ message: 'request failed', reason: 'store: away', times: 51 }),
      ]);
      expect(lines()[0]).toMatchObject({ level: 'error', method: 'GET', path: '/fails' });
      expect(lines()[0].requestId).toBeString();
    },
  );

  test('each of the first 100 reasons has a line of its own, and all others share one', async () => {
    const { fail, lines } = failing();
    for (let n = 0; n < 150; n++) await fail(`store: ${n}`, 2);
    expect(lines().map(({ reason }) => reason)).toEqual(
      Array.from({ length: 101 }, (_, n) => `store: ${n}`),
    );
  });

  test('an unexpected error of any other kind has its line each time, with its request id', async () => {
    const { fail, lines } = failing();
    await fail('store: away', 10);
    await fail('a bug', 3);
    const bugs = lines().filter(({ reason }) => reason === 'a bug');
    expect(new Set(bugs.map(({ requestId }) => requestId)).size).toBe(3);
    expect(bugs[0]).not.toHaveProperty('times');
  });
});

test.skipIf(isSqldMissing)(
  'a database server that goes away is one line for 100 requests',
  async () => {
    const server = await startMigratedSqld();
    const app = await startApp({ env: { DATABASE_URL: `http://${server.address}` } });
    await server.kill();
    const list = () => app.call('GET', '/audit/find');
    const answers = await Promise.all(Array.from({ length: 100 }, list));
    expect(answers.filter(({ status }) => status < 500)).toEqual([]);
    const failed = app.lines.filter(({ message }) => message === 'request failed');
    expect(failed).toEqual([expect.objectContaining({ path: '/audit/find', times: 1 })]);
    await app.stop().catch(() => {});
  },
);

test('a path that holds a credential is logged as its zone has it', async () => {
  const zone = {
    prefixes: ['/secret'],
    authenticate: () => null,
    loggedPath: () => '/secret/***',
  };
  const server = sampleServer({ zones: [zone] });
  server.app.use(
    new Elysia({ name: 'secret' }).get('/secret/:token', () => {
      throw new Error('boom');
    }),
  );
  expect((await server.ask('GET /secret/hidden')).status).toBe(500);
  expect(server.logged.join()).toContain('"path":"/secret/***"');
  expect(server.logged.join()).not.toContain('hidden');
});
