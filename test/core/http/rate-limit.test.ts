import { describe, expect, test } from 'bun:test';
import type { Zone } from '../../../src/core/http/server.ts';
import { sampleServer } from './sample-server.ts';

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
