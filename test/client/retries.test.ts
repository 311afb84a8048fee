/** What the client does again by itself, and what it never does twice. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createClient, type Fetch, GatehouseError } from '../../packages/client/src/index.ts';
import { type LossyProxy, startLossyProxy } from '../doubles/lossy-proxy.ts';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../helpers/app.ts';
import { sharedApp } from '../helpers/shared.ts';

const SHOP = { instanceName: 'shop' };
const TEXT = { params: SHOP, body: { number: '5511888880000', text: 'Hello' } };
const pauses = { firstMs: 1, maxMs: 20 };

describe('against the service, over a connection that loses answers', () => {
  let proxy: LossyProxy;
  const app = sharedApp({ instances: ['shop'] });
  beforeAll(async () => {
    proxy = await startLossyProxy(new URL(app.url).host);
  });
  afterAll(async () => {
    await proxy.stop();
  });

  /** The answer to the first request that holds `text` gets lost. */
  const loseOnce = (text: string) => {
    const before = proxy.lost;
    proxy.loses = (sent) => proxy.lost === before && sent.includes(text);
  };
  const client = () =>
    createClient({
      baseUrl: `http://${proxy.address}`,
      apikey: GLOBAL_KEY,
      accessToken: ACCESS_TOKEN,
      pauses,
    });

  test('a message whose answer was lost is sent once, and its answer is had after all', async () => {
    loseOnce('/message/sendText/');
    const { data, headers } = await client().call('POST', '/message/sendText/{instanceName}', TEXT);
    expect(proxy.lost).toBe(1);
    expect(headers.get('idempotency-replayed')).toBe('true');
    const sent = await app.call('GET', '/sandbox/shop/sent');
    expect(sent.body.map(({ id }: { id: string }) => id)).toEqual([data.key.id]);
  });

  test('a record of the CRM whose answer was lost is made once', async () => {
    loseOnce('/api/v1/inboxes');
    const { data } = await client().call('POST', '/api/v1/inboxes', { body: { name: 'Support' } });
    const listed = await app.call('GET', '/api/v1/inboxes');
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([data.data.id]);
  });

  test('a key whose rotation lost its answer is rotated once, and had after all', async () => {
    await app.openInstance('cafe');
    loseOnce('/instance/key/rotate/');
    const { data, headers } = await client().call('POST', '/instance/key/rotate/{instanceName}', {
      params: { instanceName: 'cafe' },
      body: {},
    });
    expect(headers.get('idempotency-replayed')).toBe('true');
    const found = await app.call('GET', '/instance/fetchInstances', undefined, data.apikey);
    expect(found.body.map(({ name }: { name: string }) => name)).toEqual(['cafe']);
  });

  test('a change that may be done twice is not repeated: its caller hears that the answer was lost', async () => {
    loseOnce('/delivery/redeliver/');
    const redelivered = await client()
      .call('POST', '/delivery/redeliver/{instanceName}', {
        params: SHOP,
        body: { state: 'delivered' },
      })
      .catch((error) => error.failure.code);
    expect(redelivered).toBe('CONNECTION_LOST');
  });
});

interface SeenRequest {
  readonly key: string | undefined;
}

/** A service that gives these answers in turn, then 200; null: the connection is lost. */
function scripted(...answers: (Response | null)[]) {
  const seen: SeenRequest[] = [];
  const fetch: Fetch = async (_, { headers }) => {
    seen.push({ key: (headers as Record<string, string>)['idempotency-key'] });
    const answer = answers.shift();
    if (answer === null) throw new TypeError('fetch failed');
    return answer ?? Response.json({});
  };
  return { seen, client: createClient({ baseUrl: 'http://gate.test', fetch, pauses }) };
}

const refusal = (status: number, retryAfter?: string) =>
  new Response(null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} });

type ScriptedService = ReturnType<typeof scripted>;

const ASKED = {
  read: ({ client }: ScriptedService) => client.call('GET', '/health'),
  'send with a key': ({ client }: ScriptedService) =>
    client.call('POST', '/message/sendText/{instanceName}', TEXT),
  change: ({ client }: ScriptedService) =>
    client.call('DELETE', '/instance/delete/{instanceName}', { params: SHOP }),
} as const;

describe('a failure that may pass', () => {
  const FAILURES = {
    'lost connection': () => null,
    '429': () => refusal(429, '0'),
    '503 with retry-after': () => refusal(503, '0'),
    '503 without retry-after': () => refusal(503),
    '502': () => refusal(502),
    '500': () => refusal(500),
    '409': () => refusal(409),
  };
  /** What is asked again after each. Without `retry-after` the platform may have done what it did not answer. */
  const REPEATED: Record<keyof typeof FAILURES, readonly (keyof typeof ASKED)[]> = {
    'lost connection': ['read', 'send with a key'],
    '429': ['read', 'send with a key', 'change'],
    '503 with retry-after': ['read', 'send with a key'],
    '503 without retry-after': ['read'],
    '502': ['read'],
    '500': [],
    '409': [],
  };

  // The cast: these are the names above.
  test.each(Object.keys(FAILURES) as (keyof typeof FAILURES)[])(
    'such as %s is tried again only where nothing can be done twice',
    async (failure) => {
      const repeated: string[] = [];
      for (const [name, ask] of Object.entries(ASKED)) {
        const service = scripted(FAILURES[failure]());
        await ask(service).catch((error) => expect(error).toBeInstanceOf(GatehouseError));
        if (service.seen.length === 2) repeated.push(name);
      }
      expect(repeated).toEqual([...REPEATED[failure]]);
    },
  );

  test('is tried four times in all, with one and the same key', async () => {
    const service = scripted(null, null, null, null, null);
    const error = await ASKED['send with a key'](service).catch((error) => error);
    expect(error.failure.code).toBe('CONNECTION_LOST');
    expect(service.seen).toHaveLength(4);
    expect(new Set(service.seen.map(({ key }) => key)).size).toBe(1);
    expect(service.seen[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  test('that asks for a longer wait than the client may take is told at once', async () => {
    const service = scripted(refusal(429, '3600'));
    const error = await ASKED.read(service).catch((error) => error);
    expect(error.failure).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 3600 });
    expect(service.seen).toHaveLength(1);
  });
});

test('each call has a key of its own; one that is given is used as it is', async () => {
  const service = scripted();
  await ASKED['send with a key'](service);
  await ASKED['send with a key'](service);
  await service.client.call('POST', '/message/sendText/{instanceName}', {
    ...TEXT,
    headers: { 'idempotency-key': 'order-17' },
  });
  await ASKED.change(service);
  const [first, second, own, none] = service.seen.map(({ key }) => key);
  expect(first).not.toBe(second);
  expect([own, none]).toEqual(['order-17', undefined]);
});

test('a call that is ended while it waits to be repeated ends at once', async () => {
  const ending = new AbortController();
  const client = createClient({
    baseUrl: 'http://gate.test',
    fetch: async () => {
      queueMicrotask(() => ending.abort(new Error('enough')));
      return refusal(503, '30');
    },
  });
  const error = await client.call('GET', '/health', { signal: ending.signal }).catch((one) => one);
  expect(error.message).toBe('enough');
});
