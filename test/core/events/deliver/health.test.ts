/** Endpoints that fail for long: when they are said to, when they are switched off, and what becomes of their events. */
import { expect, test } from 'bun:test';
import { effectOf } from '../../../../src/core/db/client.ts';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import type { Announcement } from '../../../../src/core/events/deliver/health.ts';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import {
  type BenchOptions,
  CAFE,
  engineBench,
  message,
  SHOP,
  target,
} from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const MINUTE = 60_000;
const GONE = refusal(410, 'http_status: 410');
const REFUSED = refusal(500, 'http_status: 500');
const watched = (disables = true) => ({
  ...target(),
  watch: { disables },
  retry: { attempts: 1, delaysMs: [1_000] },
});

async function bench(options: BenchOptions & { disables?: boolean } = {}) {
  const { disables = true, ...others } = options;
  const announced: Announcement[] = [];
  const made = await engineBench({
    health: { failures: 4, overMs: 100 * MINUTE },
    async announce(announcement) {
      await made.engine.write([announcement.statement]);
      announced.push(announcement);
    },
    ...others,
  });
  made.targets.set('webhook', watched(disables));
  const health = async () => {
    const [row] = await made.db.query(
      'select state, failures, percent, reason, announced from endpoint_health where stream_id = ?',
      [SHOP.id],
    );
    if (row === undefined) return null;
    const [state, failures, percent, reason, told] = row;
    return { state, failures, percent, reason, told };
  };
  const count = async (state: string) =>
    (await made.rows()).filter((row) => row.state === state).length;
  /** Publishes an event whose only attempt fails. */
  const fail = async () => {
    const before = await count('discarded');
    await made.engine.publish(SHOP, [message('a')]);
    await until('it is given up', async () => (await count('discarded')) === before + 1);
  };
  const news = () =>
    announced.map(({ news: one, health: { percent } }) => (one === 'failing' ? percent : one));
  return { ...made, announced, news, health, count, fail };
}

test('a delivered attempt of a healthy endpoint writes nothing about health', async () => {
  const written: string[] = [];
  const { engine, count, health, db } = await bench();
  const { batch } = db;
  db.batch = (statements) => {
    written.push(...statements.map(({ sql }) => sql).filter((sql) => effectOf(sql) === 'write'));
    return batch(statements);
  };
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('b')]);
  await until('both are delivered', async () => (await count('delivered')) === 2);
  expect(written.filter((sql) => sql.includes('endpoint_health'))).toEqual([]);
  expect(await health()).toBeNull();
});

test('failures are counted until an attempt is delivered, with the reason of the last', async () => {
  const { engine, channel, health, fail, count, news } = await bench();
  channel.script = () => REFUSED;
  await engine.start();
  await fail();
  expect(await health()).toMatchObject({ state: 'failing', failures: 1, percent: 0 });
  await fail();
  expect(await health()).toMatchObject({ failures: 2, reason: 'http_status: 500' });
  channel.script = () => OK;
  await engine.publish(SHOP, [message('a')]);
  await until('it is delivered', async () => (await count('delivered')) === 1);
  expect(await health()).toMatchObject({ state: 'healthy', failures: 0, reason: null });
  channel.script = () => REFUSED;
  await fail();
  expect(await health()).toMatchObject({ state: 'failing', failures: 1 });
  expect(news()).toEqual([]);
});

test('many failures in a short time are not enough, nor is a long time with few', async () => {
  const { engine, channel, clock, health, fail, news } = await bench();
  channel.script = () => REFUSED;
  await engine.start();
  for (let count = 0; count < 10; count++) await fail();
  expect(await health()).toMatchObject({ state: 'failing', failures: 10, percent: 0 });
  const other = await bench();
  other.channel.script = () => REFUSED;
  await other.engine.start();
  await other.fail();
  await other.clock.advance(1_000 * MINUTE);
  await other.fail();
  expect(await other.health()).toMatchObject({ state: 'failing', failures: 2, percent: 50 });
  await clock.advance(0);
  expect(news()).toEqual([]);
});

test('it is announced at 50, 75 and 100 %, switched off, and announced again', async () => {
  const { engine, channel, clock, health, fail, news } = await bench();
  channel.script = () => REFUSED;
  await engine.start();
  await fail();
  await fail();
  for (const minutes of [49, 1, 24, 1]) {
    await clock.advance(minutes * MINUTE);
    await fail();
  }
  await until('50 and 75 are announced', () => news().length === 2);
  expect(news()).toEqual([50, 75]);
  expect(await health()).toMatchObject({ state: 'failing', failures: 6, percent: 75, told: 75 });
  await clock.advance(25 * MINUTE);
  await fail();
  await until('the end is announced', () => news().length === 4);
  expect(news()).toEqual([50, 75, 100, 'disabled']);
  expect(await health()).toMatchObject({ state: 'disabled', percent: 100, told: 101 });
});

test('a step that is passed over is not announced later', async () => {
  const { engine, channel, clock, fail, news } = await bench({ disables: false });
  channel.script = () => REFUSED;
  await engine.start();
  for (let count = 0; count < 4; count++) await fail();
  await clock.advance(80 * MINUTE);
  await fail();
  await until('75 is announced', () => news().length === 1);
  expect(news()).toEqual([75]);
});

test('one that may not be switched off goes on being tried, and says that it is dead', async () => {
  const { engine, channel, clock, health, fail, count, news } = await bench({ disables: false });
  channel.script = () => GONE;
  await engine.start();
  await fail();
  expect(await health()).toMatchObject({ state: 'failing', reason: 'http_status: 410' });
  for (let failures = 0; failures < 3; failures++) await fail();
  await clock.advance(100 * MINUTE);
  await fail();
  await until('it is announced', () => news().length === 1);
  expect(news()).toEqual([100]);
  channel.script = () => OK;
  await engine.publish(SHOP, [message('a')]);
  await until('it is delivered', async () => (await count('delivered')) === 1);
  await until('the recovery is announced', () => news().length === 2);
  expect(news()).toEqual([100, 'recovered']);
  expect(await health()).toMatchObject({ state: 'healthy', told: 0 });
});

test('410 switches it off at once; nothing more is sent, and everything waits in its order', async () => {
  const { engine, channel, clock, targets, health, count, news, rows } = await bench();
  targets.set('webhook', { ...watched(), retry: { attempts: 5, delaysMs: [1_000] } });
  channel.script = () => null;
  await engine.start();
  await engine.publish(SHOP, [message('a', '1'), message('a', '2'), message('b', '3')]);
  await until('the heads run', () => channel.open.size === 2);
  const [first, third] = [...channel.open];
  first?.end(GONE);
  await until('the others wait', async () => (await count('waiting')) === 2);
  await engine.publish(SHOP, [message('a', '4'), message('c', '5')]);
  await until('it is announced', () => news().length === 1);
  expect(news()).toEqual(['disabled']);
  expect(await health()).toMatchObject({ state: 'disabled', reason: 'http_status: 410' });
  third?.end(GONE);
  await until('all wait', async () => (await count('waiting')) === 5);
  await clock.advance(MINUTE);
  expect(channel.sent).toHaveLength(2);
  channel.script = () => OK;
  await engine.enable(SHOP.id, 'webhook');
  await until('all are delivered', async () => (await count('delivered')) === 5);
  const order = channel.sent.slice(2).map(({ body }) => body.sequence);
  expect(order.filter((sequence) => [2, 4].includes(sequence))).toEqual([2, 4]);
  expect(order.toSorted()).toEqual([1, 2, 3, 4, 5]);
  expect((await rows()).map(({ attemptCount }) => attemptCount)).toEqual([2, 1, 2, 1, 1]);
  await until('the recovery is announced', () => news().length === 2);
  expect(news()).toEqual(['disabled', 'recovered']);
});

test('an attempt that is delivered after the end changes nothing: somebody has to enable it', async () => {
  const { engine, channel, count, health } = await bench();
  channel.script = () => null;
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('b')]);
  await until('both run', () => channel.open.size === 2);
  const [first, second] = [...channel.open];
  first?.end(GONE);
  await until('it is off', async () => (await health())?.state === 'disabled');
  second?.end(OK);
  await until('the other was delivered', async () => (await count('delivered')) === 1);
  expect(await health()).toMatchObject({ state: 'disabled' });
});

test('what is enabled and fails again is announced anew, from the first failure on', async () => {
  const { engine, channel, clock, health, fail, news, count } = await bench();
  channel.script = () => REFUSED;
  await engine.start();
  for (let failures = 0; failures < 3; failures++) await fail();
  await clock.advance(100 * MINUTE);
  await fail();
  await until('it is off', () => news().length === 2);
  await engine.publish(SHOP, [message('a')]);
  await engine.enable(SHOP.id, 'webhook');
  await until('what waited is tried', async () => (await count('discarded')) === 5);
  expect(await health()).toMatchObject({ state: 'failing', failures: 1, percent: 0, told: 1 });
  for (let failures = 0; failures < 3; failures++) await fail();
  await clock.advance(100 * MINUTE);
  await fail();
  await until('it is off again', () => news().length === 4);
  expect(news()).toEqual([100, 'disabled', 100, 'disabled']);
});

test('it is still off after a restart, and what waits is sent when it is enabled', async () => {
  const first = await bench();
  first.channel.script = () => GONE;
  await first.engine.start();
  await first.engine.publish(SHOP, [message('a')]);
  await until('it is off', async () => (await first.health())?.state === 'disabled');
  await first.engine.publish(SHOP, [message('a'), message('a')]);
  first.kill();
  const second = await bench({ db: first.db, clock: first.clock });
  await second.engine.start();
  await second.engine.publish(SHOP, [message('a')]);
  await second.clock.advance(MINUTE);
  expect(second.channel.sent).toEqual([]);
  expect(await second.count('waiting')).toBe(3);
  await second.engine.enable(SHOP.id, 'webhook');
  await until('all are delivered', async () => (await second.count('delivered')) === 3);
  expect(second.channel.sent.map(({ body }) => body.sequence)).toEqual([2, 3, 4]);
});

test('what could not be announced before the end is announced at the next start', async () => {
  const first = await bench({ announce: () => new Promise(() => {}) });
  first.channel.script = () => GONE;
  await first.engine.start();
  await first.engine.publish(SHOP, [message('a')]);
  await until('it is off', async () => (await first.health())?.state === 'disabled');
  first.kill();
  const second = await bench({ db: first.db, clock: first.clock });
  await second.engine.start();
  await until('it is announced', () => second.news().length === 1);
  expect(second.news()).toEqual(['disabled']);
  const third = await bench({ db: first.db, clock: first.clock });
  await third.engine.start();
  await third.clock.advance(MINUTE);
  expect(third.news()).toEqual([]);
});

test('the health of one endpoint is none of another, nor of another stream', async () => {
  const { engine, channel, targets, rows, count } = await bench();
  const other = target('http://other.test/', 'other.test:80');
  targets.set('global-webhook', other);
  channel.script = ({ body }, to) =>
    to.address === other.address || body.includes(CAFE.id) ? OK : GONE;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it is off', async () => (await count('discarded')) === 1);
  await engine.publish(SHOP, [message('a')]);
  await engine.publish(CAFE, [message('a')]);
  await until('the others are served', async () => (await count('delivered')) === 4);
  expect((await rows()).filter(({ state }) => state === 'waiting')).toHaveLength(1);
});

test('an endpoint that is gone loses its health and what waited', async () => {
  const { engine, channel, targets, health, count } = await bench();
  channel.script = () => GONE;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it is off', async () => (await health())?.state === 'disabled');
  await engine.publish(SHOP, [message('a')]);
  targets.set('webhook', { gone: 'endpoint deleted' });
  await engine.retarget(SHOP.id, 'webhook');
  expect([await count('discarded'), await health()]).toEqual([2, null]);
  targets.set('webhook', watched());
  channel.script = () => OK;
  await engine.publish(SHOP, [message('a')] satisfies CatalogEvent[]);
  await until('the next is delivered', async () => (await count('delivered')) === 1);
});
