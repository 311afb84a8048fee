/** One operation that asks another, and zones whose failures have a form of their own. */
import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import {
  createInnerCaller,
  createSettledInnerCaller,
  type InnerRequest,
} from '../../../src/core/http/inner-call.ts';
import type { Zone } from '../../../src/core/http/zone.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { gateway, KEY, sampleServer } from './sample-server.ts';

/** A server with an operation that asks `asked`, and tells what it was answered. */
function asking(asked: InnerRequest, options: Parameters<typeof sampleServer>[0] = {}) {
  const server = sampleServer(options);
  const ask = createInnerCaller(server.app);
  server.app.use(
    new Elysia().post('/instance/outer', async (context) => {
      const { status, value, headers } = await ask(context, asked);
      return { status, value, requestId: headers['x-request-id'] };
    }),
  );
  return server;
}

test('an operation answers another as it answers a caller, by the key that the caller came in with', async () => {
  const { ask } = asking({ method: 'GET', path: '/instance/whoami' });
  const { status, json } = await ask('POST /instance/outer', {
    headers: { apikey: 'good-one', 'x-request-id': 'mine' },
  });
  expect([status, json]).toEqual([
    200,
    { status: 200, value: { key: 'good-one' }, requestId: 'mine' },
  ]);
  expect((await ask('POST /instance/outer')).status).toBe(401);
});

test('the body handed on is checked by the operation that is asked', async () => {
  const path = '/instance/settings/shop';
  const body = { enabled: true, url: 'http://x' };
  const good = await asking({ method: 'POST', path, body }).ask('POST /instance/outer', {
    headers: KEY,
  });
  expect(good.json.value).toEqual(body);
  const bad = asking({ method: 'POST', path, body: { enabled: 1 } });
  const { status, json } = await bad.ask('POST /instance/outer', { headers: KEY });
  expect([status, json.error.code, json.meta.path]).toEqual([
    400,
    'BAD_REQUEST',
    '/instance/outer',
  ]);
  expect(json.error.message).toContain('enabled must be a boolean');
});

test('a failure inside is answered and logged once, for the path that was called', async () => {
  const { ask, logged } = asking({ method: 'GET', path: '/instance/crash' });
  const { status, json } = await ask('POST /instance/outer', { headers: KEY });
  expect([status, json.meta.path]).toEqual([500, '/instance/outer']);
  expect(logged.map((line) => JSON.parse(line).path)).toEqual(['/instance/outer']);
});

test('an operation that is tried says of its failure what its own caller would hear, and logs it once', async () => {
  const { app, ask, logged } = sampleServer();
  const callSettled = createSettledInnerCaller(app);
  const told: unknown[] = [];
  app.use(
    new Elysia().post('/instance/outer', async (context) => {
      for (const asked of [
        { method: 'POST', path: '/instance/settings/shop', body: { enabled: 1 } },
        { method: 'GET', path: '/instance/nowhere' },
        { method: 'GET', path: '/instance/crash' },
        { method: 'GET', path: '/instance/whoami' },
      ] as const)
        told.push(await callSettled(context, asked));
      return {};
    }),
  );
  expect((await ask('POST /instance/outer', { headers: KEY })).status).toBe(200);
  expect(told).toMatchObject([
    {
      failure: {
        status: 400,
        code: 'BAD_REQUEST',
        problems: [
          { field: 'url', reason: 'required' },
          { field: 'enabled', reason: 'not_boolean', message: 'must be a boolean' },
        ],
      },
    },
    { failure: { status: 404, code: 'NOT_FOUND' } },
    { failure: { status: 500, message: 'An unexpected error occurred' } },
    { status: 200, value: { key: KEY.apikey } },
  ]);
  expect(logged.map((line) => JSON.parse(line).path)).toEqual(['/instance/crash']);
});

const WRONG = { field: 'a', reason: 'blank', message: 'must not be blank' };

test('what another node has is asked of that node, by the same credential, and answers as here', async () => {
  const asked: unknown[] = [];
  const answers = [
    Response.json({ key: 'there' }, { status: 201, headers: { 'x-there': 'yes' } }),
    Response.json(
      { success: false, error: { code: 'VALIDATION_ERROR', message: 'no', problems: [WRONG] } },
      { status: 422 },
    ),
    Response.json(
      { status: 503, error: 'Service Unavailable', response: { message: ['later'] } },
      { status: 503, headers: { 'retry-after': '1' } },
    ),
  ];
  const zone: Zone = {
    ...gateway,
    async forwardToOwner(request, requestId, body) {
      if (!request.url.endsWith('/message/sendMedia/shop')) return null;
      const key = request.headers.get('apikey');
      asked.push([
        request.method,
        key,
        requestId,
        body && JSON.parse(Buffer.from(body).toString()),
      ]);
      return answers.shift() ?? null;
    },
  };
  const path = '/message/sendMedia/shop';
  const server = asking({ method: 'POST', path, body: { a: 1 } }, { zones: [zone] });
  const call = () =>
    server.ask('POST /instance/outer', { headers: { ...KEY, 'x-request-id': 'mine' } });
  expect((await call()).json).toMatchObject({ status: 201, value: { key: 'there' } });
  const refused = await call();
  expect([refused.status, refused.json.error.message, refused.json.error.problems]).toEqual([
    422,
    'no',
    [WRONG],
  ]);
  const late = await call();
  expect([late.status, late.json.error.message]).toEqual([503, 'later']);
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['POST', KEY.apikey, 'mine', { a: 1 }]));
});

test('what another node says of a failure is what an operation hears: that it may have been done, and how the platform refused it', async () => {
  const platform = { code: 131026, details: 'Undeliverable — späte Antwort' };
  const there = sampleServer();
  there.app.use(
    new Elysia().post('/message/sendMedia/shop', () => {
      throw new AppError('upstream', 'nobody knows', {
        ...{ mayBeDone: true, kind: 'unknown_fate', platform, hint: 'look first' },
      });
    }),
  );
  const zone: Zone = {
    ...gateway,
    forwardToOwner: async ({ url, method, headers }) =>
      url.endsWith('/message/sendMedia/shop')
        ? there.app.handle(new Request(url, { method, headers, body: '{}' }))
        : null,
  };
  const here = sampleServer({ zones: [zone] });
  const ask = createInnerCaller(here.app);
  const heard: unknown[] = [];
  here.app.use(
    new Elysia().post('/instance/outer', async (context) => {
      await ask(context, { method: 'POST', path: '/message/sendMedia/shop', body: {} }).catch(
        (error) => heard.push(error),
      );
      return {};
    }),
  );
  await here.ask('POST /instance/outer', { headers: KEY });
  expect(heard).toMatchObject([
    { reason: 'upstream', mayBeDone: true, kind: 'unknown_fate', platform, hint: 'look first' },
  ]);
  const direct = await there.ask('POST /message/sendMedia/shop', { headers: KEY });
  expect(direct.headers.get('x-gatehouse-failure')).toBeNull();
});

test('the limit on requests counts a call with all that it asks as one request', async () => {
  const asked = { method: 'GET', path: '/instance/whoami' } as const;
  const { ask } = asking(asked, { rateLimitPerMinute: 2 });
  const statuses: number[] = [];
  for (let n = 0; n < 3; n++)
    statuses.push((await ask('POST /instance/outer', { headers: KEY })).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test('a zone may answer failures of some paths in another form, with the same status', async () => {
  const failureBody = (failure: { message: string }, { path }: { path: string }) =>
    path === '/message/sendMedia' ? { error: failure.message } : null;
  const { ask } = sampleServer({ zones: [{ ...gateway, failureBody }] });
  const other = await ask('POST /message/sendMedia');
  expect([other.status, other.json]).toEqual([401, { error: 'apikey is not valid' }]);
  expect((await ask('GET /instance/whoami')).json).toMatchObject({ success: false });
});
