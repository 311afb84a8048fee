/** What callers of every kind are answered while the database cannot be reached. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { type Agent, connectAgent } from '../helpers/mcp.ts';
import { isSqldMissing, type Sqld, startMigratedSqld } from '../helpers/sqld.ts';
import { until } from '../helpers/until.ts';

const words = { number: '5511999990000', text: 'hi' };

const CALLS: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['GET', '/ready'],
  ['POST', '/instance/create', { instanceName: 'other', provider: 'sandbox' }],
  ['POST', '/message/sendText/shop', words],
  ['POST', '/webhook/set/shop', { enabled: true, url: 'http://127.0.0.1:9/' }],
  ['GET', '/event/find/shop'],
  ['GET', '/api/v1/pipelines'],
  ['POST', '/api/v1/pipelines', { pipeline: { name: 'Sales' } }],
  ['GET', '/graph/v25.0/debug_token?input_token=some-token'],
];

describe.skipIf(isSqldMissing).each([
  ['', 'false'],
  [' in Evolution mode', 'true'],
])('while the database cannot be reached%s', (_, mode) => {
  let sqld: Sqld;
  let app: RunningApp;
  let agent: Agent;

  beforeAll(async () => {
    sqld = await startMigratedSqld();
    const env = { DATABASE_URL: `http://${sqld.address}`, EVOLUTION_MODE: mode };
    app = await startApp({ env: { ...env, MCP_ENABLED: 'true' } });
    await app.openInstance('shop');
    agent = await connectAgent(app.url, { apikey: GLOBAL_KEY });
    await sqld.kill();
    await until('it knows', async () => (await app.call('GET', '/ready')).status === 503);
  });
  afterAll(async () => {
    await app?.stop();
    await sqld?.kill();
  });

  test.each(CALLS)('%s %s is answered 503, which says when to come again', async (...asked) => {
    const [method, path, body] = asked;
    const bearer = { authorization: `Bearer ${GLOBAL_KEY}` };
    const { status, headers } = await app.call(method, path, body, GLOBAL_KEY, bearer);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
  });

  test('an agent is told so too', async () => {
    const { data } = await agent.use('send_text', { instanceName: 'shop', ...words });
    expect([data.status, data.retryAfterSeconds]).toEqual([503, 1]);
  });
});
