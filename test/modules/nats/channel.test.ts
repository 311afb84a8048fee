import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Target } from '../../../src/core/events/contract/channel.ts';
import { EVENT_TYPES } from '../../../src/core/events/contract/event-names.ts';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { createNatsChannel } from '../../../src/modules/nats/channel.ts';
import {
  isUp,
  newEventId,
  type Part,
  promisesOfAChannel,
  send,
} from '../../conformance/channel.ts';
import { hasNats } from '../../helpers/brokers.ts';
import { freePort } from '../../helpers/free-port.ts';
import { type NatsServer, startNatsServer } from '../../helpers/nats-server.ts';
import { listen, onStreams, type ReceivedMessage, stored } from '../../helpers/subject-reader.ts';
import { sendOne, tlsFiles } from '../../helpers/tls.ts';
import { until } from '../../helpers/until.ts';

/** What 16 MiB need on a busy machine, several times over. */
const ATTEMPT_MS = 3_000;
const clock = systemClock();
const log = createLog('error', clock.now, () => {});
const isOurs = hasNats() && process.env.TEST_NATS_URL === undefined;

/** A server on which `refused.…` may not be published to. */
const RULES = [
  'authorization { users = [',
  '  { user: "gatehouse", password: "p@ss word", permissions: { publish: { deny: "refused.>" } } }',
  ']}',
];
const withCredentials = (url: string, credentials = 'gatehouse:p%40ss%20word') =>
  url.replace('://', `://${credentials}@`);

const targetAt = (address: string): Target => ({
  channel: 'nats',
  host: 'nats://server',
  address,
  maskedAddress: address,
  headers: {},
  secrets: [],
  base64: null,
});
const target = (name: string) => targetAt(`${name}.{event}`);
const subjectOf = ({ address }: Target) => address.replace('{event}', 'message');

type NatsChannel = ReturnType<typeof createNatsChannel>;

async function started(url: string, stream: string | null): Promise<NatsChannel> {
  const channel = createNatsChannel({ url, stream, clock, log, answerMs: ATTEMPT_MS });
  channel.link.start();
  await isUp(channel);
  return channel;
}

describe.skipIf(!isOurs).each([
  ['nats, core by TCP', 'tcp', null],
  ['nats, JetStream by TCP', 'tcp', 'GATEHOUSE'],
  ['nats, core by WebSocket', 'ws', null],
  ['nats, JetStream by WebSocket', 'ws', 'GATEHOUSE'],
] as const)('%s', (name, transport, stream) => {
  let server: NatsServer;
  let channel: NatsChannel;
  let received: ReceivedMessage[];
  let stop: () => Promise<void>;

  beforeAll(async () => {
    server = await startNatsServer({ lines: RULES });
    const url = transport === 'tcp' ? server.url : (server.webSocketUrl ?? '');
    ({ received, stop } = await listen(withCredentials(server.url)));
    channel = await started(withCredentials(url), stream);
  }, 30_000);
  afterAll(async () => {
    await channel.link.stop();
    await stop();
    await server.process?.kill();
  });

  const at = (to: Target) => received.filter(({ subject }) => subject === subjectOf(to));
  const part = (): Part => ({
    channel,
    target,
    refusing: async (name) => target(`refused.${name}`),
    async arrived(to, count) {
      await until('it has arrived', () => at(to).length >= count);
      return at(to).map(({ body, traceparent }) => ({ id: idIn(body), body, traceparent }));
    },
    freeze: async () => server.process?.freeze(),
    thaw: () => server.process?.thaw(),
    settled: async () => {},
    kill: async () => server.process?.kill(),
    restart: async () => server.process?.start(),
  });

  promisesOfAChannel({ name, attemptMs: ATTEMPT_MS, part, isOurs: true });
});

/** NATS carries no id beside a core message: it is the one in the body. */
const idIn = (body: string): string => JSON.parse(body).id;

describe.skipIf(!isOurs)('with JetStream', () => {
  let server: NatsServer;
  const channels: NatsChannel[] = [];

  beforeAll(async () => {
    server = await startNatsServer({ payloadBytesMax: 100_000 });
  });
  afterAll(() => Promise.all(channels.map(({ link }) => link.stop())));

  async function using(stream: string | null): Promise<NatsChannel> {
    const channel = await started(server.url, stream);
    channels.push(channel);
    return channel;
  }

  /** Streams of one server may not share subjects: the next test finds none, however this one ended. */
  afterEach(() =>
    onStreams(server.url, async (streams) => {
      for await (const { config } of streams.list()) await streams.delete(config.name);
    }),
  );

  const without = (name: string) =>
    onStreams(server.url, async (streams) => {
      await streams.delete(name);
    });

  test('a missing stream is made, on disk, for every event of one instance and of all', async () => {
    const channel = await using('MADE');
    const config = await onStreams(server.url, async (all) => (await all.info('MADE')).config);
    expect(String(config.storage)).toBe('file');
    const subjects = EVENT_TYPES.flatMap((type) => [type, `*.${type}`]);
    expect(config.subjects?.toSorted()).toEqual(subjects.map((one) => one.toLowerCase()).sort());
    for (const address of ['shop.{event}', '{event}']) {
      const to = targetAt(address);
      const id = newEventId();
      const outcome = await send(channel, to, { id, type: 'CallOffer' });
      const responseBody = expect.stringMatching(/^stored as \d+ in MADE$/);
      expect(outcome).toEqual({ kind: 'delivered', status: null, responseBody });
      const subject = address.replace('{event}', 'calloffer');
      const body = JSON.stringify({ id });
      expect(await stored(server.url, 'MADE', subject)).toEqual([
        { subject, body, id: `${id}@${subject}` },
      ]);
    }
  });

  test('a stream that an earlier version made gets the subjects of newer types', async () => {
    const first = EVENT_TYPES.slice(0, 13).map((type) => type.toLowerCase());
    const subjects = [...first.flatMap((event) => [event, `*.${event}`]), 'orders.new'];
    await onStreams(server.url, (all) => all.add({ name: 'EARLIER', subjects }));
    const channel = await using('EARLIER');
    expect((await send(channel, target('shop'), { type: 'MessageStatus' })).kind).toBe('delivered');
    const config = await onStreams(server.url, async (all) => (await all.info('EARLIER')).config);
    expect(config.subjects?.toSorted()).toContain('*.messagestatus');
  });

  test('the same event twice is stored once, and both times delivered', async () => {
    const channel = await using('ONCE');
    const id = newEventId();
    await send(channel, target('shop'), { id });
    const again = await send(channel, target('shop'), { id });
    expect(again).toMatchObject({ kind: 'delivered', responseBody: 'already there as 1 in ONCE' });
    expect(await stored(server.url, 'ONCE', 'shop.message')).toHaveLength(1);
  });

  test('a stream that was removed is made again', async () => {
    const channel = await using('AGAIN');
    await without('AGAIN');
    expect(await send(channel, target('shop'))).toMatchObject({
      kind: 'failed',
      error: 'no_stream: stream AGAIN is gone',
    });
    expect(channel.isDown?.()).toBe(true);
    await isUp(channel);
    expect((await send(channel, target('shop'))).kind).toBe('delivered');
  });

  test('a stream with only some of the subjects takes those, and the rest fails by that reason', async () => {
    await onStreams(server.url, (all) => all.add({ name: 'SOME', subjects: ['*.message'] }));
    const channel = await using('SOME');
    expect((await send(channel, target('shop'))).kind).toBe('delivered');
    expect(await send(channel, target('shop'), { type: 'Receipt' })).toMatchObject({
      error: 'wrong_stream: stream SOME does not take shop.receipt',
    });
    expect(channel.isDown?.()).toBe(false);
  });

  test('an event that a stream no longer takes for its size is refused for good by the next attempt', async () => {
    const channel = await using('SMALLER');
    await onStreams(server.url, async (all) => {
      const { config } = await all.info('SMALLER');
      await all.update('SMALLER', { ...config, max_msg_size: 200 });
    });
    const body = JSON.stringify({ id: newEventId(), text: 'x'.repeat(300) });
    expect(await send(channel, target('shop'), { body })).toMatchObject({
      error: expect.stringMatching(/^too_large: message size exceeds/),
    });
    expect(await send(channel, target('shop'), { body })).toMatchObject({
      error: expect.stringMatching(/^too_large: \d+ bytes, the server takes \d+/),
      refusedBy: 'event',
    });
    expect((await send(channel, target('shop'))).kind).toBe('delivered');
  });

  const refusing = async (name: string, change: object) => {
    const channel = await using(name);
    await onStreams(server.url, async (all) => {
      const { config } = await all.info(name);
      await all.update(name, { ...config, ...change });
    });
    return channel;
  };

  test('a stream that is full, was sealed, or lost its subject to another one holds up what it refuses', async () => {
    const full = await refusing('FULL', { discard: 'new', max_msgs: 1 });
    expect((await send(full, target('shop'))).kind).toBe('delivered');
    const refused = (word: string) => ({
      error: expect.stringMatching(new RegExp(`^${word}: .`)),
      refusedBy: 'address',
    });
    expect(await send(full, target('shop'))).toMatchObject(refused('full'));
    await refusing('FULL', { sealed: true });
    expect(await send(full, target('shop'))).toMatchObject(refused('sealed'));
    await without('FULL');
    const other = await refusing('OTHER', { subjects: ['qrcode'] });
    await onStreams(server.url, (all) => all.add({ name: 'TAKER', subjects: ['*.message'] }));
    expect(await send(other, target('shop'))).toMatchObject(refused('wrong_stream'));
  });

  test('a stream with other subjects is a channel that is down, until it is put right', async () => {
    await onStreams(server.url, (all) => all.add({ name: 'OTHER', subjects: ['orders.*.new'] }));
    const channel = createNatsChannel({ url: server.url, stream: 'OTHER', clock, log });
    channels.push(channel);
    channel.link.start();
    const { link } = channel;
    await until('it says why', () => /^wrong_stream: /.test(link.condition.error ?? ''));
    expect(link.condition.error).toContain('takes orders.*.new, but none of qrcode, *.qrcode');
    await without('OTHER');
    await isUp(channel);
  });

  test('subjects that another stream takes are reported as taken', async () => {
    await onStreams(server.url, (all) => all.add({ name: 'FIRST', subjects: ['message'] }));
    const channel = createNatsChannel({ url: server.url, stream: 'SECOND', clock, log });
    channel.link.start();
    await until('it says why', () => /overlap/.test(channel.link.condition.error ?? ''));
    expect(channel.link.condition.state).toBe('down');
    await channel.link.stop();
  });

  test.each([['LARGE'], [null]])(
    'an event larger than the server takes goes without its base64 (stream %p)',
    async (stream) => {
      const { received, stop } = await listen(server.url);
      const channel = await using(stream);
      const id = newEventId();
      const of = (base64: string) => JSON.stringify({ id, data: { Message: { base64 } } });
      expect((await send(channel, target('big'), { id, body: of('A'.repeat(100_000)) })).kind).toBe(
        'delivered',
      );
      await until('it was received', () =>
        received.some(({ subject }) => subject === 'big.message'),
      );
      const { body } = received.find(({ subject }) => subject === 'big.message')!;
      const mediaError = expect.stringMatching(/^the event has 1000\d\d bytes, more than /);
      expect(JSON.parse(body)).toEqual({ id, data: { Message: { mediaError } } });
      expect(
        await send(channel, target('big'), { body: JSON.stringify('x'.repeat(100_000)) }),
      ).toMatchObject({ error: expect.stringMatching(/^too_large: 100002 bytes, the server /) });
      await stop();
    },
  );
});

describe.skipIf(!isOurs)('with a server that is not willing', () => {
  /** The condition of a channel that cannot come up, once it was tried. */
  async function condition(url: string, stream: string | null = null) {
    const channel = createNatsChannel({ url, stream, clock, log, answerMs: ATTEMPT_MS });
    channel.link.start();
    await until('it was tried', () => !channel.link.condition.error?.startsWith('connecting'));
    const { condition } = channel.link;
    expect(await send(channel, target('nowhere'))).toMatchObject({ error: condition.error! });
    await channel.link.stop();
    return condition;
  }

  test('a wrong password is refused access, and is in no answer', async () => {
    const server = await startNatsServer({ lines: RULES });
    for (const url of [server.url, server.webSocketUrl ?? '']) {
      const { error } = await condition(withCredentials(url, 'gatehouse:hunter2'));
      expect(error).toMatch(/^access_refused: ./);
      expect(error).not.toContain('hunter2');
    }
    await server.process?.kill();
  });

  test('a token in the place of the user is a token', async () => {
    const lines = ['authorization { token: "a/token" }'];
    const server = await startNatsServer({ lines });
    const channel = await started(withCredentials(server.url, 'a%2Ftoken'), null);
    expect((await send(channel, target('shop'))).kind).toBe('delivered');
    await channel.link.stop();
    await server.process?.kill();
  });

  test('a server without JetStream is reported as having none', async () => {
    const server = await startNatsServer({ withoutJetStream: true });
    for (const url of [server.url, server.webSocketUrl ?? '']) {
      expect((await condition(url, 'GATEHOUSE')).error).toMatch(/^no_jetstream: ./);
    }
    await server.process?.kill();
  });

  test('tls:// refuses a server without encryption', async () => {
    const server = await startNatsServer({});
    const { error } = await condition(server.url.replace('nats:', 'tls:'));
    expect(error).toMatch(/^tls_error: ./);
    await server.process?.kill();
  });

  test.each(['nats', 'ws'])('%s: a dead port is a refused connection', async (scheme) => {
    expect((await condition(`${scheme}://127.0.0.1:1`)).error).toMatch(/^connection_\w+: ./);
  });

  test('tls and wss trust the authorities of the system and NODE_EXTRA_CA_CERTS, and no others', async () => {
    const files = tlsFiles();
    const pair = `cert_file: "${files.certificate}", key_file: "${files.key}"`;
    const port = freePort();
    const webSocket = `websocket { listen: "127.0.0.1:${port}", tls { ${pair} } }`;
    const server = await startNatsServer({ lines: [`tls { ${pair} }`, webSocket] });
    const urls = [`tls://localhost:${new URL(server.url).port}`, `wss://localhost:${port}`];
    const sent = urls.flatMap((url) => [
      sendOne('nats', url, files.authority),
      sendOne('nats', url, null),
    ]);
    const tlsError = expect.stringMatching(/^tls_error: ./);
    expect(await Promise.all(sent)).toEqual(['delivered', tlsError, 'delivered', tlsError]);
    await server.process?.kill();
  }, 20_000);

  test('a server that speaks something else is a failure that says so', async () => {
    const greeting = 'SMTP ready\r\n';
    const socket = { open: (one: Bun.Socket) => void one.write(greeting), data() {} };
    const mail = Bun.listen({ hostname: '127.0.0.1', port: 0, socket });
    const web = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('hi') });
    for (const url of [`nats://127.0.0.1:${mail.port}`, `ws://127.0.0.1:${web.port}`]) {
      const { state, error } = await condition(url);
      expect([state, error]).toEqual(['down', expect.stringMatching(/^[a-z_]+: ./)]);
    }
    mail.stop(true);
    await web.stop(true);
  });
});
