/** Every answer 503 says when to come again, whoever makes it and however. */
import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { DatabaseError } from '../../../src/core/db/client.ts';
import { createSettledInnerCaller } from '../../../src/core/http/inner-call.ts';
import type { Session } from '../../../src/core/providers/provider.ts';
import { failingOnceAbandoned } from '../../../src/core/providers/session-tasks.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { gateway, KEY, sampleServer, TOKEN } from './sample-server.ts';

const unavailable = (headers?: Record<string, string>) =>
  new AppError('unavailable', 'not now', headers ? { headers } : {});

/** What fails a call of a session whose instance another node has just taken over. */
async function takenOver(isUnderWay: boolean): Promise<never> {
  const taken = new AbortController();
  const waiting = new Promise<never>(() => {});
  const session = { requestCode: () => waiting } as unknown as Session;
  const guarded = failingOnceAbandoned(session, taken.signal) as unknown as {
    requestCode(): Promise<never>;
  };
  if (!isUnderWay) taken.abort();
  const call = guarded.requestCode();
  taken.abort();
  return call;
}

const THROWN: Readonly<Record<string, () => unknown>> = {
  plain: () => unavailable(),
  fenced: () => new DatabaseError('fenced', 'no'),
  unreachable: () => new DatabaseError('unreachable', 'no'),
  'answer-lost': () => new DatabaseError('unreachable', 'no', undefined, { isUnknown: true }),
  busy: () => new DatabaseError('busy', 'no'),
  full: () => new DatabaseError('full', 'no'),
  'may-be-done': () => new AppError('unavailable', 'not now', { mayBeDone: true }),
};

function server() {
  const sample = sampleServer({
    zones: [
      {
        prefixes: ['/closed'],
        authenticate: () => {
          throw unavailable();
        },
      },
      gateway,
      {
        prefixes: ['/moved'],
        authenticate: () => ({}),
        // As for Evolution API and the Graph API, which have statuses of their own for some failures.
        failureStatus: ({ code }) => (code === 'CONFLICT' ? 503 : 409),
      },
    ],
  });
  sample.app.use(
    new Elysia()
      .get('/throws/:what', ({ params }) => {
        throw THROWN[params.what]?.();
      })
      .get('/taken/:when', ({ params }) => takenOver(params.when === 'under-way'))
      .get('/asked', () => {
        throw unavailable({ 'retry-after': '42' });
      })
      .get('/status', ({ status }) => status(503, { status: 'unavailable' }))
      .get('/status-text', ({ set }) => {
        set.status = 503;
        return 'not now';
      })
      .get('/response', () => new Response('not now', { status: 503 }))
      .get(
        '/response-asked',
        () => new Response('', { status: 503, headers: { 'retry-after': '7' } }),
      )
      .get('/moved/up', () => {
        throw new AppError('conflict', 'no');
      })
      .get('/moved/down', () => {
        throw unavailable();
      })
      .get('/fine', () => ({ fine: true })),
  );
  return sample;
}

test.each([
  ...Object.keys(THROWN).map((what) => `/throws/${what}`),
  ...['/taken/before', '/taken/under-way', '/status', '/status-text', '/response', '/closed'],
  '/moved/up',
])('an answer 503 says when to come again: %s', async (path) => {
  const { status, headers } = await server().ask(`GET ${path}`);
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
});

test('a page that shows a person the failure says it too', async () => {
  const { status, headers } = await server().ask('GET /throws/plain', {
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  });
  expect(headers.get('content-type')).toContain('text/html');
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
});

test('a time that the failure itself names is kept', async () => {
  const { ask } = server();
  expect((await ask('GET /asked')).headers.get('retry-after')).toBe('42');
  expect((await ask('GET /response-asked')).headers.get('retry-after')).toBe('7');
});

test('no other status says it', async () => {
  const { ask } = server();
  for (const target of ['GET /fine', 'GET /nowhere', 'GET /moved/down']) {
    const { status, headers } = await ask(target, { headers: TOKEN });
    expect([status === 503, headers.get('retry-after')]).toEqual([false, null]);
  }
});

test('an operation that another one calls says it to that one', async () => {
  const { app, ask } = server();
  const callSettled = createSettledInnerCaller(app);
  app.use(
    new Elysia().post('/instance/outer', (context) =>
      callSettled(context, { method: 'GET', path: '/throws/plain' }),
    ),
  );
  const { json } = await ask('POST /instance/outer', { headers: KEY });
  expect(json.headers['retry-after']).toBe('1');
});
