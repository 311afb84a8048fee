/** What the connection secrets of an MCP server look like: sealed on disk, masked everywhere else. */
import { expect, test } from 'bun:test';
import { mcpServers } from '../../../../src/core/db/schema/crm.ts';
import { placeOf } from '../../../../src/core/db/sealed-tables.ts';
import type { Place } from '../../../../src/core/shared/crypto.ts';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';

const MASK = '********';
const SECRETS = {
  config_json: {
    url: 'https://mcp.test/sse',
    env: { TOKEN: 'secret-one', EMPTY: '' },
    headers: { authorization: 'Bearer secret-two' },
  },
  environments: { KEY: 'secret-three', constructor: 'secret-four' },
};
const MASKED = {
  config_json: {
    url: 'https://mcp.test/sse',
    env: { TOKEN: MASK, EMPTY: MASK },
    headers: { authorization: MASK },
  },
  environments: { KEY: MASK, constructor: MASK },
};

async function withServer() {
  const bench = await crmBench();
  const body = { name: 'Search', config_type: 'sse', ...SECRETS };
  const made = await bench.call('POST', '/mcp-servers', {
    body,
    headers: { 'idempotency-key': 'k' },
  });
  expect(made.status).toBe(201);
  return { ...bench, made, at: `/mcp-servers/${made.body.data.id}` };
}

/** What is stored, opened. */
async function opened({ rows, vault }: CrmBench) {
  const [row] = await rows('select config_json, environments, id from mcp_servers');
  const id = String(row?.[2]);
  const inConfig = (field: string) => (name: string) =>
    placeOf(mcpServers.configJson, id, field, name);
  const inEnvironments = (name: string) => placeOf(mcpServers.environments, id, name);
  const open = (texts: Record<string, string> = {}, place: (name: string) => Place) =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, vault.open(text, place(name))]),
    );
  const { env, headers, ...config } = JSON.parse(String(row?.[0]));
  return {
    config_json: {
      ...config,
      env: open(env, inConfig('env')),
      headers: open(headers, inConfig('headers')),
    },
    environments: open(JSON.parse(String(row?.[1])), inEnvironments),
  };
}

test('every answer shows the mask', async () => {
  const { call, made, at } = await withServer();
  const patched = await call('PATCH', at, { body: { description: 'x' } });
  const list = await call('GET', '/mcp-servers');
  for (const shown of [
    made.body.data,
    patched.body.data,
    list.body.data[0],
    (await call('GET', at)).body.data,
  ])
    expect(shown).toMatchObject(MASKED);
});

test('no table holds a secret as it is, neither rows, audit, stored answers nor events', async () => {
  const bench = await withServer();
  await bench.call('POST', '/webhooks', { body: { name: 'all', url: 'http://receiver.test/' } });
  await bench.call('PATCH', bench.at, { body: { environments: { KEY: 'secret-five' } } });
  await bench.call('DELETE', bench.at);
  const tables = await bench.rows("select name from sqlite_master where type = 'table'");
  const all: string[] = [];
  for (const [name] of tables) all.push(JSON.stringify(await bench.rows(`select * from ${name}`)));
  expect(all.join()).toContain('mcp_server.deleted');
  expect(all.join()).not.toMatch(/secret-(one|two|three|four|five)/);
  expect(JSON.stringify(bench.logged)).not.toMatch(/secret-(one|two|three|four|five)/);
});

test('each value is sealed with the encryption key, names stay readable', async () => {
  const bench = await withServer();
  expect(await opened(bench)).toEqual(SECRETS);
  const [row] = await bench.rows('select environments from mcp_servers');
  expect(JSON.parse(String(row?.[0])).KEY).toStartWith('v2.');
});

test.each(['PATCH', 'PUT'])(
  '200 %s of an answer as it was shown changes no secret',
  async (method) => {
    const bench = await withServer();
    const { name, config_type, config_json, environments } = bench.made.body.data;
    const body = { name, config_type, config_json, environments };
    const { status, body: answer } = await bench.call(method, bench.at, { body });
    expect([status, answer.data]).toEqual([200, expect.objectContaining(MASKED)]);
    expect(await opened(bench)).toEqual(SECRETS);
  },
);

test('200 PATCH leaves what is masked as it is, replaces what is given and deletes what is absent', async () => {
  const bench = await withServer();
  const body = {
    config_json: { env: { TOKEN: MASK, NEW: 'secret-six' } },
    environments: { KEY: 'secret-seven' },
  };
  expect((await bench.call('PATCH', bench.at, { body })).status).toBe(200);
  expect(await opened(bench)).toEqual({
    config_json: { env: { TOKEN: 'secret-one', NEW: 'secret-six' }, headers: {} },
    environments: { KEY: 'secret-seven' },
  });
});

test.each<[string, object]>([
  ['config_json.headers.TOKEN', { config_json: { headers: { TOKEN: MASK } } }],
  ['environments.toString', { environments: { toString: MASK } }],
])('422 %s: a mask stands only for what is stored in its very place', async (field, body) => {
  const bench = await withServer();
  const { status, body: answer } = await bench.call('PATCH', bench.at, { body });
  expect(status).toBe(422);
  expect(answer.error.details).toEqual({
    [field]: [
      'must have a value: ******** keeps a stored value, and none is stored under this name',
    ],
  });
  expect(await opened(bench)).toEqual(SECRETS);
});

const ANEW = ['must be given again: stored secrets do not move to another address or command'];
const { env, headers } = MASKED.config_json;

test.each<[string, object]>([
  ['another host', { url: 'https://moved.test/sse' }],
  ['another scheme', { url: 'http://mcp.test/sse' }],
  ['another port', { url: 'https://mcp.test:8443/sse' }],
  [
    'a further URL somewhere inside',
    { url: 'https://mcp.test/sse', a: [{ b: 'see https://moved.test' }] },
  ],
  ['a placeholder for a host', { url: 'https://{HOST}/sse' }],
  ['a command', { url: 'https://mcp.test/sse', command: 'npx' }],
  ['arguments', { url: 'https://mcp.test/sse', args: ['-y', 'other'] }],
  ['a host by itself', { url: 'https://mcp.test/sse', host: 'moved.test' }],
])(
  '422 no masked secret follows a server to %s; 200 when all are given again',
  async (_, config) => {
    const bench = await withServer();
    const refused = async (body: object) => {
      const answer = await bench.call('PATCH', bench.at, { body });
      expect(answer.status).toBe(422);
      return answer.body.error.details;
    };
    const { environments } = SECRETS;
    expect(await refused({ config_json: { ...config, headers }, environments })).toEqual({
      'config_json.headers.authorization': ANEW,
    });
    expect(await refused({ config_json: { ...config, env }, environments })).toEqual({
      'config_json.env.TOKEN': ANEW,
    });
    expect(await refused({ config_json: config, environments: { KEY: MASK } })).toEqual({
      'environments.KEY': ANEW,
    });
    expect(await refused({ config_json: config })).toEqual({ environments: ANEW });
    expect(await opened(bench)).toEqual(SECRETS);
    const body = {
      config_json: { ...config, headers: { authorization: 'new' } },
      environments: {},
    };
    expect((await bench.call('PATCH', bench.at, { body })).status).toBe(200);
  },
);

test('422 a masked secret does not move in two steps either, by way of no URL at all', async () => {
  const bench = await withServer();
  const without = { config_json: { headers } };
  expect((await bench.call('PATCH', bench.at, { body: without })).status).toBe(200);
  const moved = { config_json: { url: 'https://moved.test/', headers }, environments: {} };
  expect((await bench.call('PATCH', bench.at, { body: moved })).status).toBe(422);
});

test('200 masked secrets stay when path, timeouts and names change around them', async () => {
  const bench = await withServer();
  const config_json = {
    ...MASKED.config_json,
    url: 'https://MCP.test:443/v2?x=1',
    timeout: 5,
    label: 'Two',
  };
  expect((await bench.call('PATCH', bench.at, { body: { config_json } })).status).toBe(200);
  expect(await opened(bench)).toEqual({
    ...SECRETS,
    config_json: {
      ...config_json,
      env: SECRETS.config_json.env,
      headers: SECRETS.config_json.headers,
    },
  });
});
