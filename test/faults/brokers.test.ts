/** The whole service between real brokers that die: nothing is lost, and none delays another. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { hasNats, hasRabbitMq } from '../helpers/brokers.ts';
import { message } from '../helpers/engine.ts';
import { liveClient } from '../helpers/live-client.ts';
import { type NatsServer, startNatsServer } from '../helpers/nats-server.ts';
import { takeAll } from '../helpers/queue-reader.ts';
import { type RabbitMq, startRabbitMq } from '../helpers/rabbitmq.ts';
import { type Service, startService } from '../helpers/service.ts';
import { stored } from '../helpers/subject-reader.ts';
import { until } from '../helpers/until.ts';

/** What a stop may take; nothing is under way that it had to wait for. */
const GRACE_MS = 30_000;

const isOurs =
  hasRabbitMq() && hasNats() && !process.env.TEST_AMQP_URL && !process.env.TEST_NATS_URL;

interface Body {
  readonly id: string;
  readonly sequence: number;
  readonly data: { readonly Info: { readonly Chat: string } };
}

const bodiesOf = (texts: readonly string[]): Body[] => texts.map((text) => JSON.parse(text));
const idsOf = (bodies: readonly { id: string }[]) => bodies.map(({ id }) => id).sort();

/** Every chat's events as they came first; one that came again is a repeat. */
function chatsOf(bodies: readonly Body[]): Record<string, number[]> {
  const chats: Record<string, number[]> = {};
  const seen = new Set<string>();
  for (const { id, sequence, data } of bodies) {
    if (seen.has(id)) continue;
    seen.add(id);
    chats[data.Info.Chat] = [...(chats[data.Info.Chat] ?? []), sequence];
  }
  return chats;
}

const ascending = (chats: Record<string, number[]>) =>
  Object.fromEntries(
    Object.entries(chats).map(([chat, list]) => [chat, list.toSorted((a, b) => a - b)]),
  );

describe.skipIf(!isOurs)('between real brokers', () => {
  let rabbit: RabbitMq;
  let nats: NatsServer;
  let service: Service;
  const posted: string[] = [];
  const receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      posted.push(await request.text());
      return new Response('ok');
    },
  });

  beforeAll(async () => {
    [rabbit, nats] = await Promise.all([startRabbitMq(), startNatsServer({})]);
    service = await startService({
      AMQP_URL: rabbit.url,
      AMQP_GLOBAL_ENABLED: 'true',
      AMQP_GLOBAL_EVENTS: 'CALL',
      NATS_URL: nats.url,
      NATS_JETSTREAM: 'true',
    });
    await until(
      'all is up',
      async () => (await service.call('GET', '/ready')).status === 200,
      20_000,
    );
  }, 60_000);
  afterAll(async () => {
    await service.app.stop(1_000);
    await receiver.stop(true);
  });

  async function instance(instanceName: string, switches: Record<string, unknown>) {
    const { body } = await service.call('POST', '/instance/create', { instanceName });
    const id: string = body.instance.instanceId;
    await fetch(`${service.url}/instance/connect`, {
      method: 'POST',
      headers: { apikey: body.apikey, 'content-type': 'application/json' },
      body: JSON.stringify({ subscribe: ['MESSAGE'], ...switches }),
    });
    await service.call('POST', `/sandbox/${instanceName}/scan`, {});
    return { id, key: String(body.apikey) };
  }

  const publish = async (id: string, name: string, count: number, chats: number) => {
    for (let at = 0; at < count; at += 250) {
      const events = Array.from({ length: 250 }, (_, index) =>
        message(`chat${(at + index) % chats}`),
      );
      await service.app.engine.publish({ id, name }, events);
    }
  };

  const undelivered = async (name: string) => {
    const { body } = await service.call('GET', `/delivery/find/${name}?state=waiting&limit=1`);
    return body.deliveries.length;
  };

  const channelStates = async () => {
    const { status, body } = await service.call('GET', '/ready');
    return { status, amqp: body.channels.amqp, nats: body.channels.nats };
  };

  const bothDown = async () => {
    const { amqp, nats } = await channelStates();
    return amqp.state === 'down' && nats.state === 'down';
  };

  const inQueue = async (queue: string, count: number) =>
    (await takeAll(rabbit.url, queue, count)).map((one) => one.bodyString() ?? '');
  const inStream = async (subject: string) =>
    (await stored(nats.url, 'GATEHOUSE', subject)).map(({ body }) => body);
  const nothingWaits = (name: string) =>
    until('nothing waits', async () => (await undelivered(name)) === 0, 30_000);

  test('four channels carry the same events, and brokers killed while events flow delay no other, lose none and get them when they are back', async () => {
    const both = { rabbitmqEnable: 'enabled', natsEnable: 'enabled' };
    const webhook = { websocketEnable: 'enabled', webhookUrl: receiver.url.href };
    const four = await instance('four', { ...both, ...webhook });
    const flow = await instance('flow', both);
    const [queue, flowQueue] = [`${four.id}.message`, `${flow.id}.message`];
    const socket = liveClient(`${service.url.replace('http', 'ws')}/ws`, {
      headers: { apikey: four.key },
    });
    await socket.opened;
    await publish(four.id, 'four', 500, 5);
    await publish(flow.id, 'flow', 500, 50);
    await until('the webhook has all', () => posted.length === 500);
    await socket.has(500);
    await rabbit.process?.settled(queue);
    await rabbit.process?.settled(flowQueue);
    const fromQueue = await inQueue(queue, 500);
    const fromStream = await inStream(queue);
    expect(fromQueue.toSorted()).toEqual(posted.toSorted());
    expect(fromStream.toSorted()).toEqual(posted.toSorted());
    expect(socket.frames as unknown[]).toEqual(bodiesOf(posted.toSorted(bySequence)));
    for (const texts of [posted, fromQueue, fromStream]) {
      const chats = chatsOf(bodiesOf(texts));
      expect(chats).toEqual(ascending(chats));
    }

    await nats.process?.kill();
    await publish(four.id, 'four', 250, 5);
    await until('the webhook goes on', () => posted.length === 750);
    expect(await inQueue(queue, 250)).toHaveLength(250);
    await nats.process?.start();
    await nothingWaits('four');

    const flowing = publish(flow.id, 'flow', 1_500, 50);
    await until('they flow', () => service.app.engine.inFlight > 16);
    const killedAt = Date.now();
    await Promise.all([rabbit.process?.kill(), nats.process?.kill()]);
    await flowing;
    await publish(four.id, 'four', 250, 5);
    await until('the webhook goes on', () => posted.length === 1_000);
    await socket.has(1_000);
    await until('neither can be used', bothDown);
    const { status, amqp, nats: natsState } = await channelStates();
    expect(status).toBe(503);
    for (const { since } of [amqp, natsState])
      expect(Date.parse(since)).toBeGreaterThanOrEqual(killedAt);
    expect(amqp.error).toMatch(/^connection_\w+: ./);
    const waiting = await service.call('GET', '/delivery/find/four?state=waiting&limit=500');
    expect(waiting.body.deliveries).toHaveLength(500);

    await Promise.all([rabbit.process?.start(), nats.process?.start()]);
    await nothingWaits('four');
    await nothingWaits('flow');
    expect((await channelStates()).status).toBe(200);
    expect(new Set(await inQueue(queue, 250))).toEqual(new Set(posted.slice(750)));
    const streamed = await inStream(queue);
    expect(streamed.toSorted()).toEqual(posted.toSorted());
    expect(chatsOf(bodiesOf(streamed))).toEqual(ascending(chatsOf(bodiesOf(streamed))));
    socket.close();

    const events = idsOf(bodiesOf(await eventsOf(service, 'flow')));
    expect(events).toHaveLength(2_000);
    const queued = bodiesOf(await inQueue(flowQueue, 2_000));
    const kept = bodiesOf(await inStream(flowQueue));
    for (const bodies of [queued, kept]) {
      expect([...new Set(idsOf(bodies))]).toEqual(events);
      expect(chatsOf(bodies)).toEqual(ascending(chatsOf(bodies)));
    }
    expect(kept).toHaveLength(2_000);
    expect(queued.length).toBeLessThan(2_100);
  }, 150_000);

  test('the global queue gets what its own list says, whatever the instance has switched on', async () => {
    const { id } = await instance('global', {});
    await service.app.engine.publish({ id, name: 'global' }, [
      message('a'),
      {
        type: 'CallOffer',
        data: {
          From: 'a',
          Timestamp: '',
          CallCreator: 'a',
          CallID: '1',
          RemotePlatform: '',
          RemoteVersion: '',
        },
      },
    ]);
    const [call] = await takeAll(rabbit.url, 'calloffer', 1);
    expect(JSON.parse(call?.bodyString() ?? '')).toMatchObject({
      event: 'CallOffer',
      instanceId: id,
    });
    const { body } = await service.call('GET', '/delivery/find/global');
    expect(body.deliveries).toMatchObject([{ destination: 'global-amqp', event: 'CallOffer' }]);
  });

  test('metrics count every channel by itself', async () => {
    const { body } = await service.call('GET', '/metrics');
    for (const destination of ['webhook', 'amqp', 'nats']) {
      const delivered = `gatehouse_delivery_attempts_total{destination="${destination}",outcome="delivered"}`;
      expect(body).toContain(delivered);
    }
    expect(body).toMatch(
      /attempts_total\{destination="amqp",outcome="connection_(lost|refused)"\} \d/,
    );
    expect(body).toContain('gatehouse_channel_up{channel="amqp"} 1');
  });
});

test('brokers that cannot be reached keep the service neither from starting nor from stopping', async () => {
  const service = await startService({
    AMQP_URL: 'amqp://shop:hunter2@127.0.0.1:1',
    AMQP_GLOBAL_ENABLED: 'true',
    NATS_URL: 'ws://shop:hunter2@127.0.0.1:1',
  });
  const ready = async () => (await service.call('GET', '/ready')).body;
  const isRefused = /^connection_(refused|lost): ./;
  await until('both were tried', async () => isRefused.test((await ready()).channels.nats.error));
  const down = {
    state: 'down',
    since: expect.any(String),
    error: expect.stringMatching(isRefused),
  };
  expect(await ready()).toEqual({
    status: 'unavailable',
    database: 'up',
    channels: { amqp: down, nats: down },
  });
  const { body } = await service.call('POST', '/instance/create', { instanceName: 'shop' });
  const stream = { id: body.instance.instanceId, name: 'shop' };
  await service.app.engine.publish(stream, [message('a'), message('a')]);
  const found = async () => (await service.call('GET', '/delivery/find/shop')).body.deliveries;
  await until('one was tried', async () => (await found())[0]?.attemptCount === 1);
  expect(await found()).toMatchObject([
    { destination: 'global-amqp', target: '{event}', state: 'waiting', lastError: down.error },
    { destination: 'global-amqp', state: 'waiting' },
  ]);
  const logged = service.lines.filter(({ broker }) => broker !== undefined);
  expect(logged.map(({ broker }) => broker).sort()).toEqual(['amqp', 'nats']);
  expect(JSON.stringify([logged, await ready()])).not.toContain('hunter2');
  const from = performance.now();
  await service.app.stop(GRACE_MS);
  expect(performance.now() - from).toBeLessThan(GRACE_MS / 2);
});

const bySequence = (a: string, b: string) => JSON.parse(a).sequence - JSON.parse(b).sequence;

async function eventsOf(service: Service, name: string): Promise<string[]> {
  const found: string[] = [];
  for (let after = 0; ; ) {
    const { body } = await service.call(
      'GET',
      `/event/find/${name}?event=Message&limit=500&after=${after}`,
    );
    for (const event of body.events) found.push(JSON.stringify(event));
    if (body.events.length < 500) return found;
    after = body.next;
  }
}
