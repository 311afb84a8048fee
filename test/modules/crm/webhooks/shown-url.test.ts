/** The URL of a webhook may hold a token: only whoever may change the webhook sees it. */
import { expect, test } from 'bun:test';
import { type Call, type CrmBench, crmBench } from '../../../helpers/crm.ts';

const TOKEN = 'T0P-SECRET';
const URL_WHOLE = `https://receiver.test/hook?token=${TOKEN}`;
const URL_MASKED = 'https://receiver.test/hook?token=********';

/** Makes a webhook with a token in its URL, and returns its path. */
async function createWebhook({ call }: CrmBench, token?: string): Promise<string> {
  const made = { name: 'app', url: URL_WHOLE, headers: { 'x-app': 'kept' } };
  const { status, body } = await call('POST', '/webhooks', { ...(token && { token }), body: made });
  expect(status).toBe(201);
  return `/webhooks/${body.data.id}`;
}

const storedUrls = async ({ rows }: CrmBench) => (await rows('select url from webhooks')).flat();

test('who may only read webhooks sees no token of a URL in any answer', async () => {
  const bench = await crmBench();
  const path = await createWebhook(bench);
  await bench.call('POST', '/mcp-servers', { body: { name: 'x', config_type: 'sse' } });
  const [server] = (await bench.call('GET', '/mcp-servers')).body.data;
  await bench.call('DELETE', `/mcp-servers/${server.id}`);
  const { token } = await bench.memberWith('webhooks.read', 'audit_logs.read');
  const ask = (path: string) => bench.call('GET', path, { token });
  const deliveries = await ask(`${path}/deliveries`);
  const [delivery] = deliveries.body.data.deliveries;
  const answers = [
    deliveries,
    await ask('/webhooks'),
    await ask(path),
    await ask(`${path}/health`),
    await ask(`${path}/recoveries`),
    await ask(`${path}/deliveries/${delivery.id}`),
    await ask('/audit_logs'),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(TOKEN);
  }
  expect(answers[1]?.body.data[0].url).toBe(URL_MASKED);
  expect(answers[2]?.body.data.url).toBe(URL_MASKED);
  expect(delivery.target).toBe(URL_MASKED);
});

test('who may change webhooks sees their URLs whole, with and without a change', async () => {
  const bench = await crmBench();
  const { token } = await bench.memberWith('webhooks.read', 'webhooks.create', 'webhooks.update');
  const path = await createWebhook(bench, token);
  const answers = [
    await bench.call('GET', path, { token }),
    await bench.call('PATCH', path, { token, body: { name: 'other' } }),
    await bench.call('POST', `${path}/rotate`, { token }),
  ];
  for (const { body } of answers) expect(body.data.url).toBe(URL_WHOLE);
  const list = await bench.call('GET', '/webhooks', { token });
  expect(list.body.data[0].url).toBe(URL_WHOLE);
});

test('who may make webhooks but not change them gets the URL masked, also when the answer is repeated', async () => {
  const bench = await crmBench();
  const { token } = await bench.memberWith('webhooks.create');
  const body = { name: 'app', url: URL_WHOLE };
  const request: Call = { token, body, headers: { 'idempotency-key': 'k1' } };
  const first = await bench.call('POST', '/webhooks', request);
  const second = await bench.call('POST', '/webhooks', request);
  expect(first.body.data.url).toBe(URL_MASKED);
  expect(second.body).toEqual(first.body);
  expect(await storedUrls(bench)).toEqual([URL_WHOLE]);
});

test('audit rows of every change of a webhook have the URL masked, for everyone', async () => {
  const bench = await crmBench();
  const path = await createWebhook(bench);
  await bench.call('PATCH', path, { body: { url: `${URL_WHOLE}-2` } });
  await bench.call('POST', `${path}/rotate`);
  await bench.call('DELETE', path);
  const { body } = await bench.call('GET', '/audit_logs?resource=webhooks');
  expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
    ...['delete', 'rotate', 'update', 'create'],
  ]);
  for (const { before, after } of body.data)
    for (const shown of [before, after]) expect(shown?.url ?? URL_MASKED).toBe(URL_MASKED);
  expect(JSON.stringify(await bench.rows('select * from audit_logs'))).not.toContain(TOKEN);
});

test('a masked URL that is sent back keeps the stored one, its headers, and where events go', async () => {
  const bench = await crmBench();
  const path = await createWebhook(bench);
  const { status, body } = await bench.call('PATCH', path, {
    body: { url: URL_MASKED, description: 'changed' },
  });
  expect([status, body.data.url, body.data.description]).toEqual([200, URL_WHOLE, 'changed']);
  expect(await storedUrls(bench)).toEqual([URL_WHOLE]);
  const id = path.slice('/webhooks/'.length);
  expect(bench.crm.destinations.target(bench.accountId, `webhook:${id}`)).toMatchObject({
    address: URL_WHOLE,
    headers: { 'x-app': 'kept' },
  });
});

test('422 for a masked URL that stands for nothing: the token never goes elsewhere', async () => {
  const bench = await crmBench();
  const path = await createWebhook(bench);
  const problem = 'must be given whole: ******** keeps the stored URL while nothing else changes';
  for (const url of [
    'https://other.test/hook?token=********',
    'https://receiver.test/other?token=********',
    'https://receiver.test/hook?token=********&more=********',
    'https://receiver.test/hook?token=********-2',
    'https://receiver.test/********',
  ])
    for (const [method, at] of [
      ['PATCH', path],
      ['POST', '/webhooks'],
    ] as const) {
      const { status, body } = await bench.call(method, at, { body: { name: 'app', url } });
      expect([status, body.error.details]).toEqual([422, { url: [problem] }]);
    }
  const copied = await bench.call('POST', '/webhooks', { body: { name: 'copy', url: URL_MASKED } });
  expect(copied.body.error.details).toEqual({ url: [problem] });
  expect(await storedUrls(bench)).toEqual([URL_WHOLE]);
});
