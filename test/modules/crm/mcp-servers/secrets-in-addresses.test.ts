/** URLs in an MCP server's config_json may hold tokens: only whoever may change the server sees them. */
import { expect, test } from 'bun:test';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';

const TOKEN = 'T0P-SECRET';
const whole = {
  url: `https://mcp.test/sse?key=${TOKEN}&${TOKEN}`,
  plain: 'https://Mcp.test',
  text: 'no URL?',
  inside: { urls: [`wss://user:${TOKEN}@mcp.test/live`, 7, null] },
};
const masked = {
  url: 'https://mcp.test/sse?key=********&********',
  plain: 'https://Mcp.test',
  text: 'no URL?',
  inside: { urls: ['wss://********@mcp.test/live', 7, null] },
};
const BODY = { name: 'Tickets', config_type: 'sse' };

async function withServer(): Promise<{ bench: CrmBench; path: string }> {
  const bench = await crmBench();
  const env = { KEY: 'sealed' };
  const body = { ...BODY, config_json: { ...whole, env } };
  const made = await bench.call('POST', '/mcp-servers', { body });
  expect([made.status, made.body.data.config_json]).toEqual([
    201,
    { ...whole, env: { KEY: '********' } },
  ]);
  return { bench, path: `/mcp-servers/${made.body.data.id}` };
}

test('who may only read MCP servers sees no token of a URL, and who may change them sees all of it', async () => {
  const { bench, path } = await withServer();
  const readers = await bench.memberWith('mcp_servers.read');
  const writers = await bench.memberWith('mcp_servers.read', 'mcp_servers.update');
  for (const [{ token }, shown] of [
    [readers, masked],
    [writers, whole],
  ] as const) {
    const one = await bench.call('GET', path, { token });
    const list = await bench.call('GET', '/mcp-servers', { token });
    for (const server of [one.body.data, list.body.data[0]])
      expect(server.config_json).toMatchObject(shown);
  }
});

test('neither the audit log nor an event has the token of a URL', async () => {
  const { bench, path } = await withServer();
  await bench.call('POST', '/webhooks', { body: { name: 'all', url: 'http://receiver.test/' } });
  await bench.call('PATCH', path, { body: { description: 'changed' } });
  await bench.call('DELETE', path);
  const audits = await bench.rows(
    "select before, after from audit_logs where resource = 'mcp_servers'",
  );
  expect(audits).toHaveLength(3);
  expect(JSON.stringify(audits)).not.toContain(TOKEN);
  const [event] = await bench.events();
  expect(event.data.previous.config_json).toMatchObject(masked);
});

test('masked URLs that are sent back keep what is stored, and its secrets with it', async () => {
  const { bench, path } = await withServer();
  const config_json = { ...masked, env: { KEY: '********' } };
  for (const [method, body] of [
    ['PATCH', { config_json }],
    ['PUT', { ...BODY, config_json }],
  ] as const) {
    const { status, body: answer } = await bench.call(method, path, { body });
    expect([status, answer.data.config_json]).toEqual([
      200,
      { ...whole, env: { KEY: '********' } },
    ]);
  }
});

test('422 for a masked URL that stands for nothing: the token never goes elsewhere', async () => {
  const { bench, path } = await withServer();
  const problem = 'must be given whole: ******** keeps the stored URL while nothing else changes';
  const elsewhere = 'https://other.test/sse?key=********&********';
  for (const [config_json, field] of [
    [{ url: elsewhere }, 'config_json.url'],
    [{ other: masked.url }, 'config_json.other'],
    [{ inside: { urls: [masked.url] } }, 'config_json.inside.urls.0'],
    [{ constructor: masked.url }, 'config_json.constructor'],
  ] as const) {
    const { status, body } = await bench.call('PATCH', path, { body: { config_json } });
    expect([status, body.error.details]).toEqual([422, { [field]: [problem] }]);
  }
  const body = { ...BODY, name: 'copy', config_json: masked };
  const copied = await bench.call('POST', '/mcp-servers', { body });
  expect([copied.status, copied.body.error.details]).toEqual([
    422,
    { 'config_json.url': [problem] },
  ]);
  const { data } = (await bench.call('GET', path)).body;
  expect(data.config_json).toMatchObject(whole);
});
