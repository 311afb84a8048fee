/** WebSockets of the service as a process: events, the end, and what of it is logged. */
import { afterAll, expect, test } from 'bun:test';
import { liveClient } from '../../helpers/live-client.ts';
import { cleanUp, freshDataDir, isolated, listening, spawnService } from './spawned-process.ts';

afterAll(cleanUp);

const KEY = 'global-key-of-this-service';

async function startService() {
  const variables = { GLOBAL_API_KEY: KEY, LOG_LEVEL: 'trace' };
  const service = spawnService({ ...isolated(await freshDataDir()), ...variables });
  const at = `127.0.0.1:${await listening(service)}`;
  const call = async (path: string, body: unknown = {}, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://${at}${path}`, {
      method: 'POST',
      headers: { apikey: KEY, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as their callers do, without types.
    return (await response.json()) as any;
  };
  const { apikey } = await call('/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  const settings = { websocketEnable: 'enabled', immediate: true };
  await call('/instance/connect', settings, { instanceId: 'shop' });
  return { service, at, call, apikey: String(apikey) };
}

test('a reader gets the events of a sandbox instance from its QR code to its messages, and 1001 at the end', async () => {
  const { service, at, call } = await startService();
  const client = liveClient(`ws://${at}/ws?instance=shop&after=0`, { headers: { apikey: KEY } });
  await client.has(1);
  await call('/sandbox/shop/scan', { number: '5511999990000' });
  await call('/sandbox/shop/message', { kind: 'image', from: '5511888880000', caption: 'Look' });
  await client.has(5);
  expect(client.frames.map((one) => one.event)).toEqual([
    'QRCode',
    'PairSuccess',
    'Connected',
    'OfflineSyncCompleted',
    'Message',
  ]);
  expect(client.sequences()).toEqual([1, 2, 3, 4, 5]);
  expect(client.frames[4]?.data.Message.base64).toBeString();
  service.signal('SIGTERM');
  expect(await client.ended).toEqual({ code: 1001, reason: 'the service is stopping' });
  expect(await service.ended()).toBe(0);
});

test('deleting the instance closes its sockets', async () => {
  const { at, apikey } = await startService();
  const client = liveClient(`ws://${at}/ws`, { headers: { apikey } });
  await client.opened;
  const url = `http://${at}/instance/delete/shop`;
  expect((await fetch(url, { method: 'DELETE', headers: { apikey: KEY } })).status).toBe(200);
  expect((await client.ended).code).toBe(1008);
});

test('no key and no ticket is in its log, at the finest level', async () => {
  const { service, at, call, apikey } = await startService();
  const { ticket } = await call('/ws/ticket');
  const protocols = ['gatehouse', `apikey.${apikey}`];
  const clients = [
    liveClient(`ws://${at}/ws`, { protocols }),
    liveClient(`ws://${at}/ws?ticket=${ticket}`),
    liveClient(`ws://${at}/ws?ticket=${ticket}`),
    liveClient(`ws://${at}/ws?apikey=${apikey}`),
    liveClient(`ws://${at}/ws`, { protocols: ['gatehouse', `apikey.${apikey}x`] }),
  ];
  const opened = await Promise.allSettled(clients.map((client) => client.opened));
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  const printed = service.stdout() + service.stderr();
  for (const secret of [apikey, ticket, KEY]) expect(printed).not.toContain(secret);
});
