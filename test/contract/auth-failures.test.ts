/** Guessing credentials at the whole product: every operation refuses the client, and says so in the document. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { resolved } from '../helpers/api-document.ts';
import { GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { liveClient } from '../helpers/live-client.ts';

const PER_MINUTE = 3;
const GUESSER = '203.0.113.66';

let app: RunningApp;
// biome-ignore lint/suspicious/noExplicitAny: the document is what is under test.
let paths: Record<string, Record<string, any>>;
beforeAll(async () => {
  const env = { AUTH_FAILURES_PER_MINUTE: String(PER_MINUTE), TRUST_PROXY: '127.0.0.1' };
  app = await startApp({ env });
  paths = (await resolved((await app.call('GET', '/swagger/json', undefined, null)).body)).paths;
});
afterAll(() => app.stop());

const from = (client: string, key: string) => ({
  apikey: key,
  api_access_token: key,
  'x-forwarded-for': client,
});
const ask = (client: string, path: string, key: string, method = 'GET') =>
  fetch(app.url + path, { method, headers: from(client, key) });

/** Opens a WebSocket with what a page can give: a subprotocol or a ticket. */
const connect = (client: string, query: string, protocols: string[] = []) =>
  liveClient(`${app.url.replace('http', 'ws')}/ws${query}`, {
    headers: { 'x-forwarded-for': client },
    protocols: ['gatehouse', ...protocols],
  });

test('every operation that takes a credential refuses a client that guesses, and documents 429', async () => {
  for (let n = 0; n < PER_MINUTE; n++) await ask(GUESSER, '/instance/fetchInstances', `bad-${n}`);
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation.security.length === 0) continue;
      const url = path.replaceAll(/\{\w+\}/g, 'nobody');
      const answer = await ask(GUESSER, url, GLOBAL_KEY, method.toUpperCase());
      expect([method, path, answer.status]).toEqual([method, path, 429]);
      const isGo = operation.tags?.includes('Evolution Go');
      const isGraph = path.startsWith('/graph/');
      const code = isGraph ? expect.any(Number) : 'RATE_LIMITED';
      const error = isGo ? expect.any(String) : { code };
      expect(await answer.json()).toMatchObject({ error });
      const shown = JSON.stringify(operation.responses[429]);
      expect(shown).toContain(isGo || isGraph ? 'Too Many Requests' : 'RATE_LIMITED');
    }
  }
});

test('a WebSocket is refused as well, and wrong keys and tickets of sockets count', async () => {
  const client = '203.0.113.67';
  expect((await ask(client, '/instance/fetchInstances', GLOBAL_KEY)).status).toBe(200);
  await connect(client, '?ticket=wrong').ended;
  await connect(client, '', ['apikey.wrong']).ended;
  await connect(client, '?ticket=wrong').ended;
  expect((await ask(client, '/instance/fetchInstances', GLOBAL_KEY)).status).toBe(429);
  const { body } = await app.call('POST', '/ws/ticket');
  const refused = connect(client, `?ticket=${body.ticket}`);
  expect(await refused.opened.catch(() => 'refused')).toBe('refused');
  // The ticket was not looked at: whoever it was made for can still use it.
  const welcome = connect('203.0.113.68', `?ticket=${body.ticket}`);
  await welcome.opened;
  welcome.close();
});

test('refusals are counted for Prometheus, and logged once a minute with the address', async () => {
  const client = '203.0.113.69';
  for (let n = 0; n < PER_MINUTE + 5; n++) await ask(client, '/metrics', 'bad');
  const { body } = await app.call('GET', '/metrics');
  const counted = /gatehouse_limit_reached_total\{limit="authentication_failures"\} (\d+)/.exec(
    body,
  );
  expect(Number(counted?.[1])).toBeGreaterThan(5);
  const lines = app.lines.filter(({ limit }) => limit === 'authentication_failures');
  expect(lines).toEqual([
    expect.objectContaining({ variable: 'AUTH_FAILURES_PER_MINUTE', address: expect.any(String) }),
  ]);
});
