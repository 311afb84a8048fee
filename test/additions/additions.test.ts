/**
 * One operation of each zone, one type of event, one channel, one provider and one family of paths are added as
 * CONTRIBUTING says: a declaration, and a line in its list. The service that runs with them is asked for everything that
 * must follow.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../helpers/database.ts';
import { freePort } from '../helpers/free-port.ts';
import { connectAgent } from '../helpers/mcp.ts';
import { type ProcessGroup, spawnGroup } from '../helpers/process-group.ts';
import { until } from '../helpers/until.ts';

const KEY = 'the-global-key-of-this-test';
const TOKEN = 'the-access-token-of-this-test';
const folder = temporaryFolder();
const pages = join(folder, 'pages');
const url = `http://127.0.0.1:${freePort()}`;
const root = join(import.meta.dir, '..', '..');
const command = [process.execPath, 'run', '--preload', join(import.meta.dir, 'lines.ts')];
const environment = {
  ...process.env,
  PORT: new URL(url).port,
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  GLOBAL_API_KEY: KEY,
  BOOTSTRAP_ACCESS_TOKEN: TOKEN,
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  MCP_ENABLED: 'true',
  PAPER_URL: `paper://127.0.0.1:${new URL(url).port}${pages}`,
  PIGEON_SKY: 'cloudy',
};

let service: ProcessGroup;
// biome-ignore lint/suspicious/noExplicitAny: a JSON document is read as its readers do, without types.
let document: any;

async function call(method: string, path: string, body?: unknown, headers = {}) {
  const response = await fetch(url + path, {
    method,
    headers: { apikey: KEY, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
  return { status: response.status, body: (await response.json()) as any };
}

beforeAll(async () => {
  service = spawnGroup([...command, join(root, 'src/main.ts')], environment);
  const isReady = () =>
    fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the service is ready', isReady, 20_000);
  document = await (await fetch(`${url}/swagger/json`)).json();
  const wanted = {
    instanceName: 'loft',
    provider: 'pigeon',
    paper: { enabled: true, events: ['WEATHER'] },
  };
  expect((await call('POST', '/instance/create', wanted)).status).toBe(201);
});
afterAll(() => service.kill());

test('an operation of the gateway is guarded, checked, done once, audited and called by its other name', async () => {
  expect((await call('POST', '/weather/set/loft', {}, { apikey: '' })).status).toBe(401);
  const wrong = await call('POST', '/weather/set/loft', { sky: 7 });
  expect([wrong.status, wrong.body.error.message]).toEqual([400, 'sky must be a string']);
  const once = { 'idempotency-key': 'first' };
  const first = await call('POST', '/weather/set/loft', { sky: 'clear' }, once);
  expect([first.status, first.body]).toEqual([201, { sky: 'clear' }]);
  const again = await call('POST', '/weather/set/loft', { sky: 'clear' }, once);
  expect([again.status, again.body]).toEqual([201, { sky: 'clear' }]);
  expect((await call('POST', '/weather/put/loft', { sky: 'grey' })).status).toBe(201);
  const { body } = await call('GET', '/audit/find?action=weather.set');
  const details = body.entries.map((one: { details: unknown }) => one.details);
  expect(details).toContainEqual({ sky: 'grey' });
});

test('an operation is documented with its example, and offered to agents, in either zone', async () => {
  const { post } = document.paths['/weather/set/{instanceName}'];
  expect(post.summary).toBe('Set the weather of an instance');
  expect(JSON.stringify(post.requestBody)).toContain('"sky":"clear"');
  expect(document.paths['/api/v1/weather'].get.tags).toEqual(['Weather']);
  const agent = await connectAgent(url, { apikey: KEY });
  const answer = await agent.use('set_weather', { instanceName: 'loft', sky: 'bright' });
  expect(answer.data).toEqual({ sky: 'bright' });
  const crmAgent = await connectAgent(url, { api_access_token: TOKEN });
  const weather = await crmAgent.use('get_account_weather');
  expect(weather.data.data).toEqual({ sky: 'clear' });
  await agent.client.close();
  await crmAgent.client.close();
});

test('an operation of the CRM answers in its envelope to who has the permission', async () => {
  const token = { api_access_token: TOKEN };
  const { status, body } = await call('GET', '/api/v1/weather', undefined, token);
  expect([status, body.data]).toEqual([200, { sky: 'clear' }]);
  expect((await call('GET', '/api/v1/weather', undefined, { api_access_token: 'no' })).status).toBe(
    401,
  );
});

test('a type of event is documented and subscribed to by its category and its older name', async () => {
  expect(document.webhooks.WeatherChange.post.summary).toContain('The weather changes');
  const { status, body } = await call('POST', '/paper/set/loft', {
    enabled: true,
    events: ['weather_update'],
  });
  expect([status, body.enabled]).toEqual([201, true]);
  const unknown = await call('POST', '/paper/set/loft', { enabled: true, events: ['WETHER'] });
  expect(unknown.body.error.message).toContain('did you mean WEATHER?');
});

test('a provider is created, connects, and its events go to the channel that the instance has switched on', async () => {
  expect((await call('GET', '/paper/find/loft')).body).toMatchObject({ enabled: true });
  await call('GET', '/instance/connect/loft');
  await until('the event is on paper', () => {
    try {
      return readFileSync(pages, 'utf8').includes('WeatherChange');
    } catch {
      return false;
    }
  });
  const [line = ''] = readFileSync(pages, 'utf8').split('\n');
  const event = JSON.parse(line.slice(line.indexOf(' ')));
  expect(event.data).toEqual({ sky: 'cloudy', degrees: 21 });
  const { body } = await call('GET', '/instance/fetchInstances');
  expect(body[0]).toMatchObject({ provider: 'pigeon' });
});

test('a family of paths is guarded, documented and may be left out', async () => {
  expect(await call('GET', '/fair/loft')).toEqual({ status: 200, body: { stalls: 3 } });
  expect((await call('GET', '/fair/loft', undefined, { apikey: 'no' })).status).toBe(401);
  expect((await call('GET', '/fair/nobody')).status).toBe(404);
  expect(document.paths['/fair/{instanceName}'].get.tags).toEqual(['Fair']);
  const refused = Bun.spawn([...command, join(root, 'src/main.ts'), 'start'], {
    env: { ...environment, GATEHOUSE_WITHOUT: 'fairs' },
    stderr: 'pipe',
  });
  expect(await new Response(refused.stderr).text()).toContain('did you mean fair?');
});

test('a channel is shown with its state, and doctor looks whether its server is there', async () => {
  const { body } = await call('GET', '/channels');
  const paper = body.channels.find((one: { channel: string }) => one.channel === 'paper');
  expect(paper).toMatchObject({ state: 'up', waiting: 0 });
  const doctor = Bun.spawn([...command, join(root, 'src/main.ts'), 'doctor'], {
    env: environment,
    stdout: 'pipe',
  });
  const said = await new Response(doctor.stdout).text();
  expect(said).toContain('PAPER_URL');
  expect(said).toContain('accepts connections');
});
