/** Requests and failed authentications that come to several nodes, over their counts in one database. */
import { describe, expect, test } from 'bun:test';
import { type Database, DatabaseError } from '../../../src/core/db/client.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { SharedCounts } from '../../../src/modules/cluster/shared-counts.ts';
import { sampleServer } from '../../core/http/sample-server.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';

const STATE = 'GET /instance/state/shop';
const SECOND_MS = 1_000;
const as = (apikey: string) => ({ headers: { apikey } });

/** Nodes whose own clocks are hours apart; what time it is at the database begins 10 s after a full minute. */
async function cluster(options: object) {
  const db = await testDatabase();
  const database = { now: Date.UTC(2026, 0, 5, 12) + 10_000, isCut: false };
  const clocks: ReturnType<typeof manualClock>[] = [];
  const compared: Promise<unknown>[] = [];
  const through: Pick<Database, 'batch'> = {
    batch(statements) {
      const cut = new DatabaseError('unreachable', 'cut by the test');
      const rows = database.isCut ? Promise.reject(cut) : db.batch(statements);
      compared.push(rows.catch(() => {}));
      return rows;
    },
  };
  return {
    db,
    database,
    compared,
    node(name: string, offsetMs = 0) {
      const clock = manualClock(Date.UTC(2026, 0, 5) + offsetMs);
      clocks.push(clock);
      const member = {
        node: name,
        get now() {
          return database.now;
        },
      };
      const log = createLog('error', clock.now, () => {});
      const sharedCounts = new SharedCounts({ db: through, clock, log, member, subjectsMax: 3 });
      return sampleServer({ ...options, sharedCounts });
    },
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= SECOND_MS) {
        database.now += SECOND_MS;
        for (const clock of clocks) await clock.advance(SECOND_MS);
        await Promise.all(compared);
      }
    },
  };
}

const statuses = async (server: ReturnType<typeof sampleServer>, times: number, key = 'good') => {
  const found: number[] = [];
  for (let n = 0; n < times; n++) found.push((await server.ask(STATE, as(key))).status);
  return found;
};

describe('RATE_LIMIT_PER_MINUTE at several nodes', () => {
  const limited = { rateLimitPerMinute: 4 };

  test('requests of one key at all nodes count together, two seconds later, until the minute of the database is over', async () => {
    const { node, pass } = await cluster(limited);
    const [one, two] = [node('one'), node('two', 3_600_000)];
    expect(await statuses(one, 2)).toEqual([200, 200]);
    expect(await statuses(two, 1)).toEqual([200]);
    await pass(2 * SECOND_MS);
    const last = await one.ask(STATE, as('good'));
    expect(last.status).toBe(200);
    expect(last.headers.get('ratelimit-remaining')).toBe('0');
    const refused = await one.ask(STATE, as('good'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '48']);
    expect(await statuses(one, 1, 'good-2')).toEqual([200]);
    await pass(48 * SECOND_MS);
    expect(await statuses(two, 5)).toEqual([200, 200, 200, 200, 429]);
  });

  test('what several nodes let in within two seconds may be more than the limit, and no more after it', async () => {
    const { node, pass } = await cluster(limited);
    const [one, two] = [node('one'), node('two')];
    for (const server of [one, two]) expect(await statuses(server, 3)).toEqual([200, 200, 200]);
    await pass(2 * SECOND_MS);
    for (const server of [one, two]) expect(await statuses(server, 1)).toEqual([429]);
  });

  test('while the database is away each node counts by itself; what it has counted is added later, and once', async () => {
    const { database, node, pass } = await cluster(limited);
    const [one, two] = [node('one'), node('two')];
    database.isCut = true;
    expect(await statuses(one, 2)).toEqual([200, 200]);
    await pass(3 * SECOND_MS);
    database.isCut = false;
    await pass(SECOND_MS);
    expect(await statuses(two, 1)).toEqual([200]);
    await pass(SECOND_MS);
    const { status, headers } = await two.ask(STATE, as('good'));
    expect([status, headers.get('ratelimit-remaining')]).toEqual([200, '0']);
  });

  test('a clock of the database that goes back by a moment begins no minute anew', async () => {
    const { database, node } = await cluster(limited);
    const one = node('one');
    database.now += 50_000;
    expect(await statuses(one, 2)).toEqual([200, 200]);
    database.now -= 5;
    expect(await statuses(one, 1)).toEqual([200]);
    database.now += 5;
    expect(await statuses(one, 2)).toEqual([200, 429]);
  });

  test('a key that comes often is counted on, however many others come once', async () => {
    const { node } = await cluster(limited);
    const one = node('one');
    for (let n = 0; n < 4; n++) {
      expect(await statuses(one, 1)).toEqual([200]);
      for (const other of ['good-1', 'good-2'])
        expect(await statuses(one, 1, other + n)).toEqual([200]);
    }
    expect(await statuses(one, 1)).toEqual([429]);
  });

  test('of a minute no more is kept and written than of so many keys', async () => {
    const { db, node, pass } = await cluster(limited);
    const one = node('one');
    for (let n = 0; n < 10; n++) await statuses(one, 1, `good-${n}`);
    await pass(SECOND_MS);
    expect(await db.query('select count(*) from rate_counts', [])).toEqual([[3]]);
  });

  test('the table holds no key and no name, and the counts of ended minutes are removed', async () => {
    const { db, node, pass } = await cluster(limited);
    const one = node('one');
    await statuses(one, 1, 'good-to-know');
    await pass(SECOND_MS);
    const rows = () => db.query('select * from rate_counts', []);
    expect(await rows()).toHaveLength(1);
    expect(JSON.stringify(await rows())).not.toContain('good');
    await pass(120 * SECOND_MS);
    await statuses(one, 1);
    await pass(SECOND_MS);
    expect(await rows()).toHaveLength(1);
  });

  test('a node to which nobody has come in this minute asks the database nothing', async () => {
    const { compared, node, pass } = await cluster(limited);
    await statuses(node('one'), 1);
    await pass(60 * SECOND_MS);
    const before = compared.length;
    await pass(60 * SECOND_MS);
    expect(compared).toHaveLength(before);
  });
});

test('failed authentications of one address at all nodes count together, and right keys of it are refused too', async () => {
  const { node, pass } = await cluster({ rateLimitPerMinute: 0, authFailuresPerMinute: 4 });
  const [one, two] = [node('one'), node('two')];
  expect(await statuses(one, 3, 'bad')).toEqual([401, 401, 401]);
  expect(await statuses(two, 1, 'bad')).toEqual([401]);
  await pass(SECOND_MS);
  expect(await statuses(two, 1, 'bad')).toEqual([401]);
  expect(await statuses(two, 1, 'good')).toEqual([429]);
});
