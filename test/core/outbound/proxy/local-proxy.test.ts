/** Connections of an instance through its proxy: opened as each protocol has it, or refused with the reason. */
import { afterEach, describe, expect, test } from 'bun:test';
import { createNetworkGuard } from '../../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../../src/core/outbound/outbound.ts';
import {
  LocalProxy,
  type ProxyRoute,
  proxyUrlTo,
} from '../../../../src/core/outbound/proxy/local-proxy.ts';
import type { ProxyServer } from '../../../../src/core/outbound/proxy/server.ts';
import { systemClock } from '../../../../src/core/shared/clock.ts';
import { makeCertificate } from '../../../doubles/certificate.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { startProxy } from '../../../doubles/proxy.ts';
import { silentAddress } from '../../../doubles/silent-address.ts';
import { until } from '../../../helpers/until.ts';

const ID = '01900000-0000-7000-8000-00000000c001';
const LOGIN = { username: 'shop', password: 'p@ss:wörd' };
const authority = makeCertificate({ name: 'an authority', isAuthority: true });
const certificate = makeCertificate({ name: 'localhost', by: authority });

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

interface Options {
  readonly lookup?: () => Promise<readonly string[]>;
  readonly server?: ProxyServer | null;
  readonly allow?: 'everything' | readonly string[];
  readonly noProxy?: string;
  readonly clock?: ReturnType<typeof systemClock>;
}

/** A web server over TLS, and what a client of the local proxy gets from it. */
async function setUp({
  server = null,
  allow = 'everything',
  noProxy = '',
  clock,
  lookup,
}: Options = {}) {
  let present = server;
  const web = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert: certificate.cert, key: certificate.key },
    fetch: async (request) => new Response(`got ${(await request.arrayBuffer()).byteLength} bytes`),
  });
  const local = new LocalProxy({
    clock: clock ?? systemClock(),
    guard: createNetworkGuard({ allow, ...(lookup && { lookup }) }),
    authorities: authority.cert,
    serverOf: (id) => (id === ID ? present : null),
    noProxy: () => noProxy,
  });
  ending.push(
    () => local.stop(),
    () => web.stop(true),
  );
  const url = `https://localhost:${web.port}/`;
  const send = async (proxy: string, body = new Uint8Array(0)) => {
    try {
      const init = { method: 'POST', body, keepalive: false, tls: { ca: authority.cert } };
      const answer = await fetch(url, { ...init, proxy });
      return await answer.text();
    } catch (error) {
      return `refused: ${(error as Error).message}`;
    }
  };
  const get = async (body?: Uint8Array<ArrayBuffer>) =>
    send(proxyUrlTo(await local.routeOf(ID), 'localhost'), body);
  const set = (next: ProxyServer | null) => {
    present = next;
  };
  return { local, web, get, send, set };
}

const proxyOf = async (
  protocol: ProxyServer['protocol'],
  login?: typeof LOGIN,
): Promise<{ proxy: Awaited<ReturnType<typeof startProxy>>; server: ProxyServer }> => {
  const proxy = await startProxy({ protocol, certificate, ...(login && { login }) });
  ending.push(() => proxy.stop());
  const { username, password } = login ?? { username: '', password: '' };
  return { proxy, server: { protocol, host: 'localhost', port: proxy.port, username, password } };
};

describe.each(['http', 'https', 'socks5'] as const)('a proxy that speaks %s', (protocol) => {
  test('carries a connection with and without a password, names unresolved and bytes unchanged', async () => {
    for (const login of [undefined, LOGIN]) {
      const { proxy, server } = await proxyOf(protocol, login);
      const { get, web, local } = await setUp({ server });
      expect(await get(new Uint8Array(5_000_000))).toBe('got 5000000 bytes');
      expect(proxy.asked).toEqual([`localhost:${web.port}`]);
      expect(local.condition(ID)).toEqual({
        works: true,
        reason: null,
        checkedAt: expect.any(Number),
      });
    }
  });

  test('is used for no connection with a wrong password, and the reason says so without it', async () => {
    const { proxy, server } = await proxyOf(protocol, LOGIN);
    const { get, local } = await setUp({ server: { ...server, password: 'a wrong one' } });
    expect(await get()).toMatch(/502 the proxy refuses the user name or the password/);
    const { works, reason } = local.condition(ID);
    expect([works, reason]).toEqual([
      false,
      expect.stringMatching(/^the proxy refuses the user name or the password/),
    ]);
    const { get: anonymous } = await setUp({ server: { ...server, username: '', password: '' } });
    expect(await anonymous()).toMatch(/502 the proxy (asks for|takes no|answers there)/);
    expect(proxy.asked).toEqual([]);
  });

  test('that is dead is named as the reason, and works again once it is back', async () => {
    const { proxy, server } = await proxyOf(protocol);
    const { get, local } = await setUp({ server });
    await proxy.stop();
    expect(await get()).toContain('502 the proxy cannot be reached: connection_refused');
    expect(local.condition(ID).works).toBe(false);
    const back = await startProxy({ protocol, certificate, port: server.port });
    ending.push(() => back.stop());
    expect(await get()).toBe('got 0 bytes');
    expect(local.condition(ID).works).toBe(true);
  });

  test('that cannot reach where it is asked to go is reported', async () => {
    const { server } = await proxyOf(protocol);
    const { get, web } = await setUp({ server });
    await web.stop(true);
    expect(await get()).toMatch(/502 the proxy (answered 502 for|does not connect to) localhost/);
  });
});

describe('nothing goes past the proxy', () => {
  test('when the instance has none any more', async () => {
    const { proxy, server } = await proxyOf('http');
    const { get, set } = await setUp({ server });
    expect(await get()).toBe('got 0 bytes');
    set(null);
    expect(await get()).toContain('403 the instance has no proxy');
    expect(proxy.asked).toHaveLength(1);
  });

  test('when NO_PROXY in the environment exempts the host', async () => {
    const { server } = await proxyOf('http');
    for (const noProxy of ['*', 'example.com,LOCALHOST', '.localhost', '*.localhost', 'host:80']) {
      const { local } = await setUp({ server, noProxy });
      const route = await local.routeOf(ID);
      expect(() => proxyUrlTo(route, 'localhost')).toThrow('NO_PROXY in the environment exempts');
      if (noProxy !== '*') expect(proxyUrlTo(route, 'web.whatsapp.com')).toStartWith('http://');
    }
  });

  test('when the proxy is in a network where none may be', async () => {
    const { proxy, server } = await proxyOf('socks5');
    const { get } = await setUp({ server, allow: [] });
    expect(await get()).toContain('502 the proxy cannot be reached: localhost has no address that');
    expect(proxy.asked).toEqual([]);
  });

  test('when its certificate is for another name', async () => {
    const { server } = await proxyOf('https');
    const { get } = await setUp({ server: { ...server, host: '127.0.0.1' } });
    expect(await get()).toContain('502 the proxy cannot be reached: tls_error');
  });

  test('when what answers there is no proxy', async () => {
    const other = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { data: (socket) => void socket.end('SSH-2.0-example\r\n\r\n') },
    });
    ending.push(() => other.stop(true));
    const server = { host: '127.0.0.1', port: other.port, username: '', password: '' };
    for (const [protocol, name] of [
      ['http', 'HTTP'],
      ['socks5', 'SOCKS5'],
    ] as const) {
      const { get } = await setUp({ server: { ...server, protocol } });
      expect(await get()).toContain(`502 what answers there is no ${name} proxy`);
    }
  });
});

test('a proxy that says nothing is given up after ten seconds', async () => {
  const clock = manualClock();
  const silent = await startProxy({ protocol: 'socks5', isSilent: true });
  ending.push(() => silent.stop());
  const { port } = silent;
  const server = {
    protocol: 'socks5',
    host: '127.0.0.1',
    port,
    username: '',
    password: '',
  } as const;
  const { get } = await setUp({ server, clock });
  const answer = get();
  await until('it has been asked', async () => clock.pending() > 0);
  let isDone = false;
  void answer.then(() => {
    isDone = true;
  });
  await until('it is given up', async () => {
    await clock.advance(1_000);
    return isDone;
  });
  expect(await answer).toContain('502 the proxy did not answer within 10000 ms');
});

test('the local proxy serves nobody without the credentials of an instance', async () => {
  const { proxy, server } = await proxyOf('http');
  const { local, send } = await setUp({ server });
  const url = new URL((await local.routeOf(ID)).url);
  expect(await send(`http://127.0.0.1:${url.port}`)).toContain('405');
  expect(await send(`http://${ID}:wrong@127.0.0.1:${url.port}`)).toContain('407');
  expect(await send(`http://another:${url.password}@127.0.0.1:${url.port}`)).toContain('407');
  expect(proxy.asked).toEqual([]);
});

test('a connection that its client gives up meanwhile is not left open at the proxy', async () => {
  const { promise: holds, resolve: release } = Promise.withResolvers<void>();
  const proxy = await startProxy({ protocol: 'http', holds });
  ending.push(() => proxy.stop());
  const login = { username: '', password: '' };
  const server = { protocol: 'http', host: '127.0.0.1', port: proxy.port, ...login } as const;
  const { local, web } = await setUp({ server });
  const gone = new AbortController();
  const answer = fetch(web.url, {
    proxy: (await local.routeOf(ID)).url,
    signal: gone.signal,
  }).catch(() => 'given up');
  await until('it is asked', () => proxy.asked.length === 1);
  gone.abort();
  expect(await answer).toBe('given up');
  release();
  await until('its answer is known', () => local.condition(ID).works === true);
  await until('it is closed', () => proxy.open === 0);
});

test('connections of an instance end when its proxy changes', async () => {
  const { proxy, server } = await proxyOf('http');
  const { local, web } = await setUp({ server });
  const { WebSocket } = globalThis;
  const route = (await local.routeOf(ID)).url;
  const hanging = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, upgrading) =>
      upgrading.upgrade(request) ? undefined : new Response(null, { status: 400 }),
    websocket: { message() {} },
  });
  ending.push(() => hanging.stop(true));
  const socket = new WebSocket(`ws://127.0.0.1:${hanging.port}`, { proxy: route });
  await until('it is open', () => socket.readyState === WebSocket.OPEN);
  expect(proxy.asked).toEqual([`127.0.0.1:${hanging.port}`]);
  local.forget(ID);
  await until('it is closed', () => socket.readyState === WebSocket.CLOSED);
  await until('the proxy has let go', () => proxy.open === 0);
  expect(web.pendingRequests).toBe(0);
});

describe('a proxy with several addresses', () => {
  const LIVE = '127.0.0.1';
  const [SILENT, REFUSING] = ['127.0.0.2', '127.0.0.9'] as const;

  test('carries a connection although the first address is dead', async () => {
    const { proxy, server } = await proxyOf('socks5');
    ending.push(await silentAddress(SILENT, proxy.port));
    const named = { ...server, host: 'proxy.test' };
    const { get } = await setUp({ server: named, lookup: async () => [SILENT, LIVE] });
    expect(await get()).toBe('got 0 bytes');
    expect(proxy.asked).toHaveLength(1);
  });

  test('names those that were tried when all are dead', async () => {
    const { proxy, server } = await proxyOf('http');
    ending.push(await silentAddress(SILENT, proxy.port));
    const clock = manualClock();
    let dialled = 0;
    const { after } = clock;
    clock.after = (ms, run) => {
      if (ms === 300) dialled++;
      return after(ms, run);
    };
    const named = { ...server, host: 'proxy.test' };
    const lookup = async () => [SILENT, REFUSING];
    const { get, local } = await setUp({ server: named, lookup, clock });
    const answer = get();
    await until('the first address is dialled', () => dialled === 1);
    await clock.advance(10_000);
    expect(await answer).toContain('502 the proxy did not answer within 10000 ms');
    expect(local.condition(ID).reason).toStartWith(
      `the proxy did not answer within 10000 ms; no answer from ${SILENT}`,
    );
    await clock.advance(10_000);
    expect(clock.pending()).toBe(0);
  });
});

test('a file is fetched through the proxy alone, and its name is not looked up here', async () => {
  const { proxy, server } = await proxyOf('socks5');
  const { local, web } = await setUp({ server });
  const looked: string[] = [];
  const lookup = async (name: string) => {
    looked.push(name);
    return ['127.0.0.1'];
  };
  const outbound = createOutbound({
    clock: systemClock(),
    guard: createNetworkGuard({ allow: ['127.0.0.0/8'], lookup }),
    userAgent: 'gatehouse/test',
    authorities: authority.cert,
  });
  const fetchFile = async (route: ProxyRoute) =>
    outbound.fetchFile(`https://localhost:${web.port}/`, {
      bytesMax: 1_000,
      signal: AbortSignal.timeout(5_000),
      proxy: route,
    });
  const route = await local.routeOf(ID);
  expect(await fetchFile(route)).toMatchObject({ bytes: Buffer.from('got 0 bytes') });
  expect([proxy.asked, looked]).toEqual([[`localhost:${web.port}`], []]);
  await proxy.stop();
  expect(await fetchFile(route)).toEqual({ problem: expect.stringContaining('network_error') });
  expect(looked).toEqual([]);
});
