import { expect, test } from 'bun:test';
import { OK, refusal, scriptedChannel } from '../doubles/scripted-channel.ts';
import { engineBench, message, target } from '../helpers/engine.ts';
import { until } from '../helpers/until.ts';

test('one endpoint that hangs does not delay ninety-nine others', async () => {
  const streams = Array.from({ length: 100 }, (_, index) => ({
    id: `stream-${index}`,
    name: `n${index}`,
  }));
  const { engine, channel } = await engineBench({
    limits: { total: 40, perHost: 32 },
    destinations: {
      of: () => ['webhook'],
      target: (id) => target(`http://${id}.test/`, `${id}.test:80`),
    },
  });
  channel.script = (_, to) => (to.host === 'stream-0.test:80' ? null : OK);
  await engine.start();
  const hanging = Array.from({ length: 60 }, (_, index) => message(`chat${index}`));
  await engine.publish(streams[0]!, hanging);
  for (const stream of streams.slice(1)) await engine.publish(stream, [message('a'), message('a')]);
  const healthy = () =>
    channel.sent.filter(({ target }) => target.host !== 'stream-0.test:80').length;
  await until('every healthy endpoint has both', () => healthy() === 198);
  // It has not answered yet, so it holds no more than a new receiver's first few.
  expect(channel.open.size).toBe(4);
});

test('of many destinations of one event a bad one delays none', async () => {
  const { engine, channel, targets, db } = await engineBench();
  targets.set('global-webhook', target('http://good.test/', 'good.test:80'));
  channel.script = (_, to) => (to.host === 'good.test:80' ? OK : null);
  await engine.start();
  for (const text of ['1', '2', '3']) {
    await engine.publish({ id: 's', name: 's' }, [message('a', text)]);
  }
  await until('the good one has all', () => channel.sent.length === 4);
  expect(await db.query('select count(*) from events', [])).toEqual([[3]]);
});

test('a webhook that fails holds up no broker, and a broker that is away no webhook', async () => {
  const broker = scriptedChannel();
  const webhook = scriptedChannel();
  const { engine, rows } = await engineBench({
    channels: { webhook, amqp: broker },
    destinations: {
      of: () => ['webhook', 'amqp'],
      target: (_, endpoint) =>
        endpoint === 'amqp' ? { ...target('queue', 'broker'), channel: 'amqp' } : target(),
    },
  });
  const statesOf = async (endpoint: string) =>
    (await rows()).filter((row) => row.endpoint === endpoint).map(({ state }) => state);
  await engine.start();
  webhook.script = () => refusal(500, 'http_status: 500');
  await engine.publish({ id: 's', name: 's' }, [message('a')]);
  await until('the broker has it', async () => (await statesOf('amqp'))[0] === 'delivered');
  await until('the webhook waits', async () => (await statesOf('webhook'))[0] === 'waiting');
  webhook.script = () => OK;
  broker.script = () => null;
  await engine.publish({ id: 's', name: 's' }, [message('a'), message('a')]);
  await until('the webhook has both', async () =>
    (await statesOf('webhook')).slice(1).every((state) => state === 'delivered'),
  );
  expect(broker.open.size).toBe(1);
  expect(broker.sent[0]!.outgoing.body).toBe(webhook.sent[0]!.outgoing.body);
});
