/** Brokers that are killed and stopped. */
import { natsServerPath, startNatsServer } from '../../test/helpers/nats-server.ts';
import { takeAll } from '../../test/helpers/queue-reader.ts';
import { rabbitMqScripts, startRabbitMq } from '../../test/helpers/rabbitmq.ts';
import { stored } from '../../test/helpers/subject-reader.ts';
import { until } from '../../test/helpers/until.ts';
import { createArrivals } from '../kit/arrivals.ts';
import type { Case } from '../kit/case.ts';
import { type Gateway, newDataDir, startGateway } from '../kit/gateway.ts';
import { startLedger } from '../kit/ledger.ts';
import { pause } from '../kit/pause.ts';
import { isOpen, lost, startPublishers } from '../kit/publishers.ts';

/** A broker that is away is asked again after up to a minute. */
const DRAIN_MS = 90_000;

interface Message {
  readonly sequence: number;
  readonly data: { readonly Info: { readonly ID: string; readonly Chat: string } };
}

/** Compares the messages at a broker with the acknowledged ones. */
function compare(texts: readonly string[], acknowledged: readonly string[]) {
  const arrivals = createArrivals();
  for (const text of texts) {
    const { sequence, data } = JSON.parse(text) as Message;
    arrivals.add(data.Info.ID, data.Info.Chat, sequence);
  }
  return {
    lost: acknowledged.filter((id) => !arrivals.has(id)).length,
    outOfOrder: arrivals.outOfOrder(),
    repeats: arrivals.repeats(),
  };
}

async function openWithBrokers(gateway: Gateway, webhookUrl: string): Promise<string> {
  const created = await gateway.call('POST', '/instance/create', {
    instanceName: 'shop',
    provider: 'sandbox',
  });
  const settings = { rabbitmqEnable: 'enabled', natsEnable: 'enabled', subscribe: ['MESSAGE'] };
  await gateway.call(
    'POST',
    '/instance/connect',
    { webhookUrl, ...settings },
    { instanceId: 'shop' },
  );
  await gateway.call('POST', '/sandbox/shop/scan', {});
  await isOpen(gateway, 'shop');
  return created.body.instance.instanceId;
}

/**
 * RabbitMQ and NATS JetStream are killed and stopped in turn while 8 callers write to an instance that sends to
 * both and to a webhook. Afterwards queue and stream must have every acknowledged message, in order within its
 * chat. The webhook must have everything within 2 s after the last write.
 */
export default {
  promise: 'A broker that dies or freezes gets everything in order later, and delays no webhook.',
  limitSeconds: 300,
  lacks: () =>
    rabbitMqScripts() === null || natsServerPath() === null
      ? 'it needs rabbitmq-server and nats-server'
      : null,
  async run({ scale, random, findings }) {
    const rounds = scale === 'long' ? 3 : 1;
    const [rabbit, nats] = await Promise.all([startRabbitMq(), startNatsServer()]);
    if (!rabbit.process || !nats.process) throw new Error('these brokers are not ours to kill');
    const ledger = await startLedger();
    const gateway = await startGateway({
      dataDir: newDataDir(),
      environment: { AMQP_URL: rabbit.url, NATS_URL: nats.url, NATS_JETSTREAM: 'true' },
    });
    const queue = `${await openWithBrokers(gateway, ledger.url)}.message`;
    const publishers = startPublishers({
      gateway: () => gateway,
      instances: ['shop'],
      chats: 8,
      most: 15_000,
      pauseMs: 30,
    });
    await until('some were written', () => publishers.acknowledged.length > 50, 20_000);
    await rabbit.process.settled(queue);
    for (let round = 0; round < rounds; round++) {
      for (const broker of [rabbit.process, nats.process]) {
        await broker.kill();
        await pause(random.between(300, 2_000));
        await broker.start();
        await pause(random.between(300, 1_500));
        await broker.freeze();
        await pause(random.between(300, 3_000));
        broker.thaw();
        await pause(random.between(300, 1_500));
      }
    }
    await publishers.stop();
    const { acknowledged } = publishers;
    findings.figure('faults', rounds * 4);
    findings.figure('acknowledged', acknowledged.length);
    findings.atMost('webhook: late by 2 s', await lost(ledger, acknowledged, 2_000), 0);
    const waiting = async () =>
      (await gateway.call('GET', '/delivery/find/shop?state=waiting&limit=1')).body.deliveries;
    const from = performance.now();
    await until('none waits', async () => (await waiting()).length === 0, DRAIN_MS).catch(() => {});
    findings.figure('drained after s', (performance.now() - from) / 1_000);
    const fromQueue = await takeAll(rabbit.url, queue, acknowledged.length).catch(() => []);
    const fromStream = await stored(nats.url, 'GATEHOUSE', queue);
    const found = {
      RabbitMQ: compare(
        fromQueue.map((one) => one.bodyString() ?? ''),
        acknowledged,
      ),
      NATS: compare(
        fromStream.map(({ body }) => body),
        acknowledged,
      ),
    };
    for (const [name, { lost: missing, outOfOrder, repeats }] of Object.entries(found)) {
      findings.atMost(`${name}: lost`, missing, 0);
      findings.atMost('out of order', outOfOrder, 0);
      findings.figure('repeats', repeats);
    }
    await gateway.stop();
    await Promise.all([rabbit.process.kill(), nats.process.kill()]);
    ledger.stop();
  },
} satisfies Case;
