/** Calls of the client to the service: what they take, what they answer, how they fail, and lists. */
import { beforeAll, describe, expect, test } from 'bun:test';
import {
  type Client,
  type ClientOptions,
  createClient,
  type Failure,
  GatehouseError,
} from '../../packages/client/src/index.ts';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../helpers/app.ts';
import { load } from '../helpers/load.ts';
import { sharedApp } from '../helpers/shared.ts';

const PHONE = '5511888880000';
const SHOP = { instanceName: 'shop' };

let client: Client;
const app = sharedApp({ instances: ['shop'] });
beforeAll(async () => {
  client = createClient({ baseUrl: `${app.url}/`, apikey: GLOBAL_KEY, accessToken: ACCESS_TOKEN });
});

/** What a promise fails with; it must. */
async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof GatehouseError) return error.failure;
    throw error;
  }
  throw new Error('it did not fail');
}

describe('a call', () => {
  test('answers what the operation answers, with the key of the zone of its path', async () => {
    const sent = await client.call('POST', '/message/sendText/{instanceName}', {
      params: SHOP,
      body: { number: PHONE, text: 'Hello' },
    });
    expect(sent.status).toBe(201);
    expect(sent.data.key.remoteJid).toBe(`${PHONE}@s.whatsapp.net`);

    const made = await client.call('POST', '/api/v1/inboxes', { body: { name: 'Support' } });
    const read = await client.call('GET', '/api/v1/inboxes/{id}', {
      params: { id: made.data.data.id },
    });
    expect(read.data.data.name).toBe('Support');
    expect(read.headers.get('etag')).toStartWith('"');
  });

  test('sends headers of the operation, such as the version that a change was made from', async () => {
    const made = await client.call('POST', '/api/v1/inboxes', { body: { name: 'Sales' } });
    const change = client.call('PATCH', '/api/v1/inboxes/{id}', {
      params: { id: made.data.data.id },
      headers: { 'if-match': '"another"' },
      body: { name: 'Orders' },
    });
    expect((await failureOf(change)).code).toBe('PRECONDITION_FAILED');
  });

  test('takes a form where the operation reads one', async () => {
    const form = new FormData();
    form.set('number', PHONE);
    form.set('mediatype', 'document');
    form.set('fileName', 'prices.csv');
    form.set('file', new Blob(['book,9\n']));
    const sent = await client.call('POST', '/message/sendMedia/{instanceName}', {
      params: SHOP,
      body: form,
    });
    expect(sent.data.messageType).toBe('documentMessage');
  });

  test('that has no body in its answer has no data', async () => {
    const made = await client.call('POST', '/api/v1/mcp-servers', {
      body: { name: 'tools', config_type: 'sse' },
    });
    const gone = await client.call('DELETE', '/api/v1/mcp-servers/{id}', {
      params: { id: made.data.data.id },
    });
    expect([gone.status, gone.data]).toEqual([204, undefined]);
  });

  test('does not compile with a path, parameter or field that the API does not have', () => {
    const never = () => [
      // @ts-expect-error: the path has no such method.
      client.call('GET', '/message/sendText/{instanceName}', { params: SHOP }),
      // @ts-expect-error: the instance is not named.
      client.call('POST', '/message/sendText/{instanceName}', {
        body: { number: PHONE, text: 'a' },
      }),
      client.call('POST', '/message/sendText/{instanceName}', {
        params: SHOP,
        // @ts-expect-error: number is required.
        body: { text: 'a' },
      }),
      // @ts-expect-error: it lists nothing.
      client.list('/instance/connectionState/{instanceName}', { params: SHOP }),
    ];
    expect(never).toBeFunction();
  });
});

describe('a call that fails', () => {
  test('says what the service says, by its code', async () => {
    const call = client.call('GET', '/instance/connectionState/{instanceName}', {
      params: { instanceName: 'nobody' },
    });
    const failure = await failureOf(call);
    expect(failure).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    if (failure.code !== 'NOT_FOUND') return;
    expect(failure.message).toBe('instance not found');
    expect(failure.requestId).toBeString();
  });

  test('names the fields that are wrong', async () => {
    const failure = await failureOf(
      client.call('POST', '/api/v1/inboxes', { body: { name: '  ' } }),
    );
    if (failure.code !== 'VALIDATION_ERROR') throw new Error(failure.code);
    expect(Object.keys(failure.details)).toEqual(['name']);
  });

  test('on a path of an older client has the code of its status', async () => {
    const stranger = createClient({ baseUrl: app.url, apikey: 'wrong' });
    expect(await failureOf(stranger.call('GET', '/instance/status'))).toMatchObject({
      code: 'UNAUTHORIZED',
      status: 401,
    });
  });

  test('because nobody is there says that the service cannot be reached', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
    expect((await failureOf(nobody.call('GET', '/health'))).code).toBe('CONNECTION_LOST');
  });

  test('because its base URL is none is not made at all', () => {
    for (const baseUrl of [
      'gate.test',
      'localhost:8080',
      'ws://gate.test',
      'http://',
      'http://a?b',
    ])
      expect(() => createClient({ baseUrl })).toThrow('baseUrl must be like');
  });

  const answering = (answer: () => Response, more: Partial<ClientOptions> = {}) =>
    createClient({
      baseUrl: 'http://gate.test',
      fetch: async () => answer(),
      ...more,
    });

  test('because a proxy redirects or answers a page says so, and takes no key along', async () => {
    const moved = answering(() => new Response(null, { status: 301, headers: { location: '/x' } }));
    expect((await failureOf(moved.call('GET', '/health'))).code).toBe('UNREADABLE_ANSWER');
    const headers = { 'content-type': 'application/json' };
    const broken = answering(() => new Response('<html>', { headers }));
    expect((await failureOf(broken.call('GET', '/health'))).code).toBe('UNREADABLE_ANSWER');
    const page = answering(() => new Response('<html>', { status: 404 }));
    expect(await failureOf(page.call('GET', '/health'))).toMatchObject({
      code: 'NOT_FOUND',
      body: '<html>',
    });
  });

  test('because no answer came in time says so; one that is ended fails with the reason given', async () => {
    const silent = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => {
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const hanging = createClient({
      baseUrl: 'http://gate.test',
      fetch: silent,
      timeoutMs: 5,
      retries: 0,
    });
    expect((await failureOf(hanging.call('GET', '/health'))).code).toBe('TIMED_OUT');
    const signal = AbortSignal.abort(new Error('changed my mind'));
    const ended = await hanging.call('GET', '/health', { signal }).catch((error) => error);
    expect(ended.message).toBe('changed my mind');
  });
});

describe('a list', () => {
  test('by numbered pages comes whole, each record once', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    for (const name of names)
      await client.call('POST', '/api/v1/pipelines', { body: { pipeline: { name } } });
    const found: string[] = [];
    for await (const { name } of client.list('/api/v1/pipelines', { query: { pageSize: 2 } }))
      found.push(name);
    expect(found.toSorted()).toEqual(names.toSorted());
  });

  test('by places comes whole and in order, and ends where it does', async () => {
    await load((message) => app.call('POST', '/sandbox/shop/message', message), { messages: 7 });
    const sequences: number[] = [];
    const events = client.list('/event/find/{instanceName}', {
      params: SHOP,
      query: { limit: 3 },
    });
    for await (const { sequence } of events) sequences.push(sequence);
    expect(sequences.length).toBeGreaterThan(10);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  });

  test('that stands inside its answer is found there', async () => {
    await app.call('POST', '/sandbox/shop/message', {
      kind: 'text',
      from: PHONE,
      text: 'a needle',
    });
    const found: unknown[] = [];
    const search = client.list('/message/search/{instanceName}', {
      params: SHOP,
      query: { query: 'needle', limit: 1 },
    });
    for await (const record of search) found.push(record.message);
    expect(found).toMatchObject([{ conversation: 'a needle' }]);
  });

  test('is asked for no further than it is read', async () => {
    let asked = 0;
    const counting = createClient({
      baseUrl: app.url,
      accessToken: ACCESS_TOKEN,
      fetch: (url, init) => {
        asked++;
        return fetch(url, init);
      },
    });
    for await (const _ of counting.list('/api/v1/pipelines', { query: { pageSize: 2 } })) break;
    expect(asked).toBe(1);
  });
});
