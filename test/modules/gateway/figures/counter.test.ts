/** Figures as the engine makes them: counted in memory, and added to the database in batches. */
import { describe, expect, test } from 'bun:test';
import { joinableChanges } from '../../../../src/app/limits.ts';
import { DatabaseError, type Statement } from '../../../../src/core/db/client.ts';
import { openDatabase } from '../../../../src/core/db/open.ts';
import { instances } from '../../../../src/core/db/schema/gateway.ts';
import type { BodyFields } from '../../../../src/core/events/contract/channel.ts';
import { toRow } from '../../../../src/core/instances/store.ts';
import { createLog } from '../../../../src/core/shared/log.ts';
import { FigureCounter, WRITE_EVERY_MS } from '../../../../src/modules/gateway/figures/counter.ts';
import { countOf, latencyOf, noCounts } from '../../../../src/modules/gateway/figures/counts.ts';
import {
  addUpFigures,
  bucketOf,
  deleteOldFigures,
  HALF_HOUR_MS,
  KEPT_MS,
  LONGEST_MS,
  ROW_MS,
  readAllFigures,
  readFigures,
} from '../../../../src/modules/gateway/figures/rows.ts';
import { GATEWAY_PARTS } from '../../../../src/modules/gateway/gateway.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import { testDatabase } from '../../../helpers/database.ts';
import {
  type BenchOptions,
  CAFE,
  engineBench,
  message,
  nodeBench,
  SHOP,
  target,
} from '../../../helpers/engine.ts';
import { SHOP as RECORD } from '../../../helpers/gateway-server.ts';
import { planned } from '../../../helpers/query-plans.ts';
import { isSqldMissing, startMigratedSqld } from '../../../helpers/sqld.ts';
import { until } from '../../../helpers/until.ts';

type Write = ConstructorParameters<typeof FigureCounter>[0]['write'];
interface Options extends Pick<BenchOptions, 'db' | 'clock'> {
  /** What writes the counts; default: the engine. */
  readonly write?: Write;
  readonly bench?: typeof engineBench;
}

/** An engine that delivers for SHOP and CAFE, and counts. */
async function counting({ bench = engineBench, write, ...options }: Options = {}) {
  const db = options.db ?? (await testDatabase());
  const clock = options.clock ?? manualClock();
  const rows = [SHOP, CAFE].map(({ id, name }) =>
    toRow({ ...RECORD, id, name, phoneNumberId: id, key: { ...RECORD.key, hash: id } }),
  );
  await db.orm.insert(instances).values(rows).onConflictDoNothing();
  const lines: Record<string, unknown>[] = [];
  const counter: FigureCounter = new FigureCounter({
    db,
    clock,
    log: createLog('warn', clock.now, (line) => lines.push(JSON.parse(line))),
    write: write ?? ((statements) => made.engine.write(statements)),
    node: null,
  });
  const watching = { observer: counter.observer, onCommitted: counter.committed };
  const made = await bench({
    db,
    clock,
    joinableChanges: joinableChanges([GATEWAY_PARTS]),
    ...watching,
  });
  await made.engine.start();
  const now = async (id = SHOP.id) =>
    shown((await readFigures(db, id, ALL)).get(halfHourOf(clock.now())));
  return { ...made, counter, lines, now };
}

const ALL = { oldest: 0, bucketMs: HALF_HOUR_MS };
const halfHourOf = (ms: number) => bucketOf(ms, HALF_HOUR_MS);

const NAMES = ['received', 'sent', 'delivered', 'failed', 'discarded', 'filtered'] as const;
/** What is not 0, by endpoint. */
const shown = (endpoints: ReadonlyMap<string, number[]> = new Map()) =>
  Object.fromEntries(
    [...endpoints].map(([endpoint, counts]) => [
      endpoint,
      Object.fromEntries(
        NAMES.map((name) => [name, countOf(counts, name)]).filter(([, number]) => number !== 0),
      ),
    ]),
  );
const received = (count: number) => ({ '': { received: count }, webhook: { delivered: count } });

describe('what is counted', () => {
  test('messages, deliveries, failed attempts and what was given up are counted by instance and endpoint', async () => {
    const { engine, clock, channel, targets, counter, now, rows, db } = await counting();
    targets.set('global-webhook', target('http://other.test/', 'other.test:80'));
    channel.script = (_, { host }) => (host === 'other.test:80' ? refusal(500, 'http_500') : OK);
    const sent = { ...message('a', '2'), type: 'SendMessage' } as ReturnType<typeof message>;
    await engine.publish(SHOP, [message('a', '1'), sent]);
    await engine.publish(CAFE, [message('b', '3')]);
    await until('all have ended', async () => {
      await clock.advance(31_000);
      return (await rows()).every(({ state }) => state === 'delivered' || state === 'discarded');
    });
    await counter.stop();
    expect(await now()).toEqual({
      '': { received: 1, sent: 1 },
      webhook: { delivered: 2 },
      'global-webhook': { failed: 10, discarded: 2 },
    });
    const oldest = halfHourOf(clock.now());
    const sums = await readAllFigures(db, { ...ALL, oldest, count: 1 });
    expect(shown(sums.get(oldest))).toEqual({
      '': { received: 2, sent: 1 },
      webhook: { delivered: 3 },
      'global-webhook': { failed: 15, discarded: 3 },
    });
  });

  test('what a filter leaves out is counted once it is on disk, and costs no write of its own', async () => {
    const { engine, db, targets, counter, now } = await counting();
    const isFirst = ({ data }: BodyFields) => JSON.stringify(data).includes('"1"');
    targets.set('webhook', { ...target('http://shop.test/', 'shop.test:80'), wants: isFirst });
    await engine.publish(SHOP, [message('a', '1'), message('a', '2'), message('a', '3')]);
    await db.query(
      "create trigger refuse before insert on events begin select raise(abort, 'no'); end",
      [],
    );
    await expect(engine.publish(SHOP, [message('a', '4')])).rejects.toThrow();
    await engine.attemptsEnded(SHOP.id);
    expect(await now()).toEqual({});
    await counter.stop();
    expect((await now()).webhook).toMatchObject({ filtered: 2 });
  });

  test('deliveries that are dropped with their endpoint count as given up', async () => {
    const { engine, clock, channel, targets, counter, now } = await counting();
    channel.script = () => refusal(500, 'http_500');
    await engine.publish(SHOP, [message('a', '1')]);
    await until('it has failed', async () => {
      await clock.advance(0);
      return channel.sent.length === 1;
    });
    await engine.attemptsEnded(SHOP.id);
    targets.set('webhook', { gone: 'the webhook was removed' });
    await engine.retarget(SHOP.id, 'webhook');
    await counter.stop();
    expect((await now()).webhook).toEqual({ failed: 1, discarded: 1 });
  });

  test('what belongs to no instance, or to one that was deleted, is not written, and keeps nothing else from being', async () => {
    const { counter, now, db } = await counting();
    const account = { streamId: 'an-account', endpoint: 'webhook:01', eventId: '' };
    counter.observer.onClear(account.streamId, account.endpoint, 3);
    counter.committed({ streamId: CAFE.id, type: 'Message' });
    counter.committed({ streamId: SHOP.id, type: 'Message' });
    counter.committed({ streamId: SHOP.id, type: 'Receipt' });
    await db.query('delete from instances where id = ?', [CAFE.id]);
    await counter.stop();
    expect(await now()).toEqual({ '': { received: 1 } });
    expect(await db.query('select count(*) from figures', [])).toEqual([[1]]);
    await db.query('delete from instances where id = ?', [SHOP.id]);
    expect(await db.query('select count(*) from figures', [])).toEqual([[0]]);
  });

  test('the latency is that of deliveries accepted at the first attempt, as shares of them', async () => {
    const { engine, clock, channel, counter, db, rows } = await counting();
    channel.script = () => null;
    const accept = async (afterMs: number) => {
      await engine.publish(SHOP, [message(`chat ${afterMs}`)]);
      await until('it is being sent', () => channel.open.size === 1);
      await clock.advance(afterMs);
      for (const sent of channel.open) sent.end(OK);
      await engine.attemptsEnded(SHOP.id);
      await clock.advance(0);
    };
    for (let sent = 0; sent < 9; sent++) await accept(20);
    await accept(400);
    const { open } = channel;
    await engine.publish(SHOP, [message('retried')]);
    await until('it is being sent', () => open.size === 1);
    for (const sent of open) sent.end(refusal(500, 'http_500'));
    channel.script = () => OK;
    await until('it is delivered', async () => {
      await clock.advance(10_000);
      return (await rows()).every(({ state }) => state === 'delivered');
    });
    await counter.stop();
    const counts = (await readFigures(db, SHOP.id, ALL))
      .get(halfHourOf(clock.now()))
      ?.get('webhook');
    expect(countOf(counts ?? [], 'delivered')).toBe(11);
    expect(latencyOf(counts ?? [])).toEqual({ p50Ms: 18, p95Ms: 325, maxMs: 400 });
    expect(latencyOf(noCounts())).toBeNull();
  });
});

describe('writing', () => {
  test('a killed process loses what it counted in the last 10 seconds, and the next one adds to the rest', async () => {
    const first = await counting();
    first.counter.start();
    for (let half = 0; half < 3; half++) {
      await first.engine.publish(SHOP, [message('a', `${half}`)]);
      await until('it is delivered', async () =>
        (await first.rows()).every(({ state }) => state === 'delivered'),
      );
      await first.clock.advance(WRITE_EVERY_MS / 2);
    }
    first.kill();
    const { db, clock } = first;
    expect(await first.now()).toEqual(received(2));
    const second = await counting({ db, clock });
    await second.engine.publish(SHOP, [message('a', 'after')]);
    await until('it is sent', () => second.channel.sent.length === 1);
    await clock.advance(0);
    await second.counter.stop();
    expect(await second.now()).toEqual(received(3));
  });

  test('what the database does not take is written later, once', async () => {
    const db = await testDatabase();
    let isFull = true;
    const { engine, channel, clock, counter, now, lines } = await counting({
      db,
      write: async (statements) => {
        if (isFull) throw new DatabaseError('full', 'the disk is full');
        return db.batch(statements);
      },
    });
    counter.start();
    await engine.publish(SHOP, [message('a', '1')]);
    await until('it is sent', () => channel.sent.length === 1);
    await clock.advance(3 * WRITE_EVERY_MS);
    await engine.publish(SHOP, [message('a', '2')]);
    await until('both are sent', () => channel.sent.length === 2);
    isFull = false;
    await clock.advance(2 * WRITE_EVERY_MS);
    expect(await now()).toEqual(received(2));
    expect(lines.map(({ message, reason }) => [message, reason])).toEqual([
      ['figures could not be written', 'the disk is full'],
    ]);
  });

  test('what may be written already is not written again', async () => {
    const db = await testDatabase();
    const { counter, now } = await counting({
      db,
      async write(statements) {
        await db.batch(statements);
        throw new DatabaseError('unreachable', 'no answer', undefined, { isUnknown: true });
      },
    });
    counter.committed({ streamId: SHOP.id, type: 'Message' });
    await counter.stop();
    await counter.stop();
    expect(await now()).toEqual({ '': { received: 1 } });
  });

  test('a stop waits for the last write, but not for ever', async () => {
    const clock = manualClock();
    const { counter } = await counting({ clock, write: () => new Promise(() => {}) });
    counter.committed({ streamId: SHOP.id, type: 'Message' });
    let isStopped = false;
    const stopped = counter.stop().then(() => {
      isStopped = true;
    });
    await clock.advance(1_900);
    expect(isStopped).toBe(false);
    await clock.advance(200);
    await stopped;
  });

  test('many rows are written in several writes, and the later ones wait until the earlier are done', async () => {
    const db = await testDatabase();
    const sizes: number[] = [];
    let running = 0;
    const { counter } = await counting({
      db,
      async write(statements: readonly Statement[]) {
        expect(++running).toBe(1);
        sizes.push(statements.length);
        const rows = await db.batch(statements);
        running--;
        return rows;
      },
    });
    for (let index = 0; index < 450; index++)
      counter.committed({ streamId: `instance ${index}`, type: 'Message' });
    await counter.stop();
    expect(sizes).toEqual([200, 200, 50]);
  });
});

describe('several nodes on one database', () => {
  test('the figures of an instance that moved are those of both nodes together', async () => {
    const db = await testDatabase();
    const clock = manualClock();
    const first = await counting({ db, clock, bench: nodeBench });
    const second = await counting({ db, clock, bench: nodeBench });
    for (const { counter } of [first, second]) counter.start();
    await first.engine.publish(SHOP, [message('a', '1'), message('a', '2')]);
    await until('both are sent', () => first.channel.sent.length === 2);
    await clock.advance(WRITE_EVERY_MS);
    first.kill();
    await until('the second node has it', async () => {
      await clock.advance(1_000);
      return second.engine.publish(SHOP, [message('a', '3')]).then(
        () => true,
        () => false,
      );
    });
    await until('it is sent', () => second.channel.sent.length === 1);
    await clock.advance(WRITE_EVERY_MS);
    expect(await second.now()).toEqual(received(3));
  });

  test.skipIf(isSqldMissing)(
    'a server takes the counts of many rows in one statement',
    async () => {
      const sqld = await startMigratedSqld();
      const db = await openDatabase({ url: `http://${sqld.address}` });
      const { engine, channel, counter, clock, now } = await counting({ db, bench: nodeBench });
      for (const stream of [SHOP, CAFE]) await engine.publish(stream, [message('a'), message('b')]);
      await until('all are sent', () => channel.sent.length === 4);
      await until('all are written', async () => {
        await clock.advance(0);
        await counter.stop();
        return (await now(CAFE.id)).webhook?.delivered === 2;
      });
      expect([await now(), await now(CAFE.id)]).toEqual([received(2), received(2)]);
      await db.close();
      await sqld.kill();
    },
  );
});

describe('the bound', () => {
  test('webhooks that come and go get 64 rows of the same time, and leave those of others alone', async () => {
    const { counter, db, clock } = await counting();
    for (let made = 0; made < 300; made++) counter.observer.onClear(SHOP.id, `endpoint:${made}`, 1);
    counter.committed({ streamId: SHOP.id, type: 'Message' });
    counter.observer.onClear(SHOP.id, 'webhook', 1);
    await counter.stop();
    counter.observer.onClear(SHOP.id, 'endpoint:0', 1);
    counter.observer.onClear(SHOP.id, 'endpoint:new', 1);
    await counter.stop();
    const found = (await readFigures(db, SHOP.id, ALL)).get(halfHourOf(clock.now()));
    expect(found?.size).toBe(66);
    expect(found?.has('endpoint:new')).toBe(false);
    expect(countOf(found?.get('endpoint:0') ?? [], 'discarded')).toBe(2);
    for (const endpoint of ['', 'webhook']) expect(found?.has(endpoint)).toBe(true);
  });

  test('what is older than 7 days, or was counted by a clock far ahead, is deleted by an index', async () => {
    const { counter, clock, db } = await counting();
    for (const days of [-30, 30, 0]) {
      clock.jump(days * 86_400_000);
      counter.committed({ streamId: SHOP.id, type: 'Message' });
      await counter.stop();
      clock.jump(-days * 86_400_000);
    }
    counter.committed({ streamId: SHOP.id, type: 'Message' });
    counter.start();
    await clock.advance(WRITE_EVERY_MS);
    await until('only the latest are left', async () =>
      Bun.deepEquals(await db.query('select since, received from figures', []), [
        [bucketOf(clock.now()), 2],
      ]),
    );
    const { query, plans } = planned(db);
    const batch = (statements: readonly Statement[]) =>
      Promise.all(statements.map(({ sql, params }) => query(sql, params)));
    await addUpFigures({ batch }, null, { last: clock.now() - ROW_MS, now: clock.now() });
    await deleteOldFigures({ query }, null, clock.now());
    await readFigures({ query }, SHOP.id, ALL);
    await readAllFigures({ query }, { ...ALL, count: 1 });
    const steps = plans.flat().filter((step) => step.includes('figures'));
    expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
  });

  test('rows are added up into longer ones as they grow old, and what they count is not lost', async () => {
    const { db, clock } = await counting();
    const now = clock.now();
    const hours = (count: number) => count * 3_600_000;
    const oldest = bucketOf(now, LONGEST_MS) - KEPT_MS + LONGEST_MS;
    const all = (now - (now % ROW_MS) - oldest) / ROW_MS + 1;
    await db.query(
      `with recursive times (since) as (values (?) union all select since + ? from times where since + ? <= ?)
       insert into figures (instance_id, since, endpoint, received, slowest)
       select ?, since, '', 1, (since - ?) / ? from times`,
      [oldest, ROW_MS, ROW_MS, now, SHOP.id, oldest, ROW_MS],
    );
    const rows = async () => {
      const found = await db.query(
        'select since, received, slowest from figures order by since',
        [],
      );
      return found.map((row) => row.map(Number) as [number, number, number]);
    };
    await addUpFigures(db, null, { last: 0, now: now - hours(3) });
    await addUpFigures(db, null, { last: now - hours(3), now });
    const found = await rows();
    expect(found.reduce((sum, [, received]) => sum + received, 0)).toBe(all);
    expect(found.at(0)).toEqual([oldest, 48, 47]);
    const lengths = found.map(
      ([since], index) => (found[index + 1]?.[0] ?? since + ROW_MS) - since,
    );
    expect(lengths).toEqual(lengths.toSorted((one, other) => other - one));
    expect([...new Set(lengths)]).toEqual([LONGEST_MS, HALF_HOUR_MS, ROW_MS]);
    expect(found.length).toBeLessThanOrEqual(141);
    await addUpFigures(db, null, { last: now, now });
    await deleteOldFigures(db, null, now);
    expect(await rows()).toEqual(found);
  });
});
