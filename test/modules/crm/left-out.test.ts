/** What becomes of the accounts in the database of an installation that leaves them out. */
import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { readSettings } from '../../../src/core/config/config.ts';
import { openDatabase } from '../../../src/core/db/open.ts';
import { makeAccessToken } from '../../../src/modules/crm/make-access-token.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { hang, type Receiver, startReceiver } from '../../doubles/receiver.ts';
import { ACCESS_TOKEN, type AppOptions, type RunningApp, startApp } from '../../helpers/app.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';

const open: { stop(): Promise<unknown> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.stop())));

async function starting(options: AppOptions): Promise<RunningApp> {
  const app = await startApp(options);
  open.push(app);
  return app;
}

async function receiving(): Promise<Receiver> {
  const receiver = await startReceiver();
  open.push(receiver);
  return receiver;
}

async function stopping(app: RunningApp, clock: ManualClock): Promise<void> {
  open.splice(open.indexOf(app), 1);
  let isOver = false;
  const stopped = app.stop().then(() => {
    isOver = true;
  });
  await until('it has stopped', async () => {
    await clock.advance(100);
    return isOver;
  });
  await stopped;
}

/** Everything that the database has of accounts and of deliveries to their webhooks. */
async function rowsIn(dataDir: string, clock: ManualClock) {
  const db = await openDatabase({
    url: `file:${join(dataDir, 'gatehouse.db')}`,
    authToken: null,
    clock,
  });
  const of = (sql: string) => db.query(sql, []);
  const rows = {
    deliveries: await of(
      `select id, endpoint, sequence, state, attempt_count, next_attempt_at, last_error, updated_at
       from deliveries where endpoint glob 'webhook:*' order by id`,
    ),
    replays: await of("select * from replays where endpoint glob 'webhook:*' order by id"),
    users: await of('select * from users order by id'),
    tokens: await of('select id, token_hash from access_tokens order by id'),
    webhooks: await of('select * from webhooks order by id'),
  };
  await db.close();
  return rows;
}

const sequencesAt = ({ requests }: Receiver) =>
  requests.map(({ body }) => JSON.parse(body).sequence);

const WITHOUT = { GATEHOUSE_WITHOUT: 'crm' };
const HOUR_MS = 3_600_000;

test('what waits for webhooks of accounts stays as it is while they are left out, and is delivered once and in order when they are back', async () => {
  const clock = manualClock();
  const hook = await receiving();
  const shop = await receiving();
  hook.script(hang);
  const first = await starting({ clock });
  const { dataDir } = first;
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await first.call('POST', `/api/v1${path}`, body);
    expect(status).toBeLessThan(300);
    return answer.data;
  };
  await post('/webhooks', { name: 'app', url: hook.url });
  const pipeline = await post('/pipelines', {
    pipeline: { name: 'Sales' },
  });
  for (const name of ['Lead', 'Offer', 'Won'])
    await post(`/pipelines/${pipeline.id}/pipeline_stages`, { pipeline_stage: { name } });
  await until('the first is being sent', () => hook.requests.length === 1);
  await stopping(first, clock);
  const before = await rowsIn(dataDir, clock);
  expect(before.deliveries.map(([, , , state]) => state)).toEqual([
    'waiting',
    'waiting',
    'waiting',
  ]);

  const without = await starting({ clock, dataDir, env: WITHOUT });
  expect(
    without.lines.filter(({ level }) => level === 'warn').map(({ message }) => message),
  ).toEqual([
    'the database has rows of crm, which is left out: they are used again when it is back, but for those that end before',
    'deliveries wait for crm, which is left out, until it is back',
  ]);
  await without.openInstance('shop');
  await without.call('POST', '/webhook/set/shop', { enabled: true, url: shop.url });
  await clock.advance(HOUR_MS);
  await without.call('POST', '/sandbox/shop/message', {
    kind: 'text',
    from: '5511988880000',
    text: 'hi',
  });
  await until('an event of an instance is delivered', () => shop.requests.length > 0);
  await stopping(without, clock);
  expect(hook.requests).toHaveLength(1);
  expect(await rowsIn(dataDir, clock)).toEqual(before);

  const back = await starting({ clock, dataDir });
  await until('what waited is delivered', () => hook.requests.length === 4);
  expect(sequencesAt(hook).slice(1)).toEqual([1, 2, 3]);
  expect((await back.call('GET', '/api/v1/permissions')).status).toBe(200);
  await stopping(back, clock);
  const after = await rowsIn(dataDir, clock);
  expect(after.deliveries.map(([id, , , state]) => [id, state])).toEqual(
    before.deliveries.map(([id]) => [id, 'delivered']),
  );
  expect(hook.requests).toHaveLength(4);
});

test('without the accounts their paths are unknown, the document names nothing of theirs, and no token of theirs opens anything', async () => {
  const app = await starting({ env: { ...WITHOUT, MCP_ENABLED: 'true' } });
  for (const [method, path] of [
    ['GET', '/api/v1/permissions'],
    ['POST', '/api/v1/pipelines'],
    ['GET', '/api/v1'],
  ] as const) {
    const { status, body } = await app.call(method, path);
    expect([status, body.success, body.error.reason]).toEqual([404, false, 'path_unknown']);
  }
  const { body: document } = await app.call('GET', '/openapi.json', undefined, null);
  const tags = document.tags.map(({ name }: { name: string }) => name);
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/api/'))).toEqual([]);
  expect(tags.filter((tag: string) => /Accounts|Pipelines|Users|Roles|Inbox/.test(tag))).toEqual(
    [],
  );
  expect(Object.keys(document.webhooks).filter((name) => name.includes('.'))).toEqual([]);
  expect(Object.keys(document.components.securitySchemes)).not.toContain('api_access_token');
  const page = await fetch(`${app.url}/swagger`, { headers: { accept: 'text/html' } });
  expect(await page.text()).not.toContain('data-zone="crm"');
  const headers = { api_access_token: ACCESS_TOKEN };
  const { status, body } = await app.call('POST', '/mcp', {}, null, headers);
  expect([status, body.error.message]).toEqual([
    401,
    'This service has no accounts: send a key in apikey',
  ]);
  expect((await app.call('GET', '/instance/fetchInstances')).status).toBe(200);
});

test('a database that never had accounts is started without a line about them, and gets none', async () => {
  const clock = manualClock();
  const app = await starting({ clock, env: WITHOUT });
  expect(app.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  await stopping(app, clock);
  const { users, tokens } = await rowsIn(app.dataDir, clock);
  expect([users, tokens]).toEqual([[], []]);
});

test('no token is made for accounts that are left out', async () => {
  const reading = readSettings({ DATA_DIR: temporaryFolder(), ...WITHOUT }, () => null);
  if ('faults' in reading) throw new Error(reading.faults.join());
  await expect(makeAccessToken(reading.settings)).rejects.toThrow(
    'GATEHOUSE_WITHOUT leaves out crm, which has the accounts that such a token opens: take it from that list',
  );
});
