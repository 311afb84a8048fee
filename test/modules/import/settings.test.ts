/** What an import makes of webhooks, settings and proxies, and says of what it leaves out. */
import { expect, test } from 'bun:test';
import { startService } from '../../helpers/service.ts';
import { belonging, type Fields, instance } from './evolution-api.ts';
import { dumpOf, target } from './stage.ts';

const SHOP = '6f1c9a4e-0f57-4d7b-9c55-0c1a6a4f6a11';

/** Imports an instance with one row of the table, and gives the report's lines about it. */
async function imported(table: string, row: Fields, environment = {}) {
  const made = await target(environment);
  const rows = [instance(SHOP, 'shop'), belonging(table, SHOP, row)];
  const { line } = await made.run(dumpOf(rows), '--apply');
  const lines = line.split('\n').filter((one) => !one.includes('never paired'));
  return {
    lines: lines.slice(
      0,
      lines.findIndex((one) => /^\d /.test(one)),
    ),
    ...made,
  };
}

test('a webhook without a list of events gets all of them', async () => {
  const { lines, environment } = await imported('Webhook', { url: 'https://example.com/hook' });
  expect(lines).toEqual(['shop: taken: instance, key, webhook']);
  const service = await startService(environment);
  const { body } = await service.call('GET', '/webhook/find/shop');
  expect(body).toMatchObject({ enabled: true, events: ['ALL'], base64: false });
  await service.app.stop(0);
});

test('a webhook goes on in the shape that its receiver knows, with a path for each event if it was so', async () => {
  const { environment } = await imported('Webhook', {
    url: 'https://example.com/hook',
    webhookByEvents: true,
  });
  const service = await startService(environment);
  const { body } = await service.call('GET', '/webhook/find/shop');
  expect(body).toMatchObject({ format: 'evolution-api', byEvents: true });
  await service.app.stop(0);
});

test('a webhook that may not be called from here is left out with the reason', async () => {
  const { lines } = await imported(
    'Webhook',
    { url: 'http://10.1.2.3/hook' },
    { WEBHOOK_ALLOW_NETWORKS: '192.168.0.0/16' },
  );
  expect(lines).toEqual([
    'shop: taken: instance, key',
    expect.stringMatching(/^ {2}- webhook: not taken, url must not be called: .*private/),
  ]);
});

test('a header that may not be sent and an event that nobody knows are left out by name', async () => {
  const { lines } = await imported('Webhook', {
    url: 'https://example.com/hook',
    headers: { host: 'other.example.com', 'x-shop': 'kept' },
    events: ['MESSAGE', 'NOBODY_KNOWS_THIS'],
  });
  expect(lines).toEqual([
    'shop: taken: instance, key, webhook',
    '  - webhook: headers.host must not be set: left out',
    '  - webhook: there are no events NOBODY_KNOWS_THIS here',
  ]);
});

test('a webhook none of whose events are known is not taken: it would get all of them', async () => {
  const { lines } = await imported('Webhook', {
    url: 'https://example.com/hook',
    events: ['NOBODY_KNOWS_THIS'],
  });
  expect(lines).toEqual([
    'shop: taken: instance, key',
    '  - webhook: not taken, since there are no events NOBODY_KNOWS_THIS here',
  ]);
});

test('a damaged list of events makes one short line, whatever stands in it', async () => {
  const { lines } = await imported('Webhook', {
    url: 'https://example.com/hook',
    events: [
      'A\n9 imported',
      'B\u001b[2J',
      ...Array.from({ length: 300 }, (_, index) => `E${index % 30}`),
    ],
  });
  expect(lines.slice(1)).toEqual([
    '  - webhook: not taken, since there are no events A\ufffd9 imported, B\ufffd[2J, E0, E1, E2, E3, E4, E5, E6, E7 and 22 more here',
  ]);
});

test('settings that there are not here are named', async () => {
  const { lines } = await imported('Setting', { syncFullHistory: true, wavoipToken: 'secret' });
  expect(lines).toEqual([
    'shop: taken: instance, key, settings',
    expect.stringContaining('settings: syncFullHistory is left out'),
    expect.stringContaining('settings: wavoipToken is left out'),
  ]);
  expect(lines.join()).not.toContain('secret');
});

const PROXY = { enabled: true, host: 'proxy.example.com', port: '8080', protocol: 'http' };

test('a proxy is taken with its user name and password, and never shown', async () => {
  const { lines, environment } = await imported('Proxy', {
    ...PROXY,
    username: 'someone',
    password: 'hidden-word',
  });
  expect(lines).toEqual(['shop: taken: instance, key, proxy']);
  const service = await startService(environment);
  const { body } = await service.call('GET', '/proxy/find/shop');
  expect(body).toMatchObject({ ...PROXY, port: 8080, username: 'someone', password: '********' });
  await service.app.stop(0);
});

test('an instance whose proxy cannot be used here is refused: it would connect from another address', async () => {
  const { lines } = await imported('Proxy', { ...PROXY, protocol: 'socks4' });
  expect(lines).toEqual([
    expect.stringMatching(/^shop: not taken: its proxy cannot be used here: /),
  ]);
});

test('a proxy that is switched off and cannot be used here is left out', async () => {
  const { lines } = await imported('Proxy', { ...PROXY, enabled: false, protocol: 'socks4' });
  expect(lines).toEqual([
    'shop: taken: instance, key',
    expect.stringContaining('  - proxy: not taken, protocol'),
  ]);
});
