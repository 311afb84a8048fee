/** `gatehouse listen`: events of a service elsewhere, at an application here. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { Queue } from '../../../src/modules/cli/feed/queue.ts';
import { cleanUp, type SpawnedProcess } from '../../core/process/spawned-process.ts';
import { startRelay } from '../../doubles/relay.ts';
import { until } from '../../helpers/until.ts';
import { recordsIn, run, start } from './commands.ts';
import { type Stage, startStage, write } from './service.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await stage.app.stop(0);
  await cleanUp();
});

const servers: { stop(force: boolean): unknown }[] = [];
afterEach(() => servers.splice(0).map((server) => server.stop(true)));

interface ReceivedRequest {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** An application that answers with the statuses in order, then 200. */
function application(...statuses: number[]) {
  const received: ReceivedRequest[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      received.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
      return new Response('', { status: statuses.shift() ?? 200 });
    },
  });
  servers.push(server);
  const texts = () => received.map(({ body }) => JSON.parse(body).data.Message?.conversation);
  return { url: `http://127.0.0.1:${server.port}/hook`, received, texts };
}

const listen = (
  url: string,
  words: string[] = [],
  environment = stage.environment,
): SpawnedProcess => start(['listen', '--forward-to', url, '--json', ...words], environment);
const secretIn = (command: SpawnedProcess) => /whsec_\S+/.exec(command.stderr())?.[0] ?? '';

/** The sequence of the last event so far. */
async function lastSequence(): Promise<number> {
  const { body } = await stage.call('GET', '/event/find/shop?limit=500');
  return body.events.at(-1).sequence;
}

test('each event is posted in its order, with the signature of a secret that is printed and stays the same', async () => {
  const app = application();
  const after = await lastSequence();
  for (const text of ['one', 'two', 'three']) await write(stage, text);
  const command = listen(app.url, ['--after', `${after}`]);
  await until('three have come', () => app.received.length === 3);
  expect(app.texts()).toEqual(['one', 'two', 'three']);
  const secret = secretIn(command);
  for (const { headers, body } of app.received)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ event: 'Message' });
  await write(stage, 'live');
  await until('the live one has come', () => app.received.length === 4);
  await until('it says so', () => recordsIn(command.stdout()).length === 4);
  command.signal('SIGINT');
  expect(await command.ended()).toBe(0);
  expect(command.stderr()).toContain(`to continue from here, use --after ${after + 4}`);
  const records = recordsIn(command.stdout());
  expect(records.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4].map((n) => after + n));
  const again = listen(app.url, ['--after', `${after + 4}`]);
  await until('it has said its secret', () => secretIn(again) !== '');
  expect(secretIn(again)).toBe(secret);
});

test('an event that the application refuses is posted again before the next one, with a higher attempt', async () => {
  const app = application(500);
  const after = await lastSequence();
  for (const text of ['refused', 'next']) await write(stage, text);
  listen(app.url, ['--after', `${after}`]);
  await until('all have come', () => app.received.length === 3);
  expect(app.texts()).toEqual(['refused', 'refused', 'next']);
  expect(app.received.map(({ headers }) => headers['x-gatehouse-attempt'])).toEqual([
    '1',
    '2',
    '1',
  ]);
});

test('after a lost connection it goes on where it was, each event once', async () => {
  const app = application();
  const relay = await startRelay(stage.app.server.port);
  try {
    const after = await lastSequence();
    const environment = { ...stage.environment, GATEHOUSE_URL: relay.url };
    await write(stage, 'before');
    const command = listen(app.url, ['--after', `${after}`], environment);
    await until('the first has come', () => app.received.length === 1);
    relay.cut();
    await write(stage, 'meanwhile');
    await until('the second has come', () => app.received.length === 2);
    await write(stage, 'afterwards');
    await until('the third has come', () => app.received.length === 3);
    expect(app.texts()).toEqual(['before', 'meanwhile', 'afterwards']);
    expect(command.stderr()).toContain('reconnecting');
  } finally {
    await relay.stop();
  }
});

test('only the events that are named are posted', async () => {
  const app = application();
  const after = await lastSequence();
  await write(stage, 'a message');
  await stage.call('POST', '/sandbox/shop/event', { event: 'CallOffer' });
  listen(app.url, ['--after', `${after}`, '--events', 'call']);
  await until('one has come', () => app.received.length === 1);
  expect(JSON.parse(app.received[0]!.body).event).toBe('CallOffer');
});

test.each([
  [['--events', 'Mesage'], 'unknown events: "Mesage" (did you mean MESSAGE?)\n'],
  [['--instance', 'shpo'], 'there is no instance "shpo": did you mean shop?\n'],
  [['--after', 'now'], '--after "now" is not a sequence: use a whole number from 0\n'],
  [['--key', 'wrong'], /does not know the key \(401\): .*; use its GLOBAL_API_KEY, or the/],
  [
    ['--url', 'http://127.0.0.1:1'],
    /^http:\/\/127\.0\.0\.1:1 cannot be reached: connection_refused.*; start one there with `gatehouse start`/,
  ],
  [['--url', 'http://locahost:8080'], /dns_error: .*: did you mean localhost\?\n$/],
  [['--url', 'http://elsewhere.invalid'], /dns_error: .*; name another service with --url\n$/],
])('%j is refused in one line, with exit code 2', async (words, line) => {
  const { code, out, error } = await run(
    ['listen', '--forward-to', 'http://127.0.0.1:9/hook', ...words],
    stage.environment,
  );
  expect([code, out]).toEqual([2, '']);
  expect(error.split('\n')).toHaveLength(2);
  expect(error).toMatch(line);
});

const isOn = async (name: string): Promise<boolean> =>
  (await stage.call('GET', `/websocket/find/${encodeURIComponent(name)}`)).body.enabled;

/** An instance of its own, connected, whose WebSocket is off. */
async function quiet(instanceName: string) {
  const { body } = await stage.call('POST', '/instance/create', {
    instanceName,
    provider: 'sandbox',
  });
  await stage.call('GET', `/instance/connect/${instanceName}`);
  await stage.call('POST', `/sandbox/${instanceName}/scan`, {});
  const text = { kind: 'text', from: '5511888880000', text: 'Hello' };
  const hear = () => stage.call('POST', `/sandbox/${instanceName}/message`, text);
  return { key: body.apikey as string, hear };
}

test('a WebSocket that is off is switched on, and is off again when the command ends', async () => {
  const app = application();
  const { hear } = await quiet('loja matriz');
  const command = listen(app.url, ['--instance', 'loja matriz', '--after', '0']);
  await hear();
  await until('it has come', () => app.texts().includes('Hello'));
  expect(await isOn('loja matriz')).toBe(true);
  expect(command.stderr()).toContain('was off: it is on until this command ends');
  command.signal('SIGTERM');
  expect(await command.ended()).toBe(0);
  expect(command.stderr()).toContain('the WebSocket of loja matriz is off again');
  expect(await isOn('loja matriz')).toBe(false);
});

test('a WebSocket that was on stays on', async () => {
  const app = application();
  const command = listen(app.url, ['--instance', 'shop', '--after', `${await lastSequence()}`]);
  await write(stage, 'last');
  await until('it has come', () => app.received.length === 1);
  command.signal('SIGINT');
  expect(await command.ended()).toBe(0);
  expect(await isOn('shop')).toBe(true);
  expect(command.stderr()).not.toContain('WebSocket');
});

test('a second command goes on when the first one ends and switches the WebSocket off', async () => {
  const [one, other] = [application(), application()];
  const { hear } = await quiet('twice');
  const words = ['--instance', 'twice', '--after', '0'];
  const first = listen(one.url, words);
  await hear();
  await until('the first has it', () => one.texts().includes('Hello'));
  const second = listen(other.url, words);
  await until('the second has it', () => other.texts().includes('Hello'));
  first.signal('SIGINT');
  expect(await first.ended()).toBe(0);
  await until('it is on again', () => second.stderr().includes('was off'));
  const before = other.received.length;
  await hear();
  await until('the second has the next one', () => other.received.length > before);
  second.signal('SIGINT');
  expect(await second.ended()).toBe(0);
  expect(await isOn('twice')).toBe(false);
});

test('a key that may not switch it on is told the call, and nothing is changed', async () => {
  await quiet('read-only');
  const { body } = await stage.call('POST', '/instance/key/rotate/read-only', {
    scopes: ['read'],
  });
  const words = ['--instance', 'read-only', '--key', body.apikey, '--url', stage.url];
  const { code, error } = await run(
    ['listen', '--forward-to', 'http://127.0.0.1:9/hook', ...words],
    {},
  );
  expect(code).toBe(2);
  expect(error).toContain(
    'may not switch it on (403): POST /websocket/set/read-only {"websocket":{"enabled":true}}',
  );
  expect(await isOn('read-only')).toBe(false);
});

test('an event that the instance does not publish is named, and its list stays as it is', async () => {
  const { hear } = await quiet('few');
  await stage.call('POST', '/websocket/set/few', { enabled: false, events: ['MESSAGE'] });
  const app = application();
  const events = ['--instance', 'few', '--after', '0', '--events', 'Message,Receipt'];
  const command = listen(app.url, events);
  await hear();
  await until('it has come', () => app.received.length === 1);
  command.signal('SIGINT');
  expect(await command.ended()).toBe(0);
  expect(command.stderr()).toContain('few does not publish Receipt');
  const { body } = await stage.call('GET', '/websocket/find/few');
  expect(body).toEqual({ enabled: false, events: ['MESSAGE'] });
});

test('of several instances one must be named', async () => {
  await quiet('another');
  const words = ['listen', '--forward-to', 'http://127.0.0.1:9/hook'];
  const unnamed = await run(words, stage.environment);
  expect(unnamed.error).toContain(' instances: name one with --instance (');
});

test('when the service has stopped before the command, it says how to switch the WebSocket off', async () => {
  const other = await startStage();
  await other.call('POST', '/websocket/set/shop', { websocket: { enabled: false } });
  const app = application();
  const command = listen(app.url, ['--after', '0'], other.environment);
  await until('it listens', () => app.received.length > 0);
  await other.app.stop(0);
  await until('it has noticed', () => command.stderr().includes('reconnecting'));
  command.signal('SIGINT');
  expect(await command.ended()).toBe(0);
  expect(command.stderr()).toContain(
    'could not be switched off again: POST /websocket/set/shop {"websocket":{"enabled":false}}',
  );
});

test('a server that is no Gatehouse is named as such, whatever it answers or sends', async () => {
  const pretending = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, server) {
      if (request.url.includes('fetchInstances'))
        return Response.json([{ instanceName: 'shop', provider: 'sandbox' }]);
      return server.upgrade(request) ? undefined : new Response('', { status: 400 });
    },
    websocket: { open: (socket) => void socket.send('hello'), message() {} },
  });
  const empty = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<html>') });
  servers.push(pretending, empty);
  const errorAt = async (port: number | undefined) => {
    const words = ['listen', '--forward-to', 'http://127.0.0.1:9/hook', '--key', 'k'];
    const { code, error } = await run([...words, '--url', `http://127.0.0.1:${port}`]);
    expect(code).toBe(2);
    return error;
  };
  expect(await errorAt(pretending.port)).toContain('the WebSocket does not send Gatehouse events');
  expect(await errorAt(empty.port)).toContain('answered 200; is that Gatehouse?');
});

test('a queue gives what was in it before it says how it ended', async () => {
  const queue = new Queue<string, { reason: string }>();
  queue.push('first');
  queue.end({ reason: 'over' });
  queue.push('too late');
  expect([await queue.next(), await queue.next()]).toEqual(['first', { reason: 'over' }]);
});
