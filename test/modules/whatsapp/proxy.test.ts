/** An instance with a proxy: all that it sends goes there, and nothing past it. */
import { afterEach, describe, expect, test } from 'bun:test';
import { downloadContentFromMessage } from '@whiskeysockets/baileys';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { LocalProxy } from '../../../src/core/outbound/proxy/local-proxy.ts';
import type { ProxyServer } from '../../../src/core/outbound/proxy/server.ts';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { loadBaileys, proxyConfig } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { httpsTransport, throughProxy } from '../../../src/modules/whatsapp/media/transport.ts';
import { CONTACT } from '../../conformance/provider-stage.ts';
import { type ProxyDouble, startProxy } from '../../doubles/proxy.ts';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { until } from '../../helpers/until.ts';
import { bench, endAll, phaseIs, qrOf, reasonOf, recorded } from './setup.ts';

const ending: (() => unknown)[] = [];
afterEach(async () => {
  await endAll();
  for (const end of ending.splice(0).reverse()) await end();
});

const LOGIN = { username: 'shop', password: 'a secret' };

/** A proxy, and an instance that has it. `host`: what the client calls WhatsApp; only the proxy knows the name. */
async function withProxy(
  protocol: 'http' | 'socks5',
  { password = LOGIN.password, isDead = false, hostName = '127.0.0.1' } = {},
) {
  const proxy = await startProxy({ protocol, login: LOGIN });
  ending.push(() => proxy.stop());
  if (isDead) await proxy.stop();
  const { port } = proxy;
  const server: ProxyServer = { ...LOGIN, password, protocol, host: '127.0.0.1', port };
  const local = new LocalProxy({
    clock: systemClock(),
    guard: createNetworkGuard({ allow: 'everything' }),
    serverOf: () => server,
    noProxy: () => '',
  });
  ending.push(() => local.stop());
  const whatsapp = await startFakeWhatsApp();
  const socketUrl = whatsapp.url.replace('127.0.0.1', hostName);
  const stage = await bench({ socketUrl }, whatsapp);
  stage.host.proxy = () => local.routeOf(stage.host.instanceId);
  return { ...stage, proxy, local, server };
}

const asked = (proxy: ProxyDouble, place: string) =>
  proxy.asked.filter((one) => one === place).length;

describe.each(['http', 'socks5'] as const)('with a proxy that speaks %s', (protocol) => {
  test('pairing, messages, and files in and out all go through it, names unresolved', async () => {
    const made = await withProxy(protocol, { hostName: 'whatsapp.test' });
    const { whatsapp, session, host, phone, contact, proxy } = made;
    await session.connect({});
    await phone.scan(() => qrOf(made));
    await recorded(host, 'OfflineSyncCompleted');
    await session.send({
      number: CONTACT,
      content: { kind: 'text', text: 'hello' },
      context: {},
    } as Parameters<typeof session.send>[0]);
    expect(await contact.receives()).toMatchObject({ text: 'hello' });

    const bytes = Buffer.from('a picture, of a kind');
    await contact.sendsImage(phone, bytes);
    await recorded(host, 'Message');
    const image = host.events.find(({ type }) => type === 'Message');
    expect(image?.media).toEqual({ bytes, mimetype: 'image/jpeg' });
    await session.sendMedia({
      number: CONTACT,
      kind: 'document',
      bytes,
      mimetype: 'text/plain',
      fileName: 'a.txt',
    } as Parameters<typeof session.sendMedia>[0]);

    // One connection after the scan as before it, and one for each file.
    expect(asked(proxy, `whatsapp.test:${whatsapp.port}`)).toBe(2);
    expect(whatsapp.media.requests).toHaveLength(2);
    expect(asked(proxy, whatsapp.media.host)).toBe(2);
  });

  test('a wrong password is the reason of the connection, which WhatsApp never sees', async () => {
    const made = await withProxy(protocol, { password: 'another' });
    await made.session.connect({});
    await until('the reason is known', () =>
      reasonOf(made.host).includes('the proxy refuses the user name or the password'),
    );
    expect(made.proxy.asked).toEqual([]);
    expect(made.whatsapp.connections).toBe(0);
  });

  test('a dead proxy is the reason of the connection, which is not made directly', async () => {
    const made = await withProxy(protocol, { isDead: true });
    await made.session.connect({});
    await until('the reason is known', () =>
      reasonOf(made.host).includes('the proxy cannot be reached: connection_refused'),
    );
    expect(made.whatsapp.connections).toBe(0);
  });

  test('one that dies takes the connection with it, which comes back with the proxy alone', async () => {
    const made = await withProxy(protocol);
    const { session, host, phone, proxy, whatsapp, server } = made;
    await session.connect({});
    await phone.scan(() => qrOf(made));
    await recorded(host, 'OfflineSyncCompleted');
    await proxy.stop();
    await until('the reason is known', () =>
      reasonOf(host).includes('the proxy cannot be reached: connection_refused'),
    );
    expect(whatsapp.connections).toBe(0);
    const back = await startProxy({ protocol, login: LOGIN, port: server.port });
    ending.push(() => back.stop());
    await phaseIs(host, 'open');
    expect(asked(back, `127.0.0.1:${whatsapp.port}`)).toBe(1);
  });
});

test('a file is not fetched directly where the proxy is dead', async () => {
  const { whatsapp, local, host } = await withProxy('http', { isDead: true });
  const direct = httpsTransport({ authority: whatsapp.media.ca });
  const transport = throughProxy(direct, () => local.routeOf(host.instanceId));
  const path = whatsapp.media.keep('image', Buffer.from('bytes'));
  const request = { limitBytes: 100, signal: AbortSignal.timeout(5_000) };
  const url = `https://${whatsapp.media.host}${path}`;
  expect(await transport.get(url, request, async () => true)).toEqual({
    problem: expect.stringContaining('the proxy cannot be reached: connection_refused'),
  });
  expect(whatsapp.media.requests).toEqual([]);
  expect(await direct.get(url, request, async () => true)).toMatchObject({ status: 200 });
});

test('files that Baileys fetches by itself go through the proxy too', async () => {
  const { whatsapp, local, host, proxy } = await withProxy('socks5');
  await loadBaileys();
  const route = await local.routeOf(host.instanceId);
  const { options } = proxyConfig(route, whatsapp.url);
  const history = {
    mediaKey: Buffer.alloc(32, 1),
    url: `https://${whatsapp.media.host}/v/history.enc`,
  };
  // Baileys trusts the authorities of the system alone, so the request ends before it is made.
  const failure = await downloadContentFromMessage(history, 'md-msg-hist', {
    options: options as RequestInit,
  }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).not.toBeNull();
  expect(proxy.asked).toEqual([whatsapp.media.host]);
});

test('other requests of this process are left alone', async () => {
  await loadBaileys();
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('here') });
  ending.push(() => server.stop(true));
  const answer = await fetch(server.url, { dispatcher: {} } as RequestInit);
  expect(await answer.text()).toBe('here');
});

test('a host that NO_PROXY exempts is not connected to at all', async () => {
  const made = await withProxy('http');
  const { session, host, whatsapp } = made;
  const exempting = new LocalProxy({
    clock: systemClock(),
    guard: createNetworkGuard({ allow: 'everything' }),
    serverOf: () => made.server,
    noProxy: () => '127.0.0.1',
  });
  ending.push(() => exempting.stop());
  host.proxy = () => exempting.routeOf(host.instanceId);
  const failure = await session.connect({}).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(failure).toContain('NO_PROXY in the environment exempts 127.0.0.1 from proxies');
  expect([whatsapp.connections, made.proxy.asked]).toEqual([0, []]);
});
