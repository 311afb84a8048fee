import { afterEach, describe, expect, test } from 'bun:test';
import { rawRequest } from '../../../core/http/raw-request.ts';
import {
  CAFE,
  closeServers,
  GLOBAL_KEY,
  type LiveServer,
  liveServer,
  SHOP,
} from '../../../helpers/live.ts';
import { liveClient } from '../../../helpers/live-client.ts';
import { rawSocket } from '../../../helpers/raw-socket.ts';
import { until } from '../../../helpers/until.ts';

afterEach(closeServers);

/** An upgrade as it goes over the wire; lines replace those of the same name. */
async function upgrade({ port }: LiveServer, path: string, lines: Record<string, string> = {}) {
  const headers = {
    Host: 'live.test',
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    ...lines,
  };
  const text = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = await rawRequest(port, `GET ${path} HTTP/1.1\r\n${text.join('')}\r\n`);
  return { ...answer, json: answer.status === 101 ? null : JSON.parse(answer.body) };
}

const ticketOf = async ({ port }: LiveServer, key = GLOBAL_KEY) => {
  const response = await fetch(`http://127.0.0.1:${port}/ws/ticket`, {
    method: 'POST',
    headers: { apikey: key },
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

describe('the key', () => {
  test('101 in the header apikey', async () => {
    const server = await liveServer();
    expect((await upgrade(server, '/ws?instance=shop', { apikey: GLOBAL_KEY })).status).toBe(101);
    expect((await upgrade(server, '/ws?instance=shop', { apikey: 'shop-key' })).status).toBe(101);
  });

  test('101 as a subprotocol, of which the answer repeats gatehouse alone', async () => {
    const { port } = await liveServer();
    const client = liveClient(`ws://127.0.0.1:${port}/ws`, {
      protocols: ['gatehouse', `apikey.${GLOBAL_KEY}`],
    });
    await client.opened;
    expect(client.protocol()).toBe('gatehouse');
    client.close();
  });

  test('101 the answer never holds the key', async () => {
    const server = await liveServer();
    const protocols = { 'Sec-WebSocket-Protocol': 'apikey.shop-key' };
    const { status, head } = await upgrade(server, '/ws', protocols);
    expect(status).toBe(101);
    expect(head).not.toContain('shop-key');
  });

  test('101 replaced by a ticket, which has the rights of the key it was made with', async () => {
    const server = await liveServer();
    const { status, body } = await ticketOf(server, 'shop-key');
    expect(status).toBe(200);
    expect(body).toEqual({
      ticket: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: new Date(server.clock.now() + 60_000).toISOString(),
    });
    expect((await upgrade(server, `/ws?ticket=${body.ticket}`)).status).toBe(101);
    const { body: again } = await ticketOf(server, 'shop-key');
    expect((await upgrade(server, `/ws?instance=cafe&ticket=${again.ticket}`)).status).toBe(403);
  });

  test.each(['WebSocket', 'WEBSOCKET'])(
    '101 Upgrade: %s from a host of one letter',
    async (word) => {
      const server = await liveServer();
      const lines = { Upgrade: word, Host: 'x', apikey: GLOBAL_KEY };
      expect((await upgrade(server, '/ws?instance=shop', lines)).status).toBe(101);
    },
  );
});

describe('401', () => {
  const unauthenticated: [string, string, Record<string, string>][] = [
    ['no key', '/ws?instance=shop', {}],
    ['a wrong key', '/ws?instance=shop', { apikey: 'guess' }],
    ['a wrong key as subprotocol', '/ws', { 'Sec-WebSocket-Protocol': 'gatehouse, apikey.guess' }],
    ['no key among the subprotocols', '/ws', { 'Sec-WebSocket-Protocol': 'gatehouse' }],
    ['an invented ticket', '/ws?ticket=guess', {}],
    ['the key in the query', `/ws?apikey=${GLOBAL_KEY}`, {}],
    ['no key and an unknown instance', '/ws?instance=nobody&after=x', {}],
  ];
  test.each(unauthenticated)('401 %s', async (_what, path, lines) => {
    const { status, json } = await upgrade(await liveServer(), path, lines);
    expect([status, json.error.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(json.meta).toMatchObject({ path: '/ws', method: 'GET' });
  });

  test('401 a ticket that was used', async () => {
    const server = await liveServer();
    const { body } = await ticketOf(server);
    expect((await upgrade(server, `/ws?ticket=${body.ticket}`)).status).toBe(101);
    expect((await upgrade(server, `/ws?ticket=${body.ticket}`)).status).toBe(401);
  });

  test('401 a ticket after 60 seconds, and not a moment before', async () => {
    const server = await liveServer();
    const [early, late] = [await ticketOf(server), await ticketOf(server)];
    await server.clock.advance(59_999);
    expect((await upgrade(server, `/ws?ticket=${early.body.ticket}`)).status).toBe(101);
    await server.clock.advance(1);
    expect((await upgrade(server, `/ws?ticket=${late.body.ticket}`)).status).toBe(401);
  });

  test('401 a ticket on any other path', async () => {
    const server = await liveServer();
    const { body } = await ticketOf(server);
    const url = `http://127.0.0.1:${server.port}/ws/ticket?ticket=${body.ticket}`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
  });

  test('401 no ticket is made without a credential', async () => {
    expect((await ticketOf(await liveServer(), 'guess')).status).toBe(401);
  });
});

describe('refusals at the upgrade', () => {
  const refused: [number, string, string, string][] = [
    [403, "another instance's key", '/ws?instance=shop', 'cafe-key'],
    [403, 'an instance key on an unknown instance', '/ws?instance=nobody', 'cafe-key'],
    [404, 'an unknown instance', '/ws?instance=nobody', GLOBAL_KEY],
    [400, 'an impossible instance name', '/ws?instance=-shop', GLOBAL_KEY],
    [409, 'an instance whose WebSocket is not enabled', '/ws?instance=cafe', GLOBAL_KEY],
    [409, 'the key of an instance whose WebSocket is not enabled', '/ws', 'cafe-key'],
    [400, 'after is not a number', '/ws?instance=shop&after=soon', GLOBAL_KEY],
    [400, 'after is negative', '/ws?instance=shop&after=-1', GLOBAL_KEY],
    [400, 'after is no whole number', '/ws?instance=shop&after=1.5', GLOBAL_KEY],
    [400, 'after is empty', '/ws?instance=shop&after=', GLOBAL_KEY],
    [400, 'after is beyond every number', '/ws?instance=shop&after=99999999999999999', GLOBAL_KEY],
    [400, 'after without instance', '/ws?after=1', GLOBAL_KEY],
    [400, 'after without instance, with an instance key', '/ws?after=1', 'shop-key'],
  ];
  const codes: Record<number, string> = {
    400: 'BAD_REQUEST',
    403: 'FORBIDDEN',
    404: 'NOT_FOUND',
    409: 'CONFLICT',
  };
  test.each(refused)('%i %s', async (status, _what, path, key) => {
    const answer = await upgrade(await liveServer(), path, { apikey: key });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({
      success: false,
      error: { code: codes[status]!, message: expect.any(String) },
      meta: { timestamp: expect.any(String), path: '/ws', method: 'GET' },
    });
    expect(answer.head.toLowerCase()).toContain('x-request-id: ');
  });

  test('400 a request that is no upgrade', async () => {
    const { port } = await liveServer();
    const headers = { apikey: GLOBAL_KEY };
    const response = await fetch(`http://127.0.0.1:${port}/ws`, { headers });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('WebSocket');
  });

  test('404 anything below /ws, 405 another method', async () => {
    const { port } = await liveServer();
    const headers = { apikey: GLOBAL_KEY };
    expect((await fetch(`http://127.0.0.1:${port}/ws/x`, { headers })).status).toBe(404);
    const posted = await fetch(`http://127.0.0.1:${port}/ws`, { headers, method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('429 RATE_LIMITED', () => {
  const LIMITS = { perKey: 2, total: 3 };
  const OWN = '/ws';
  const holdOpen = async (server: LiveServer, count: number, key: string) => {
    const query = key === GLOBAL_KEY ? '?instance=shop' : '';
    return Promise.all(Array.from({ length: count }, () => server.connect(query, { apikey: key })));
  };

  test('429 a key that has as many open as it may, and another key goes on', async () => {
    const server = await liveServer([SHOP, CAFE], { socketLimits: LIMITS });
    await holdOpen(server, 2, 'shop-key');
    const refused = await upgrade(server, OWN, { apikey: 'shop-key' });
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({
      success: false,
      error: { code: 'RATE_LIMITED', message: '2 WebSockets of this key are open already' },
      meta: { timestamp: expect.any(String), path: '/ws', method: 'GET' },
    });
    expect(refused.head.toLowerCase()).toContain('retry-after: 30');
    expect((await upgrade(server, OWN, { apikey: 'cafe-key' })).status).toBe(101);
    expect(server.reached).toEqual(['websockets_per_key']);
  });

  test('429 the global key has no more of its own than any other', async () => {
    const server = await liveServer([SHOP], { socketLimits: LIMITS });
    await holdOpen(server, 2, GLOBAL_KEY);
    expect((await upgrade(server, OWN, { apikey: GLOBAL_KEY })).status).toBe(429);
  });

  test('429 a ticket counts for the key that made it', async () => {
    const server = await liveServer([SHOP], { socketLimits: LIMITS });
    await holdOpen(server, 2, 'shop-key');
    const { body } = await ticketOf(server, 'shop-key');
    expect((await upgrade(server, `/ws?ticket=${body.ticket}`)).status).toBe(429);
  });

  test('429 a socket beyond all that may be open', async () => {
    const server = await liveServer([SHOP, CAFE], { socketLimits: LIMITS });
    await holdOpen(server, 2, 'shop-key');
    await holdOpen(server, 1, 'cafe-key');
    const refused = await upgrade(server, OWN, { apikey: GLOBAL_KEY });
    expect([refused.status, refused.json.error.message]).toEqual([
      429,
      '3 WebSockets are open already',
    ]);
    expect(server.reached).toEqual(['websockets']);
  });

  test('101 as soon as a socket of the key has closed', async () => {
    const server = await liveServer([SHOP], { socketLimits: LIMITS });
    const [first] = await holdOpen(server, 2, 'shop-key');
    first?.close();
    await until('one is gone', () => server.feed.size === 1);
    expect((await upgrade(server, OWN, { apikey: 'shop-key' })).status).toBe(101);
  });

  test('101 as soon as a client that vanished has answered no ping for 30 seconds', async () => {
    const server = await liveServer([SHOP], { socketLimits: { perKey: 1, total: 3 } });
    const vanished = await rawSocket(server.port, OWN, 'shop-key');
    await server.clock.advance(30_000);
    await until('a ping', () => vanished.pings() === 1);
    expect((await upgrade(server, OWN, { apikey: 'shop-key' })).status).toBe(429);
    await server.clock.advance(30_000);
    expect((await upgrade(server, OWN, { apikey: 'shop-key' })).status).toBe(101);
    vanished.destroy();
  });

  test('a request that opens no socket counts for none', async () => {
    const server = await liveServer([SHOP], { socketLimits: { perKey: 1, total: 1 } });
    for (let round = 0; round < 3; round++) {
      const headers = { apikey: 'shop-key' };
      expect((await fetch(`http://127.0.0.1:${server.port}/ws`, { headers })).status).toBe(400);
    }
    expect((await upgrade(server, OWN, { apikey: 'shop-key' })).status).toBe(101);
  });
});

test('x-request-id of the caller is in the answer that opens the socket', async () => {
  const lines = { apikey: GLOBAL_KEY, 'X-Request-Id': 'from-the-caller' };
  const { head } = await upgrade(await liveServer(), '/ws', lines);
  expect(head.toLowerCase()).toContain('x-request-id: from-the-caller');
});

test('neither keys nor tickets are logged, at the finest level', async () => {
  const server = await liveServer([SHOP]);
  const { body } = await ticketOf(server);
  await upgrade(server, `/ws?ticket=${body.ticket}`);
  await upgrade(server, `/ws?ticket=${body.ticket}`);
  await upgrade(server, '/ws', { 'Sec-WebSocket-Protocol': 'gatehouse, apikey.shop-key' });
  await upgrade(server, '/ws?instance=cafe', { apikey: GLOBAL_KEY });
  const logged = server.lines.join('\n');
  for (const secret of [body.ticket!, 'shop-key', GLOBAL_KEY]) expect(logged).not.toContain(secret);
});
