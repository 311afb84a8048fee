/** Webhooks of accounts whose receivers were written for Evolution API. */
import { afterAll, expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { startReceiver } from '../../../doubles/receiver.ts';
import { startApp } from '../../../helpers/app.ts';
import { type CrmBench, crmBench } from '../../../helpers/crm.ts';
import { until } from '../../../helpers/until.ts';

const running: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(running.map((one) => one.stop())));

const SHAPED = { name: 'old', url: 'http://receiver.test/hook', format: 'evolution-api' };

test('a receiver written for Evolution API gets changes of records in its shape, at the path of each', async () => {
  const receiver = await startReceiver();
  const app = await startApp({ env: { PUBLIC_URL: 'https://gate.test' } });
  running.push(app, receiver);
  const url = `${receiver.url}/hook`;
  const made = await app.call('POST', '/api/v1/webhooks', { ...SHAPED, url, by_events: true });
  expect(made.body.data).toMatchObject({ format: 'evolution-api', by_events: true });
  const remove = async (name: string) => {
    const server = { name, config_type: 'sse' };
    const { body } = await app.call('POST', '/api/v1/mcp-servers', server);
    await app.call('DELETE', `/api/v1/mcp-servers/${body.data.id}`);
  };
  await remove('files');
  await until('it came', () => receiver.requests.length === 1);
  const [first] = receiver.requests;
  expect(first?.path).toBe('/hook/mcp-server-deleted');
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = Object.fromEntries(names.map((name) => [name, first?.header(name) ?? '']));
  expect(new Webhook(made.body.data.secret).verify(first?.body ?? '', signed)).toEqual({
    event: 'mcp_server.deleted',
    instance: null,
    data: { previous: expect.objectContaining({ name: 'files' }), current: null },
    destination: url,
    date_time: expect.any(String),
    sender: null,
    server_url: 'https://gate.test',
    apikey: null,
  });
  const at = `/api/v1/webhooks/${made.body.data.id}`;
  await app.call('PATCH', at, { format: 'gatehouse', by_events: false });
  await remove('mail');
  await until('the second came', () => receiver.requests.length === 2);
  expect(receiver.requests[1]?.path).toBe('/hook');
  expect(JSON.parse(receiver.requests[1]?.body ?? '')).toMatchObject({
    event: 'mcp_server.deleted',
    accountId: expect.any(String),
    sequence: 2,
  });
});

test('the shape is kept by changes of other fields and by a restart', async () => {
  const bench = await crmBench();
  const { id } = (await bench.call('POST', '/webhooks', { body: SHAPED })).body.data;
  const renamed = await bench.call('PATCH', `/webhooks/${id}`, { body: { name: 'older' } });
  expect(renamed.body.data).toMatchObject({ format: 'evolution-api', by_events: false });
  const stored = { event: 'mcp_server.deleted', timestamp: '2026-01-05T10:00:00.000Z', data: {} };
  const sentBy = ({ crm }: Pick<CrmBench, 'crm'>) => {
    const target = crm.destinations.target(bench.accountId, `webhook:${id}`);
    return 'reshape' in target ? target.reshape?.(JSON.stringify(stored)) : undefined;
  };
  expect(sentBy(bench)?.address).toBe(SHAPED.url);
  expect(sentBy(bench)?.body).toContain('"server_url"');
  expect(sentBy(await crmBench({ database: bench.db }))).toEqual(sentBy(bench));
});
