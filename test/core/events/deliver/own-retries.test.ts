/** Endpoints with retries and an order of their own, beside those of the service. */
import { expect, test } from 'bun:test';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import { engineBench, message, SHOP, target } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

const REFUSED = refusal(500, 'http_status: 500');
const OWN = { ...target('http://own.test/', 'own.test:80') };

test('each endpoint is tried as often and as soon as its own retries say', async () => {
  const { engine, channel, clock, targets, rows } = await engineBench();
  targets.set('global-webhook', {
    ...OWN,
    retry: { attempts: 3, delaysMs: [5_000, 3_600_000] },
  });
  channel.script = () => REFUSED;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  const attempts = async () =>
    Object.fromEntries(
      (await rows()).map(({ endpoint, attemptCount }) => [endpoint, attemptCount]),
    );
  const reach = (own: number, others: number) =>
    until(`${own} and ${others} attempts`, async () => {
      const { webhook, 'global-webhook': its } = await attempts();
      return webhook === others && its === own;
    });
  await reach(1, 1);
  await clock.advance(5_000);
  await reach(2, 1);
  await clock.advance(25_000);
  await reach(2, 2);
  for (const others of [3, 4, 5]) {
    await clock.advance(30_000);
    await reach(2, others);
  }
  await clock.advance(3_600_000);
  await reach(3, 5);
  expect((await rows()).map(({ state }) => state)).toEqual(['discarded', 'discarded']);
});

test('a changed number of attempts counts at once for what waits', async () => {
  const { engine, channel, clock, targets, rows } = await engineBench();
  channel.script = () => REFUSED;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it was tried', async () => (await rows())[0]?.attemptCount === 1);
  targets.set('webhook', { ...target(), retry: { attempts: 2, delaysMs: [30_000] } });
  await clock.advance(30_000);
  await until('it is given up', async () => (await rows())[0]?.state === 'discarded');
  expect((await rows())[0]?.attemptCount).toBe(2);
});

test('a redelivery is a new round of as many attempts', async () => {
  const { engine, channel, clock, targets, rows, lines } = await engineBench();
  targets.set('webhook', { ...target(), retry: { attempts: 2, delaysMs: [1_000] } });
  channel.script = () => REFUSED;
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it was tried', async () => (await rows())[0]?.attemptCount === 1);
  await clock.advance(1_000);
  await until('it is given up', async () => (await rows())[0]?.state === 'discarded');
  await engine.redeliver(SHOP.id, { state: 'discarded' });
  await until('it was tried again', async () => (await rows())[0]?.attemptCount === 3);
  expect((await rows())[0]?.state).toBe('waiting');
  await clock.advance(1_000);
  await until('it is given up again', async () => (await rows())[0]?.state === 'discarded');
  expect((await rows())[0]?.attemptCount).toBe(4);
  await clock.advance(60_000);
  await until('both are reported', () => discards(lines).length === 2);
  expect(discards(lines).map(({ reasons }) => reasons)).toEqual([
    ['http_status: 500', 'http_status: 500'],
    ['http_status: 500', 'http_status: 500'],
  ]);
});

const discards = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(({ message }) => message === 'deliveries discarded');

test('a retry that is days ahead is still days ahead after a restart', async () => {
  const first = await engineBench();
  const retry = { attempts: 2, delaysMs: [172_800_000] };
  first.targets.set('webhook', { ...target(), retry });
  first.channel.script = () => REFUSED;
  await first.engine.start();
  await first.engine.publish(SHOP, [message('a')]);
  await until('it was tried', async () => (await first.rows())[0]?.attemptCount === 1);
  first.kill();
  const second = await engineBench({ db: first.db, clock: first.clock });
  second.targets.set('webhook', { ...target(), retry });
  second.channel.script = () => OK;
  await second.engine.start();
  await second.clock.advance(172_799_000);
  expect(second.channel.sent).toEqual([]);
  await second.clock.advance(1_000);
  await until('it is delivered', async () => (await second.rows())[0]?.state === 'delivered');
  await second.engine.stop(0);
});

test('without an order, the first attempts of a chat run at the same time', async () => {
  const { engine, channel, targets } = await engineBench();
  targets.set('global-webhook', { ...OWN, isUnordered: true });
  channel.script = () => null;
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('a'), message('a')]);
  await until('all of one and the first of the other run', () => channel.open.size === 4);
  const running = (host: string) =>
    [...channel.open].filter((sent) => sent.target.host === host).map(({ body }) => body.sequence);
  expect(running(OWN.host)).toEqual([1, 2, 3]);
  expect(running('receiver.test:80')).toEqual([1]);
});
