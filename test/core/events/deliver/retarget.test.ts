import { expect, test } from 'bun:test';
import { OK, refusal } from '../../../doubles/scripted-channel.ts';
import { engineBench, message, SHOP, target } from '../../../helpers/engine.ts';
import { until } from '../../../helpers/until.ts';

test('waiting deliveries go to the new address, none to the old one after the call', async () => {
  const { engine, channel, clock, targets, rows } = await engineBench();
  channel.script = () => refusal(500, 'http_status: 500');
  await engine.start();
  await engine.publish(SHOP, [message('a')]);
  await until('it was tried', async () => (await rows())[0]?.attemptCount === 1);
  targets.set('webhook', target('http://new.test/hook', 'new.test:80'));
  await engine.retarget(SHOP.id, 'webhook');
  channel.script = () => OK;
  await clock.advance(30_000);
  await until('it is delivered', async () => (await rows())[0]?.state === 'delivered');
  expect(channel.sent.map((sent) => sent.target.address)).toEqual([
    'http://receiver.test/hook',
    'http://new.test/hook',
  ]);
});

test('an attempt under way to the old address is broken off and made again, uncounted', async () => {
  const { engine, channel, targets, rows } = await engineBench();
  channel.script = (_, to) => (to.address.includes('new') ? OK : null);
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('a')]);
  await until('one runs', () => channel.open.size === 1);
  targets.set('webhook', target('http://new.test/hook', 'new.test:80'));
  await engine.retarget(SHOP.id, 'webhook');
  expect(channel.open.size).toBe(0);
  await until('both are delivered', async () =>
    (await rows()).every((row) => row.state === 'delivered'),
  );
  expect((await rows()).map((row) => row.attemptCount)).toEqual([1, 1]);
  expect(channel.sent.map((sent) => sent.body.sequence)).toEqual([1, 1, 2]);
});

test('a delivery that its chat or a slot holds back goes with the secrets and headers that its endpoint has when it is sent', async () => {
  const { engine, channel, targets, rows } = await engineBench({
    limits: { total: 2, perHost: 2 },
  });
  channel.script = () => null;
  await engine.start();
  // The second waits for the first of its chat, the fourth for a slot.
  await engine.publish(
    SHOP,
    ['a', 'a', 'b', 'c'].map((chat) => message(chat)),
  );
  await until('two run', () => channel.open.size === 2);
  const now = { ...target(), secrets: ['new'], headers: { 'x-new': '1' } };
  targets.set('webhook', now);
  channel.script = () => OK;
  for (const { end } of channel.sent) end(OK);
  await until('all are delivered', async () =>
    (await rows()).every((row) => row.state === 'delivered'),
  );
  const sent = channel.sent.map(({ body, target }) => [body.sequence, target === now]);
  expect(sent.sort()).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [4, true],
  ]);
});

test('with the webhook gone, waiting deliveries are discarded with that reason, which is no error in the log', async () => {
  const { engine, channel, clock, targets, rows, lines } = await engineBench();
  channel.script = (_, to) =>
    to.address.includes('hang') ? null : refusal(500, 'http_status: 500');
  await engine.start();
  await engine.publish(SHOP, [message('a'), message('b')]);
  await until('both wait', async () => (await rows()).every((row) => row.attemptCount === 1));
  targets.set('webhook', target('http://hang.test/hook', 'hang.test:80'));
  await engine.publish(SHOP, [message('a'), message('a')]);
  await until('one runs', () => channel.open.size === 1);
  targets.set('webhook', { gone: 'webhook disabled' });
  await engine.retarget(SHOP.id, 'webhook');
  expect(channel.open.size).toBe(0);
  await until('all are discarded', async () =>
    (await rows()).every((row) => row.state === 'discarded'),
  );
  expect((await rows()).map((row) => row.lastError)).toEqual(Array(4).fill('webhook disabled'));
  expect(lines.find(({ message }) => message === 'discarded deliveries')).toMatchObject({
    count: 2,
    instanceName: 'shop',
  });
  await clock.advance(60_000);
  const told = () => lines.filter(({ message }) => message === 'deliveries discarded');
  await until('both are told', () => told().length === 2);
  const discarded = told();
  expect(discarded.map(({ level, reasons }) => [level, reasons])).toEqual(
    Array(2).fill(['info', ['webhook disabled']]),
  );
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
});
