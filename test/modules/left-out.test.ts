/** What an installation is without one of its modules. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { readSettings } from '../../src/core/config/config.ts';
import { LEAVABLE, linesLeftOut, MODULES } from '../../src/modules.ts';
import { GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { createMigrated, temporaryFolder } from '../helpers/database.ts';
import { until } from '../helpers/until.ts';

interface Probe {
  /** A request that only the module answers. */
  readonly asks: `${'GET' | 'POST'} ${string}`;
  /** What its paths in the API document begin with; absent if none is documented. */
  readonly documented?: string;
  readonly env?: Record<string, string>;
}

const PROBES: Readonly<Record<string, Probe>> = {
  'evolution-go': { asks: 'GET /instance/all', documented: '/instance/all' },
  crm: { asks: 'GET /api/v1/permissions', documented: '/api/v1/' },
  evolution: {
    asks: 'POST /verify-creds',
    documented: '/verify-creds',
    env: { EVOLUTION_MODE: 'true' },
  },
  graph: { asks: 'GET /graph/v23.0/debug_token?input_token=x', documented: '/graph/' },
  echo: { asks: 'POST /echo/shop', documented: '/echo/' },
  'socket-io': {
    asks: 'GET /socket.io/?EIO=4&transport=polling',
    env: { EVOLUTION_MODE: 'true' },
  },
  mcp: { asks: 'POST /mcp', env: { MCP_ENABLED: 'true' } },
  manager: { asks: 'GET /manager' },
  portal: { asks: 'GET /portal/shop', documented: '/portal/' },
  docs: { asks: 'GET /docs/start' },
  sandbox: {
    asks: 'POST /sandbox/shop/drop',
    documented: '/sandbox/',
    env: { DEFAULT_PROVIDER: 'whatsapp' },
  },
  'provider-webhook': {
    asks: 'GET /provider/whatsapp-cloud/webhook',
    documented: '/provider/',
  },
  templates: { asks: 'GET /template/find/shop', documented: '/template/' },
  passkey: { asks: 'GET /passkey-ceremony/none', documented: '/passkey-ceremony/' },
};

async function stateOf(app: RunningApp, { asks, documented }: Probe) {
  const [method = '', path = ''] = asks.split(' ');
  const headers = { apikey: GLOBAL_KEY, authorization: `Bearer ${GLOBAL_KEY}` };
  const asked = await fetch(app.url + path, { method, headers });
  const answer = await asked.text();
  const { body } = await app.call('GET', '/openapi.json', undefined, null);
  return {
    ready: (await app.call('GET', '/ready', undefined, null)).status,
    isKnown: !answer.includes('"path_unknown"'),
    isDocumented: Object.keys(body.paths).some((one) => documented && one.startsWith(documented)),
  };
}

async function withApp<T>(env: Record<string, string>, use: (app: RunningApp) => Promise<T>) {
  const app = await startApp({ env });
  try {
    return await use(app);
  } finally {
    await app.stop();
  }
}

/** Modules without paths: leaving one out is the same as not setting these variables. */
const SETTINGS: Readonly<Record<string, Record<string, string>>> = {
  amqp: { AMQP_URL: 'amqp://127.0.0.1:1', AMQP_GLOBAL_ENABLED: 'true' },
  nats: { NATS_URL: 'nats://127.0.0.1:1', NATS_GLOBAL_ENABLED: 'true' },
};

/** Modules without paths, whose instances are there and cannot connect: see `providers-left-out.test.ts`. */
const PROVIDERS = ['whatsapp', 'whatsapp-cloud'];
/** Those that another test below leaves out. */
const BY_THEMSELVES = ['cluster', 'storage', 'tracing'];

test('every module that may be left out is probed here', () => {
  const probed = [PROBES, SETTINGS].flatMap(Object.keys).concat(PROVIDERS, BY_THEMSELVES);
  expect([...LEAVABLE].sort()).toEqual(probed.sort());
});

test.each(Object.entries(PROBES))(
  'without %s the service is ready, and neither its paths nor the document have anything of it',
  async (name, probe) => {
    const there = await withApp({ ...probe.env }, (app) => stateOf(app, probe));
    const isDocumented = probe.documented !== undefined;
    expect(there).toEqual({ ready: 200, isKnown: true, isDocumented });
    const without = { ...probe.env, GATEHOUSE_WITHOUT: name };
    expect(await withApp(without, (app) => stateOf(app, probe))).toEqual({
      ready: 200,
      isKnown: false,
      isDocumented: false,
    });
  },
  30_000,
);

/** Returns what callers see of a channel that is off, and the newest delivery to it. */
async function channelOf({ call }: RunningApp, name: string, field: string) {
  const { channels } = (await call('GET', '/channels')).body;
  const { body } = await call('GET', `/delivery/search?instance=shop&destination=${name}&limit=1`);
  const refused = await call('POST', `/${field}/set/shop`, { enabled: true });
  const { state, lastError } = body.deliveries[0];
  return {
    channel: channels.find(({ channel }: { channel: string }) => channel === name),
    ready: (await call('GET', '/ready', undefined, null)).body,
    found: (await call('GET', `/${field}/find/shop`)).body,
    refused: [refused.status, refused.body.error?.message],
    newest: { state, lastError },
  };
}

test.each([
  ['amqp', 'rabbitmq', 'RabbitMQ'],
  ['nats', 'nats', 'NATS'],
])(
  'without %s its channel is off as where it is not configured, and what waits for it stays until it is back',
  async (name, field, title) => {
    const dataDir = temporaryFolder();
    await createMigrated(join(dataDir, 'gatehouse.db'));
    const within = async <T>(env: Record<string, string>, use: (app: RunningApp) => Promise<T>) => {
      const app = await startApp({ dataDir, env });
      try {
        return await use(app);
      } finally {
        await app.stop();
      }
    };
    const env = { ...SETTINGS[name] };
    await within(env, (app) => app.openInstance('shop'));
    await within(env, async ({ call }) => {
      const set = await call('POST', `/${field}/set/shop`, { enabled: true });
      expect([set.status, set.body.enabled]).toEqual([201, true]);
      const text = { kind: 'text', from: '5511988887777', text: 'Hello' };
      expect((await call('POST', '/sandbox/shop/message', text)).status).toBe(201);
    });
    const left = { ...env, GATEHOUSE_WITHOUT: name };
    const without = await within(left, (app) => channelOf(app, name, field));
    expect(without).toMatchObject({
      channel: { state: 'off', sending: 0 },
      found: { enabled: true },
      refused: [400, `${title} is not configured here: GATEHOUSE_WITHOUT leaves out ${name}`],
      newest: { state: 'waiting' },
    });
    expect(without.channel.waiting).toBeGreaterThan(0);
    const back = await within(env, (app) => channelOf(app, name, field));
    expect(back).toMatchObject({ found: { enabled: true }, newest: { state: 'waiting' } });
    expect(back.channel).toMatchObject({ state: 'down' });
    const unset = await within({}, async (app) => {
      await until('nothing waits for it and nothing is sent', async () => {
        const { waiting, sending } = (await channelOf(app, name, field)).channel;
        return waiting + sending === 0;
      });
      return channelOf(app, name, field);
    });
    expect(unset).toMatchObject({
      channel: { ...without.channel, waiting: 0, oldestDueSeconds: null },
      ready: without.ready,
      found: without.found,
      newest: { state: 'discarded', lastError: `${name} not configured` },
    });
  },
  60_000,
);

test('without storage and tracing nothing is uploaded or traced, and the operator reads why', async () => {
  const bucket = { S3_BUCKET: 'media', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };
  const env = {
    ...{
      ...bucket,
      S3_ENDPOINT: 'http://127.0.0.1:1',
      EVENT_ARCHIVE_URL: 'http://127.0.0.1:1/old',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  };
  const stateOfBucket = ({ call }: RunningApp) =>
    call('GET', '/channels').then(
      ({ body }) => body.channels.find((one: { channel: string }) => one.channel === 's3').state,
    );
  expect(await withApp(env, stateOfBucket)).not.toBe('off');
  const left = { ...env, GATEHOUSE_WITHOUT: 'storage,tracing' };
  expect(await withApp(left, stateOfBucket)).toBe('off');
  const reading = readSettings(left, () => null);
  if ('faults' in reading) throw new Error(reading.faults.join());
  expect(linesLeftOut(left, reading.settings)).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT has no effect: GATEHOUSE_WITHOUT leaves out tracing',
    'S3_BUCKET has no effect: GATEHOUSE_WITHOUT leaves out storage',
    'EVENT_ARCHIVE_URL has no effect: GATEHOUSE_WITHOUT leaves out storage',
  ]);
});

test('the nodes of a database server cannot be left out, and are not used with a file', async () => {
  const server = { DATABASE_URL: 'http://127.0.0.1:1', GATEHOUSE_WITHOUT: 'cluster' };
  await expect(startApp({ env: server })).rejects.toThrow(
    'GATEHOUSE_WITHOUT leaves out cluster, but DATABASE_URL is a server, which other nodes may use too',
  );
  const ready = await withApp({ GATEHOUSE_WITHOUT: 'cluster' }, ({ call }) =>
    call('GET', '/ready', undefined, null),
  );
  expect(ready.status).toBe(200);
});

test('without all but the sandbox and what it needs the service is ready, and sends a text by it', async () => {
  const kept = MODULES.filter(({ name }) => name === 'sandbox').flatMap((one) => [
    one.name,
    ...one.needs,
  ]);
  const left = LEAVABLE.filter((name) => !kept.includes(name));
  const env = { GATEHOUSE_WITHOUT: left.join(',') };
  await withApp(env, async (app) => {
    expect((await app.call('GET', '/ready', undefined, null)).status).toBe(200);
    await app.openInstance('shop');
    const sent = await app.call('POST', '/message/sendText/shop', {
      number: '5511988887777',
      text: 'Hello',
    });
    expect(sent.status).toBe(201);
  });
});

test.each([
  ['grap', 'did you mean graph?'],
  ['gateway', `it accepts ${LEAVABLE.join(', ')}`],
])('the start is refused for the module %s, and says what may be left out', async (name, hint) => {
  const dataDir = temporaryFolder();
  const started = startApp({ dataDir, env: { GATEHOUSE_WITHOUT: `mcp,${name}` } });
  await expect(started).rejects.toThrow(
    `GATEHOUSE_WITHOUT names "${name}", which cannot be left out: ${hint}`,
  );
  expect(await Bun.file(join(dataDir, 'gatehouse.db')).exists()).toBe(false);
});

test('what needs a module that is left out is left out too, and the operator reads it', async () => {
  const env = {
    GATEHOUSE_WITHOUT: 'crm,manager,graph',
    PORTAL_FRAME_ANCESTORS: 'https://a.example',
  };
  const { documented = '', asks } = PROBES.portal ?? { asks: 'GET /' };
  expect(await withApp(env, (app) => stateOf(app, { asks, documented }))).toEqual({
    ready: 200,
    isKnown: false,
    isDocumented: false,
  });
  expect(linesLeftOut(env, { without: ['crm', 'manager', 'graph'] })).toEqual([
    'GATEHOUSE_WITHOUT leaves out portal too, which needs manager',
    'PORTAL_FRAME_ANCESTORS has no effect: GATEHOUSE_WITHOUT leaves out portal',
  ]);
  await expect(startApp({ env: { GATEHOUSE_WITHOUT: 'whatsapp' } })).rejects.toThrow(
    'GATEHOUSE_WITHOUT leaves out sandbox, which is the provider of new instances',
  );
});

test('no page leads to a page that is left out', async () => {
  const linksOf = async (env: Record<string, string>, path: string, status: number) =>
    withApp(env, async ({ url }) => {
      const page = await fetch(url + path, { headers: { accept: 'text/html' } });
      expect(page.status).toBe(status);
      const links = [...(await page.text()).matchAll(/href="(?:\.\/)?([\w./-]*)"/g)];
      return links
        .map(([, link = '']) => link)
        .filter((link) => /^(docs|swagger|manager)/.test(link));
    });
  for (const [path, status] of [
    ['/', 200],
    ['/nothing', 404],
  ] as const) {
    expect(await linksOf({}, path, status)).toContain('manager');
    expect(await linksOf({ GATEHOUSE_WITHOUT: 'docs,manager,portal' }, path, status)).toEqual([]);
  }
});

test('without the docs, failures and the front door lead to the API document, and to nothing that is not there', async () => {
  await withApp({ GATEHOUSE_WITHOUT: 'docs' }, async ({ call, url }) => {
    const { body } = await call('GET', '/nothing');
    expect(body.error.hint).toBe('/openapi.json lists every operation');
    expect(body.error).not.toContainKey('docs');
    expect((await call('GET', '/')).body.documentation).toBe('/openapi.json');
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('href="./openapi.json"');
    expect(page).not.toMatch(/href="\.?\/(swagger|llms\.txt|docs)/);
  });
  await withApp({}, async ({ call }) => {
    const { body } = await call('GET', '/nothing');
    expect(body.error.hint).toBe('/swagger lists every operation');
    expect(body.error.docs).toBe('/docs/errors#not-found');
    expect((await call('GET', '/')).body.documentation).toBe('/swagger');
  });
});

test('without the portal the page for customers is not there, while the manager is', async () => {
  const statuses = ({ url }: RunningApp) =>
    Promise.all(['', '/portal'].map(async (path) => (await fetch(`${url}/manager${path}`)).status));
  expect(await withApp({}, statuses)).toEqual([200, 200]);
  expect(await withApp({ GATEHOUSE_WITHOUT: 'portal' }, statuses)).toEqual([200, 404]);
});

test('a module that is named twice, and a variable that concerns only a module that is left out, are warned about, unless that is empty', () => {
  const env = {
    GATEHOUSE_WITHOUT: 'mcp,mcp, graph,portal',
    MCP_ENABLED: 'true',
    PORTAL_FRAME_ANCESTORS: 'https://shop.example',
    GRAPH_AT_ROOT: ' ',
  };
  const reading = readSettings(env, () => null);
  if ('faults' in reading) throw new Error(reading.faults.join());
  expect(linesLeftOut(env, reading.settings)).toEqual([
    'GATEHOUSE_WITHOUT names mcp twice',
    'PORTAL_FRAME_ANCESTORS has no effect: GATEHOUSE_WITHOUT leaves out portal',
    'MCP_ENABLED has no effect: GATEHOUSE_WITHOUT leaves out mcp',
  ]);
});
