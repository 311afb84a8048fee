/** EVOLUTION_SHOW_KEYS: which keys are known, who is shown them, and what is left of them when it is off. */
import { Database } from 'bun:sqlite';
import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Answer, type Receiver, respond, startReceiver } from '../../doubles/receiver.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { until } from '../../helpers/until.ts';

const SHOWN = { EVOLUTION_SHOW_KEYS: 'true' };
const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

async function started(env: Record<string, string>, dataDir?: string): Promise<RunningApp> {
  const app = await startApp({ env, ...(dataDir !== undefined && { dataDir }) });
  running.push(app);
  return app;
}
async function restarted(app: RunningApp, env: Record<string, string>): Promise<RunningApp> {
  running.splice(running.indexOf(app), 1);
  await app.stop();
  return started(env, app.dataDir);
}
async function receiving(): Promise<Receiver> {
  const receiver = await startReceiver();
  running.push(receiver);
  return receiver;
}
const make = async ({ call }: RunningApp, body: object): Promise<string> =>
  (await call('POST', '/instance/create', body)).body.apikey;
const tokens = async ({ call }: RunningApp, key?: string): Promise<unknown[]> => {
  const rows = (await call('GET', '/instance/fetchInstances', undefined, key)).body;
  return rows.map(({ token }: { token?: string }) => token);
};
function copiesIn({ dataDir }: RunningApp): unknown[][] {
  using database = new Database(join(dataDir, 'gatehouse.db'), { readonly: true });
  return database.query('select key_sealed from instance_key_copies').values();
}

describe('a key is known', () => {
  test('from the creation of its instance on, after a restart too, and is stored sealed', async () => {
    const app = await started(SHOWN);
    const made = await make(app, { instanceName: 'shop' });
    await make(app, { instanceName: 'own', token: 'my-own-token' });
    expect(await tokens(app)).toEqual([made, 'my-own-token']);
    expect(JSON.stringify(copiesIn(app))).not.toContain('my-own-token');
    expect(await tokens(await restarted(app, SHOWN))).toEqual([made, 'my-own-token']);
  });

  test('when it replaces another, whose copy is gone then', async () => {
    const app = await started(SHOWN);
    await make(app, { instanceName: 'shop' });
    const body = { graceSeconds: 60 };
    const { apikey } = (await app.call('POST', '/instance/key/rotate/shop', body)).body;
    expect(await tokens(app)).toEqual([apikey]);
    expect(copiesIn(app)).toHaveLength(1);
  });

  test('once a request was authenticated by it, of an instance from before', async () => {
    const before = await started({});
    const made = await make(before, { instanceName: 'shop' });
    const app = await restarted(before, SHOWN);
    expect(await tokens(app)).toEqual(['']);
    await app.call('GET', '/instance/connectionState/shop', undefined, made);
    await until('the key is known', async () => (await tokens(app))[0] === made);
  });

  test('no more when it has been replaced while copies were not kept', async () => {
    const before = await started(SHOWN);
    await make(before, { instanceName: 'shop' });
    using database = new Database(join(before.dataDir, 'gatehouse.db'));
    const copies = database.query('select * from instance_key_copies').values()[0] ?? [];
    await before.call('POST', '/instance/key/rotate/shop', {});
    database.run('update instance_key_copies set key_sealed = ?', [String(copies[1])]);
    expect(await tokens(await restarted(before, SHOWN))).toEqual(['']);
  });
});

describe('a key is shown', () => {
  test('to the global key alone, in both families', async () => {
    const app = await started(SHOWN);
    const made = await make(app, { instanceName: 'shop' });
    expect(await tokens(app, made)).toEqual([undefined]);
    const { data } = (await app.call('GET', '/instance/all')).body;
    expect(data).toMatchObject([{ name: 'shop', token: made }]);
    const info = await app.call('GET', `/instance/info/${data[0].id}`);
    expect(info.body.data).toMatchObject({ token: made });
    expect((await app.call('GET', '/instance/all', undefined, made)).status).toBe(403);
  });

  test('to an instance key not even in Evolution mode, and not to agents', async () => {
    const app = await started({ ...SHOWN, EVOLUTION_MODE: 'true', MCP_ENABLED: 'true' });
    const made = await make(app, { instanceName: 'shop' });
    expect([await tokens(app), await tokens(app, made)]).toEqual([[made], ['']]);
    const asked = { name: 'list_instances', arguments: {} };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: asked };
    const accept = { accept: 'application/json, text/event-stream' };
    const answered = await app.call('POST', '/mcp', body, undefined, accept);
    expect(JSON.stringify(answered.body)).toContain('shop');
    expect(JSON.stringify(answered.body)).not.toContain(made);
  });

  test('in bodies of both formats, and masked where an instance key looks at what is sent', async () => {
    const receiver = await receiving();
    const env = { ...SHOWN, WEBHOOK_URL: `${receiver.url}/all`, WEBHOOK_FORMAT: 'evolution-go' };
    const app = await started(env);
    const made = await app.openInstance('shop');
    const webhook = { enabled: true, url: `${receiver.url}/own`, format: 'evolution-api' };
    await app.call('POST', '/webhook/set/shop', webhook);
    const said = { kind: 'text', from: '5511888880000', text: 'hi' };
    await app.call('POST', '/sandbox/shop/message', said);
    const bodies = (path: string) =>
      receiver.requests.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
    const isThere = ({ event }: { event: string }) => /^(Message|messages.upsert)$/.test(event);
    await until('both came', () => bodies('/own').some(isThere) && bodies('/all').some(isThere));
    expect(bodies('/own').find(isThere)).toMatchObject({ apikey: made });
    expect(bodies('/all').find(isThere)).toMatchObject({ instanceToken: made });
    const shownTo = async (key?: string) =>
      (await app.call('POST', '/webhook/test/shop', {}, key)).body.request.body;
    expect(JSON.parse(await shownTo())).toMatchObject({ apikey: made });
    expect(JSON.parse(await shownTo(made))).toMatchObject({ apikey: '********' });
    const { deliveries } = (await app.call('GET', '/delivery/find/shop', undefined, made)).body;
    const path = `/delivery/request/${deliveries[0].id}`;
    const request = (await app.call('GET', path, undefined, made)).body;
    expect(request.body).toContain('********');
    expect(request.body).not.toContain(made);
  });

  test('to nobody by a receiver that answers with what it was sent', async () => {
    const receiver = await receiving();
    receiver.script(
      ...Array.from(
        { length: 20 },
        (): Answer => (socket, request) => {
          const { apikey, instanceToken } = JSON.parse(request.body);
          respond(200, { body: `you are ${apikey ?? instanceToken}` })(socket, request);
        },
      ),
    );
    const env = { ...SHOWN, WEBHOOK_URL: receiver.url, WEBHOOK_FORMAT: 'evolution-go' };
    const app = await started(env);
    const made = await app.openInstance('shop');
    const webhook = { enabled: true, url: receiver.url, format: 'evolution-api' };
    await app.call('POST', '/webhook/set/shop', webhook);
    const tested = (await app.call('POST', '/webhook/test/shop', {}, made)).body;
    expect(JSON.stringify(tested)).toContain('you are ********');
    await app.call('POST', '/sandbox/shop/message', {
      ...{ kind: 'text', from: '5511888880000', text: 'hi' },
    });
    const answers = async () => {
      const { deliveries } = (await app.call('GET', '/delivery/find/shop', undefined, made)).body;
      const ended = deliveries.filter(({ state }: { state: string }) => state === 'delivered');
      const destinations = new Set(ended.map((one: { destination: string }) => one.destination));
      if (destinations.size < 2) return null;
      const all = ended.map(({ id }: { id: string }) =>
        app.call('GET', `/delivery/${id}`, undefined, made),
      );
      return JSON.stringify((await Promise.all(all)).map(({ body }) => body.attempts));
    };
    await until('both were delivered', async () => (await answers()) !== null);
    expect(await answers()).toContain('you are ********');
    expect(await answers()).not.toContain(made);
  });
});

describe('while it is off', () => {
  test('nothing is kept and nothing shown, in no mode', async () => {
    const app = await started({ EVOLUTION_MODE: 'true' });
    const made = await make(app, { instanceName: 'shop' });
    await app.call('GET', '/instance/connectionState/shop', undefined, made);
    await app.call('POST', '/instance/key/rotate/shop', {});
    expect(await tokens(app)).toEqual(['']);
    expect(copiesIn(app)).toEqual([]);
    expect((await app.call('GET', '/instance/all')).body.data[0].token).toBeUndefined();
  });

  test('the copies from before are deleted at the start', async () => {
    const before = await started(SHOWN);
    await make(before, { instanceName: 'shop' });
    expect(copiesIn(before)).toHaveLength(1);
    const app = await restarted(before, {});
    expect(copiesIn(app)).toEqual([]);
    expect(await tokens(app)).toEqual([undefined]);
  });
});
