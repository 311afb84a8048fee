/** The client of the Graph API: what it sends, what it makes of errors, and what it never does twice. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { createApiCall } from '../../../src/core/outbound/call-api.ts';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import type { Clock } from '../../../src/core/shared/clock.ts';
import { type Download, type Graph, pages } from '../../../src/modules/whatsapp-cloud/graph.ts';
import { GraphFailure } from '../../../src/modules/whatsapp-cloud/graph-failure.ts';
import { graphError, ok } from '../../doubles/graph/answers.ts';
import { startGraph } from '../../doubles/graph/server.ts';
import type { AddedAccount } from '../../doubles/graph/world.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { graphClient } from '../../helpers/graph.ts';
import { shared } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

let account: AddedAccount;
let clock: ManualClock;
let graph: Graph;
/** How many requests there were before the test. */
let before: number;

const double = shared(startGraph);
beforeEach(() => {
  account = double.world.addAccount();
  clock = manualClock();
  graph = graphClient(clock, { baseUrl: double.url, token: account.accessToken });
  before = double.requests.length;
});

const asked = () => double.requests.slice(before);

/** What a call was rejected with. */
async function failureOf(call: Promise<unknown>): Promise<GraphFailure> {
  try {
    await call;
  } catch (error) {
    if (error instanceof GraphFailure) return error;
    throw error;
  }
  throw new Error('the call did not fail');
}

/** The client on a clock whose pauses are over at once, and how long they would have been. */
function withoutPauses() {
  const pauses: number[] = [];
  const impatient: Clock = {
    ...clock,
    after(ms, run) {
      if (ms >= 20_000) return clock.after(ms, run);
      pauses.push(ms);
      setImmediate(run);
      return () => undefined;
    },
  };
  const client = graphClient(impatient, { baseUrl: double.url, token: account.accessToken });
  return { client, pauses };
}

describe('a call to the Graph API', () => {
  test('carries the token in its header and never in its address', async () => {
    const fields = await graph.get(`/${account.phoneNumberId}`, { fields: 'verified_name' });
    expect(fields).toEqual({ id: account.phoneNumberId, verified_name: 'Corner Shop' });
    const [request] = asked();
    expect(request).toMatchObject({ method: 'GET', version: 'v26.0', token: account.accessToken });
    expect(request?.query.toString()).toBe('fields=verified_name');
    expect(request?.headers['user-agent']).toBe('gatehouse/1.2.3');
  });

  test('posts JSON and forms, and deletes', async () => {
    const path = `/${account.businessAccountId}/subscribed_apps`;
    expect(await graph.post(path, { verify_token: 'é/1' })).toEqual({ success: true });
    const form = new FormData();
    form.set('type', 'image/png');
    form.set('file', new Blob([Uint8Array.of(1, 2, 3)], { type: 'image/png' }), 'menu.png');
    expect(await graph.post(path, form)).toEqual({ success: true });
    expect(await graph.remove(path, { name: 'menu' })).toEqual({ success: true });
    const [json, upload, removal] = asked();
    expect(json?.body).toEqual({ verify_token: 'é/1' });
    expect(upload?.form?.get('type')).toBe('image/png');
    expect((upload?.form?.get('file') as File | undefined)?.size).toBe(3);
    expect(removal).toMatchObject({ method: 'DELETE', path });
    expect(removal?.query.get('name')).toBe('menu');
  });

  test('tells an error by its code and with the text that Meta wrote for people', async () => {
    double.order(
      'POST',
      '/messages',
      graphError(131047, {
        message: '(#131047) Re-engagement message',
        subcode: 2494010,
        details: 'More than 24 hours have passed.',
        userTitle: 'Too late',
        userText: 'Send a template.',
      }),
    );
    const failure = await failureOf(graph.post(`/${account.phoneNumberId}/messages`, {}));
    expect(failure).toMatchObject({
      status: 400,
      code: 131047,
      subcode: 2494010,
      title: 'Too late',
      text: 'Send a template.',
      details: 'More than 24 hours have passed.',
      isUnsent: false,
    });
    expect(failure.message).toBe('(#131047) Send a template.: More than 24 hours have passed.');
  });

  test('never repeats a token that Meta repeats in its errors', async () => {
    const token = 'EAAGwrongTOKEN1234567890';
    const wrong = graphClient(clock, { baseUrl: double.url, token });
    const failure = await failureOf(wrong.get(`/${account.phoneNumberId}`));
    expect(failure).toMatchObject({ status: 401, code: 190 });
    expect(JSON.stringify({ ...failure, message: failure.message })).not.toContain('wrongTOKEN');
    expect(failure.text).toBe('Malformed access token ********');
  });

  test.each([
    ['retry-after', '30', 30_000],
    ['retry-after', '0.5', 500],
    ['retry-after', '9999999999', 86_400_000],
    ['retry-after', 'soon', undefined],
    [
      'x-business-use-case-usage',
      '{"10":[{"type":"messaging","estimated_time_to_regain_access":5}]}',
      300_000,
    ],
    ['x-business-use-case-usage', 'not JSON', undefined],
  ])('says how long Meta asks to wait by %s: %s', async (name, value, retryAfterMs) => {
    double.order('POST', '/messages', graphError(80007, { headers: { [name]: value } }));
    const failure = await failureOf(graph.post(`/${account.phoneNumberId}/messages`, {}));
    expect(failure.retryAfterMs).toBe(retryAfterMs);
  });

  test('tells of an unknown id as Meta does', async () => {
    expect(await failureOf(graph.get('/404'))).toMatchObject({ code: 100, subcode: 33 });
  });

  test('leads nowhere but below the version, whatever an id is', async () => {
    for (const path of ['/../secrets', '//other.example/x', '/a/./b'])
      expect((await failureOf(graph.get(path))).isUnsent).toBe(true);
    await failureOf(graph.get('/a?fields=b#c'));
    expect(asked().map(({ path }) => path)).toEqual(['/a?fields=b#c']);
  });
});

describe('a read that fails', () => {
  test('is tried again after 1, 4 and 16 seconds while the fault may end by itself', async () => {
    const path = `/${account.phoneNumberId}`;
    double.order('GET', path, graphError(131000, { status: 500 }));
    double.order('GET', path, 'half-body');
    double.order('GET', path, { html: 503 });
    const { client, pauses } = withoutPauses();
    expect(await client.get(path)).toMatchObject({ id: account.phoneNumberId });
    expect(pauses).toEqual([1_000, 4_000, 16_000]);
    expect(asked().length).toBe(4);
    expect(clock.pending()).toBe(0);
  });

  test('fails with the last reason when the fault does not end', async () => {
    const path = `/${account.phoneNumberId}`;
    double.order('GET', path, graphError(2, { status: 503, message: '(#2) Overloaded' }), 4);
    const { client } = withoutPauses();
    expect((await failureOf(client.get(path))).message).toBe('(#2) Overloaded');
    expect(asked().length).toBe(4);
  });

  test.each([190, 100, 10, 4, 131031])('is not tried again after code %i', async (code) => {
    const path = `/${account.phoneNumberId}`;
    double.order('GET', path, graphError(code));
    expect((await failureOf(graph.get(path))).code).toBe(code);
    expect(asked().length).toBe(1);
  });

  test('ends after 20 seconds of silence', async () => {
    const path = `/${account.phoneNumberId}`;
    double.order('GET', path, 'silence');
    const failed = failureOf(graph.get(path));
    await until('it was asked', () => asked().length === 1);
    await clock.advance(20_000);
    expect(await failed).toMatchObject({ status: null, code: null, isUnsent: false });
    expect((await failed).message).toContain('timeout: no whole answer within 20000 ms');
    expect(asked().length).toBe(1);
  });

  test.each([
    ['an HTML page', { html: 200 } as const],
    ['a list', ok([1, 2])],
  ])('says so when the answer is %s', async (_what, answer) => {
    const path = `/${account.phoneNumberId}`;
    double.order('GET', path, answer);
    const failure = await failureOf(graph.get(path));
    expect(failure).toMatchObject({ status: 200, code: null });
    expect(failure.message).toBe('the Graph API: answered without a JSON object');
  });
});

describe('a send that fails', () => {
  test.each([
    'cut' as const,
    'half-body' as const,
    { html: 502 },
    graphError(131000, { status: 500 }),
    graphError(2, { isTransient: true }),
  ])('is never made twice: %j', async (fault) => {
    double.order('POST', '/messages', fault);
    const failure = await failureOf(graph.post(`/${account.phoneNumberId}/messages`, {}));
    expect(failure.isUnsent).toBe(false);
    expect(asked().length).toBe(1);
    expect(clock.pending()).toBe(0);
  });

  test('is not broken off when the session ends, so that its answer is known', async () => {
    const end = new AbortController();
    const { signal } = end;
    const token = account.accessToken;
    const ending = graphClient(clock, { baseUrl: double.url, token, signal });
    const sending = ending.post(`/${account.businessAccountId}/subscribed_apps`, {});
    const reading = failureOf(ending.get(`/${account.phoneNumberId}`));
    end.abort();
    expect(await sending).toEqual({ success: true });
    expect((await reading).message).toContain('broken off');
  });

  test('is known to have had no effect when nothing was sent', async () => {
    const nobody = graphClient(clock, { baseUrl: 'http://127.0.0.1:1', token: 't' });
    const failure = await failureOf(nobody.post('/1/messages', {}));
    expect(failure).toMatchObject({ status: null, code: null, isUnsent: true });
  });

  test('goes nowhere that the network guard refuses', async () => {
    const guard = createNetworkGuard({ allow: [], clock });
    const call = createApiCall({ clock, guard, userAgent: 'gatehouse/1.2.3' });
    const guarded = graphClient(clock, { baseUrl: double.url, token: account.accessToken, call });
    const failure = await failureOf(guarded.post(`/${account.phoneNumberId}/messages`, {}));
    expect(failure.message).toContain('forbidden_network');
    expect(failure.isUnsent).toBe(true);
    expect(asked().length).toBe(0);
  });
});

describe('a list over several pages', () => {
  /** Pages by the cursor that asks for them; the first has none. */
  const list = (answers: Record<string, object>) =>
    double.add(({ parts, query }) =>
      parts[1] === 'things' && parts[0] === account.businessAccountId
        ? ok(answers[query.get('after') ?? ''] ?? {})
        : null,
    );
  const next = (after: string) => ({
    cursors: { before: 'x', after },
    next: `https://graph.facebook.com/v26.0/1/things?access_token=SECRET&after=${after}`,
  });
  const read = () => pages(graph, `/${account.businessAccountId}/things`, { limit: '1' });

  test('is read until no next page is named, whatever its pages hold', async () => {
    list({
      '': { data: [{ id: '1' }], paging: next('a') },
      a: { data: [], paging: { next: next('b').next } },
      b: { data: [{ id: '2' }], paging: { cursors: { after: 'c' } } },
    });
    expect(await read()).toEqual([{ id: '1' }, { id: '2' }]);
    expect(asked().map(({ query }) => query.toString())).toEqual([
      'limit=1',
      'limit=1&after=a',
      'limit=1&after=b',
    ]);
  });

  test('ends with a failure when its pages lead back', async () => {
    list({
      '': { data: [], paging: next('a') },
      a: { data: [], paging: next('b') },
      b: { data: [], paging: next('a') },
    });
    expect((await failureOf(read())).message).toContain('lead back to one before');
  });

  test('ends with a failure when a page has no entries', async () => {
    list({ '': { paging: {} } });
    expect((await failureOf(read())).message).toContain('without its entries');
  });
});

describe('a file that the Graph API has named', () => {
  const serve = (status: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
    double.add(({ path }) => (path === '/file' ? { status, headers, body: bytes } : null));
  const url = () => `${double.url}/v26.0/file`;
  const download = (take: Download['take'] = async () => true) => {
    const { signal } = new AbortController();
    return graph.download(url(), { bytesMax: 10, timeoutMs: 10_000, take, signal });
  };

  test('is fetched with the token, as it is', async () => {
    serve(200, Uint8Array.of(1, 2, 3), { 'content-type': 'image/png' });
    const came: number[] = [];
    await download(async (bytes) => came.push(...bytes) > 0);
    expect(came).toEqual([1, 2, 3]);
    expect(asked()[0]?.token).toBe(account.accessToken);
  });

  test('is not fetched beyond the size that was asked for, nor from where it redirects to', async () => {
    serve(200, new Uint8Array(11));
    expect((await failureOf(download())).message).toContain('too_large');
    serve(302, new Uint8Array(), { location: `${double.url}/v26.0/elsewhere` });
    expect((await failureOf(download())).message).toContain('redirect: 302');
    expect(asked().length).toBe(2);
  });

  test('says with which status it is not there', async () => {
    serve(404, new TextEncoder().encode('gone'));
    expect(await failureOf(download())).toMatchObject({ status: 404, code: null });
  });
});
