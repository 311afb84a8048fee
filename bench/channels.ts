/**
 * Delivery from `publish` to a broker's receipt, beside a bare publisher that waits for the same receipts in the
 * same run: RabbitMQ quorum queues with confirms, and a JetStream stream with acknowledgements.
 * Brokers are real, started on free ports. `RUNS` sets how often each is measured.
 */
import { AMQPClient } from '@cloudamqp/amqp-client';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { createBrokers } from '../src/core/channels/brokers.ts';
import type { Observer } from '../src/core/events/deliver/observer.ts';
import { systemClock } from '../src/core/shared/clock.ts';
import { newId } from '../src/core/shared/ids.ts';
import { createLog } from '../src/core/shared/log.ts';
import { createAmqpChannel } from '../src/modules/amqp/channel.ts';
import { createNatsChannel } from '../src/modules/nats/channel.ts';
import { startNatsServer } from '../test/helpers/nats-server.ts';
import { startRabbitMq } from '../test/helpers/rabbitmq.ts';
import { until } from '../test/helpers/until.ts';
import { message, startEngine } from './engine.ts';
import { formatNumber, median, rate, table } from './measure.ts';

const COUNT = 10_000;
const WIDTH = 64;
const RUNS = Number(process.env.RUNS ?? 5);
const STREAM = { id: '01900000-0000-7000-8000-00000000a001', name: 'bench' };

const rabbit = await startRabbitMq();
const nats = await startNatsServer({});
const body = JSON.stringify({ id: newId(), event: 'Message', ...message(1) }).padEnd(1_024);

async function bareAmqp(): Promise<number> {
  const client = new AMQPClient(rabbit.url);
  await client.connect();
  const channel = await client.channel();
  await channel.queueDeclare('bare', { durable: true }, { 'x-queue-type': 'quorum' });
  await channel.confirmSelect();
  const perSecond = await rate(COUNT, WIDTH, () =>
    channel.basicPublish('', 'bare', body, { deliveryMode: 2, messageId: newId() }, true),
  );
  await channel.queuePurge('bare');
  await client.close();
  return perSecond;
}

async function bareNats(): Promise<number> {
  const client = await connect({ servers: new URL(nats.url).host });
  const js = jetstream(client);
  const bytes = new TextEncoder().encode(body);
  const perSecond = await rate(COUNT, WIDTH, () =>
    js.publish('bare.message', bytes, { msgID: newId() }),
  );
  await client.close();
  return perSecond;
}

/** Deliveries per second of the engine as the product runs it. */
async function engine(name: 'amqp' | 'nats'): Promise<number> {
  const clock = systemClock();
  const log = createLog('error', clock.now);
  const brokers = createBrokers(
    {
      amqpUrl: name === 'amqp' ? rabbit.url : null,
      amqpGlobalEnabled: true,
      amqpGlobalEvents: ['ALL'],
      natsUrl: name === 'nats' ? nats.url : null,
      natsGlobalEnabled: true,
      natsGlobalEvents: ['ALL'],
    },
    [
      { name: 'amqp', open: (url, _settings, deps) => createAmqpChannel({ ...deps, url }) },
      {
        name: 'nats',
        open: (url, _settings, deps) => createNatsChannel({ ...deps, url, stream: 'GATEHOUSE' }),
      },
    ],
    { clock, log },
  );
  brokers.start();
  await until('the broker is up', () => brokers.conditions()[name]?.state === 'up');
  let delivered = 0;
  const observer: Observer = {
    onAttempt({ outcome }) {
      if (outcome.kind === 'delivered') delivered++;
    },
    onDrop() {},
    onClear() {},
    onFilter() {},
  };
  const { engine, stop } = await startEngine({ brokers, observer });
  const perSecond = await rate(
    COUNT,
    WIDTH,
    (index) => engine.publish(STREAM, [message(index)]),
    () => until('all is delivered', () => delivered === COUNT, 120_000),
  );
  await stop();
  await brokers.stop();
  return perSecond;
}

const rows: Record<string, number>[] = [];
await engine('nats');
await bareNats();
for (let run = 0; run < RUNS; run++) {
  rows.push({
    bareAmqp: await bareAmqp(),
    amqp: await engine('amqp'),
    bareNats: await bareNats(),
    nats: await engine('nats'),
  });
}
const of = (name: string) => rows.map((row) => row[name] ?? Number.NaN);
const ratios = (name: string, bare: string) =>
  rows.map((row) => (row[name] ?? Number.NaN) / (row[bare] ?? Number.NaN));
table(
  [
    ['AMQP, confirmed', 'bareAmqp', 'amqp'],
    ['JetStream, acknowledged', 'bareNats', 'nats'],
  ].map(([channel = '', bare = '', own = '']) => ({
    channel,
    'bare/s': formatNumber(median(of(bare))),
    'delivered/s': formatNumber(median(of(own))),
    ratio: median(ratios(own, bare)).toFixed(2),
  })),
);
process.exit(0);
