/** Two processes of the service on one libSQL server: one stands still, and the other is flooded with calls for it. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  type SpawnedProcess,
  spawnService,
} from '../../core/process/spawned-process.ts';
import { startReceiver } from '../../doubles/receiver.ts';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { type RawHttp, rawHttp } from '../../helpers/raw-http.ts';
import { isSqldMissing, type Sqld, startMigratedSqld } from '../../helpers/sqld.ts';
import { until } from '../../helpers/until.ts';

/** More than Bun's HTTP client would send at once with the options below. */
const CALLS = 600;
const SILENT = 'the node that has the instance does not answer at present: nothing was done';

interface RunningNode {
  readonly process: SpawnedProcess;
  readonly port: number;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
  readonly body: any;
}

describe.skipIf(isSqldMissing)('beside a node that stands still', () => {
  let sqld: Sqld;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let one: RunningNode;
  let two: RunningNode;

  async function start(name: string): Promise<RunningNode> {
    const process = spawnService({
      ...isolated(await freshDataDir()),
      DATABASE_URL: `http://${sqld.address}`,
      NODE_NAME: name,
      GLOBAL_API_KEY: GLOBAL_KEY,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      RATE_LIMIT_PER_MINUTE: '1000000',
      WEBHOOK_MAX_IN_FLIGHT: '64',
      // As a start without options finds it: the service chooses.
      BUN_CONFIG_MAX_HTTP_REQUESTS: '',
    });
    const port = await listening(process);
    const call: RunningNode['call'] = async (method, path, body) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { apikey: GLOBAL_KEY, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    };
    return { process, port, call };
  }

  async function open({ call }: RunningNode, name: string): Promise<void> {
    await call('POST', '/instance/create', { instanceName: name, provider: 'sandbox' });
    await call('POST', `/webhook/set/${name}`, { enabled: true, url: receiver.url });
    await call('GET', `/instance/connect/${name}`);
    await call('POST', `/sandbox/${name}/scan`, {});
    const isOpen = async () =>
      (await call('GET', `/instance/connectionState/${name}`)).body.instance?.state === 'open';
    await until(`${name} is open`, isOpen);
  }

  const say = ({ call }: RunningNode, name: string, text = 'hi') =>
    call('POST', `/sandbox/${name}/message`, { kind: 'text', from: '5511999990001', text });

  /** Calls for the instance, each on a connection of its own. */
  const flood = ({ port }: RunningNode, name: string): RawHttp[] => {
    const body = JSON.stringify({ kind: 'text', from: '5511999990001', text: 'flood' });
    const lines = [
      `POST /sandbox/${name}/message HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `apikey: ${GLOBAL_KEY}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    return Array.from({ length: CALLS }, () => {
      const connection = rawHttp(port, lines);
      connection.write(body);
      return connection;
    });
  };

  /** What the node says of all. */
  const nodesAt = async ({ call }: RunningNode) =>
    (await call('GET', '/nodes')).body.nodes as {
      name: string;
      streams: number;
      takenOver: number;
      fencedWrites: number;
    }[];

  beforeEach(async () => {
    sqld = await startMigratedSqld();
    receiver = await startReceiver();
    [one, two] = await Promise.all([start('one'), start('two')]);
    await open(one, 'own');
    await open(two, 'other');
    await until('they know each other', async () => (await nodesAt(one)).length === 2);
  });
  afterEach(async () => {
    two.process.signal('SIGCONT');
    for (const { process } of [one, two]) {
      process.signal('SIGKILL');
      await process.ended();
    }
    await receiver.stop();
    await sqld.kill();
  });
  afterAll(cleanUp);

  test('a flood of calls for it leaves the other with its lease and its instances, and answering every call for them', async () => {
    two.process.signal('SIGSTOP');
    const calls = flood(one, 'other');
    const statuses = new Set<number>();
    let said = 0;
    const ownStatus = async () => (await nodesAt(one)).find(({ name }) => name === 'one');
    await until(
      'what it had has a new owner',
      async () => {
        statuses.add((await say(one, 'own', `own ${said++}`)).status);
        return (await ownStatus())?.streams === 2;
      },
      40_000,
    );
    await until('every call is answered', () => calls.every((call) => call.status() !== 0));
    expect([...statuses]).toEqual([201]);
    const refused = calls.filter((call) => call.status() !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const call of refused)
      expect(call.received()).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d/is);
    expect(one.process.stdout()).not.toContain('the lease of this node ended');
    expect((await ownStatus())?.fencedWrites).toBe(0);
    const texts = () =>
      new Set(receiver.requests.map(({ body }) => JSON.parse(body).data.Message?.conversation));
    await until('every event has arrived', () => texts().has(`own ${said - 1}`));
    expect(Array.from({ length: said }, (_, at) => texts().has(`own ${at}`))).not.toContain(false);
    for (const call of calls) call.destroy();
  }, 120_000);

  test('calls for it are refused at once until it goes on, and nothing moves', async () => {
    two.process.signal('SIGSTOP');
    const calls = flood(one, 'other');
    await until('some have waited long enough', () => calls.some((call) => call.status() === 503));
    const { status, headers, body } = await say(one, 'other');
    expect([status, headers.get('retry-after'), body.error.message]).toEqual([503, '1', SILENT]);
    two.process.signal('SIGCONT');
    await until('it does what it is asked', async () => (await say(one, 'other')).status === 201);
    await until('every call is answered', () => calls.every((call) => call.status() !== 0));
    expect(new Set(calls.map((call) => call.status()))).toEqual(new Set([201, 503]));
    const nodes = await nodesAt(one);
    expect(nodes.map(({ name, streams }) => [name, streams]).sort()).toEqual([
      ['one', 1],
      ['two', 1],
    ]);
    for (const call of calls) call.destroy();
  }, 120_000);
});
