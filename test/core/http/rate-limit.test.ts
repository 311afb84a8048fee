import { describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { DatabaseError } from '../../../src/core/db/client.ts';
import { createSettledInnerCaller } from '../../../src/core/http/inner-call.ts';
import type { Zone } from '../../../src/core/http/server.ts';
import type { Session } from '../../../src/core/providers/provider.ts';
import { failingOnceAbandoned } from '../../../src/core/providers/session-tasks.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { gateway, KEY, sampleServer, TOKEN } from './sample-server.ts';

const limited = () => sampleServer({ rateLimitPerMinute: 2 });
const as = (apikey: string) => ({ headers: { apikey } });
const STATE = 'GET /instance/state/shop';

const numbers = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));

describe('on', () => {
  test('answers count down, the one too many is 429 with retry-after', async () => {
    const { ask, clock } = limited();
    expect(numbers((await ask(STATE, as('good'))).headers)).toEqual(['2', '1', '60']);
    await clock.advance(20_500);
    expect(numbers((await ask(STATE, as('good'))).headers)).toEqual(['2', '0', '40']);
    const { status, headers, json } = await ask(STATE, as('good'));
    expect(status).toBe(429);
    expect(json.error.code).toBe('RATE_LIMITED');
    expect(headers.get('retry-after')).toBe('40');
    expect(numbers(headers)).toEqual(['2', '0', '40']);
  });

  test('each request too many is reported', async () => {
    const reached: string[] = [];
    const limits = { reached: (limit: string) => reached.push(limit) };
    const { ask } = sampleServer({ rateLimitPerMinute: 2, limits });
    for (let n = 0; n < 4; n++) await ask(STATE, as('good'));
    expect(reached).toEqual(['requests', 'requests']);
  });

  test('200 again when the minute is over', async () => {
    const { ask, clock } = limited();
    for (let n = 0; n < 3; n++) await ask(STATE, as('good'));
    await clock.advance(59_999);
    expect((await ask(STATE, as('good'))).status).toBe(429);
    await clock.advance(1);
    expect((await ask(STATE, as('good'))).status).toBe(200);
  });

  test('one credential does not use up another, failures count too', async () => {
    const { ask } = limited();
    for (let n = 0; n < 2; n++) await ask('GET /instance/no/such', as('good-1'));
    expect((await ask(STATE, as('good-1'))).status).toBe(429);
    expect((await ask(STATE, as('good-2'))).status).toBe(200);
  });

  test('401 for unauthenticated callers, however many and uncounted', async () => {
    const { ask } = limited();
    for (let n = 0; n < 5; n++) {
      const { status, headers } = await ask(STATE, as('bad'));
      expect(status).toBe(401);
      expect(headers.get('ratelimit-limit')).toBeNull();
    }
  });

  test('paths outside the zones are not limited', async () => {
    const { ask } = limited();
    for (let n = 0; n < 5; n++) expect((await ask('GET /health')).status).toBe(200);
  });

  const changing = () => crypto.randomUUID();
  const said: [string, Pick<Zone, 'credentialOf' | 'rateSubjectOf'>][] = [
    ['a credential', { credentialOf: () => 'the one' }],
    ['a person', { credentialOf: changing, rateSubjectOf: () => 'the one' }],
  ];
  test.each(said)('a zone may say whom it counts: %s', async (_, zone) => {
    const authenticate = () => ({ usedAt: Math.random() });
    const zones = [{ prefixes: ['/instance'], authenticate, ...zone }];
    const { ask } = sampleServer({ rateLimitPerMinute: 1, zones });
    expect((await ask(STATE)).status).toBe(200);
    expect((await ask(STATE)).status).toBe(429);
  });
});

describe('a limit of the zone', () => {
  const zoneOf = (requestsPerMinute: number | null): Zone => ({
    prefixes: ['/instance'],
    authenticate: () => ({ kind: 'guest' }),
    credentialOf: () => 'guest:1',
    requestsPerMinute: () => requestsPerMinute,
  });
  const allowed = async (rateLimitPerMinute: number, own: number | null) => {
    const { ask } = sampleServer({ rateLimitPerMinute, zones: [zoneOf(own)] });
    return (await ask(STATE)).headers.get('ratelimit-limit');
  };

  test('counts without the variable, and the lower of both counts', async () => {
    expect(await allowed(0, 2)).toBe('2');
    expect(await allowed(3, 2)).toBe('2');
    expect(await allowed(1, 2)).toBe('1');
    expect(await allowed(0, null)).toBeNull();
  });

  test('is reported with whom it concerns', async () => {
    const reached: unknown[] = [];
    const limits = { reached: (...report: unknown[]) => reached.push(report) };
    const { ask } = sampleServer({ limits, zones: [zoneOf(1)] });
    expect((await ask(STATE)).status).toBe(200);
    expect((await ask(STATE)).status).toBe(429);
    expect(reached).toEqual([['portal_requests', { holder: 'guest:1' }]]);
  });
});

test('without a limit, no answer has its headers', async () => {
  const { ask } = sampleServer();
  expect((await ask(STATE, as('good'))).headers.get('ratelimit-limit')).toBeNull();
});

describe('every answer 503 says when to come again', () => {
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
});
