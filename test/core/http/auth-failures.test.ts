/** What happens to a client that guesses credentials: refused for longer and longer, while others are answered. */
import { afterEach, describe, expect, test } from 'bun:test';
import { createAuthFailureLimit } from '../../../src/core/http/auth-failures.ts';
import { attachClientReader } from '../../../src/core/http/client-address.ts';
import { AppError, type Reason } from '../../../src/core/shared/errors.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';
import { crm, gateway, sampleServer } from './sample-server.ts';

const stops: (() => unknown)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** Clients are distinguished by what a trusted proxy says. */
function guarded(perMinute: number, zones = [gateway, crm]) {
  const reached: unknown[] = [];
  const server = sampleServer({
    zones,
    authFailuresPerMinute: perMinute,
    trustProxy: ['127.0.0.1'],
    limits: { reached: (...limit) => reached.push(limit) },
  });
  const origin = `http://127.0.0.1:${server.listen()}`;
  stops.push(server.stop);
  const ask = async (client: string, headers: Record<string, string>, path = '/instance/whoami') =>
    fetch(origin + path, { headers: { ...headers, 'x-forwarded-for': client } });
  const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;
  const guess = async (client: string, times: number) => {
    const seen: number[] = [];
    for (let n = 0; n < times; n++) seen.push(await status(client, { apikey: `bad-${n}` }));
    return seen;
  };
  return { ...server, ask, status, guess, reached };
}

const ANA = '203.0.113.9';
const BEA = '203.0.113.10';
const RIGHT = { apikey: 'good' };

describe('a client that fails too often', () => {
  test('is answered 429 from then on, before its key is looked at, even if that is right', async () => {
    let looked = 0;
    const authenticate = (request: Request) => {
      looked++;
      return gateway.authenticate(request);
    };
    const { ask, guess } = guarded(3, [{ ...gateway, authenticate }]);
    expect(await guess(ANA, 5)).toEqual([401, 401, 401, 429, 429]);
    const refused = await ask(ANA, RIGHT);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toMatchObject({
      success: false,
      error: {
        code: 'RATE_LIMITED',
        message: 'Too many failed authentications from this address',
      },
    });
    expect(looked).toBe(3);
  });

  test('is refused for a minute, then two, four and eight, and never longer than 15', async () => {
    const { ask, guess, status, clock } = guarded(2);
    for (const seconds of [60, 120, 240, 480, 900, 900]) {
      expect(await guess(ANA, 2)).toEqual([401, 401]);
      expect((await ask(ANA, RIGHT)).headers.get('retry-after')).toBe(String(seconds));
      await clock.advance(seconds * 1000 - 1);
      expect(await status(ANA, RIGHT)).toBe(429);
      await clock.advance(1);
      expect(await status(ANA, RIGHT)).toBe(200);
    }
  });

  test('starts over once it was quiet for 15 minutes', async () => {
    const { ask, guess, clock } = guarded(1);
    await guess(ANA, 1);
    await clock.advance(60_000 + 15 * 60_000 - 1);
    await guess(ANA, 1);
    expect((await ask(ANA, RIGHT)).headers.get('retry-after')).toBe('120');
    await clock.advance(120_000 + 15 * 60_000);
    await guess(ANA, 1);
    expect((await ask(ANA, RIGHT)).headers.get('retry-after')).toBe('60');
  });

  test('does not extend its refusal by asking on', async () => {
    const { guess, status, clock } = guarded(2);
    await guess(ANA, 50);
    await clock.advance(60_000);
    expect(await status(ANA, RIGHT)).toBe(200);
  });

  test('does not affect other clients', async () => {
    const { guess, status } = guarded(2);
    await guess(ANA, 3);
    expect(await status(BEA, RIGHT)).toBe(200);
    expect(await guess(BEA, 1)).toEqual([401]);
  });

  test('still reaches what needs no credential', async () => {
    const { guess, status } = guarded(2);
    await guess(ANA, 3);
    expect(await status(ANA, {}, '/health')).toBe(200);
  });

  test('is reported with its address, each time it is refused', async () => {
    const { guess, reached } = guarded(2);
    await guess(ANA, 4);
    expect(reached).toEqual([
      ['authentication_failures', { address: ANA }],
      ['authentication_failures', { address: ANA }],
    ]);
  });
});

describe('what counts', () => {
  test('failures of all zones and paths, a missing credential too', async () => {
    const { status } = guarded(3);
    const token = { api_access_token: 'bad' };
    expect(await status(ANA, token, '/api/v1/permissions')).toBe(401);
    expect(await status(ANA, {}, '/metrics')).toBe(401);
    expect(await status(ANA, { apikey: 'bad' }, '/instance/no/such')).toBe(401);
    expect(await status(ANA, { api_access_token: 'good' }, '/api/v1/permissions')).toBe(429);
  });

  test('failures within one minute, whatever succeeded in between', async () => {
    const { guess, status, clock } = guarded(3);
    expect(await guess(ANA, 2)).toEqual([401, 401]);
    await clock.advance(60_000);
    expect(await guess(ANA, 2)).toEqual([401, 401]);
    expect(await status(ANA, RIGHT)).toBe(200);
    expect(await guess(ANA, 2)).toEqual([401, 429]);
  });

  test('an IPv6 client by its /64, whichever of its addresses it uses', async () => {
    const { guess, status } = guarded(2);
    expect(await guess('2001:db8::1', 1)).toEqual([401]);
    expect(await guess('2001:db8::ffff', 2)).toEqual([401, 429]);
    expect(await status('2001:db8:0:1::1', RIGHT)).toBe(200);
  });

  test('guesses that are made at the same time as well: no more are answered than one by one', async () => {
    const gate = Promise.withResolvers<void>();
    let looked = 0;
    const authenticate = async () => {
      looked++;
      await gate.promise;
      throw new AppError('unauthenticated', 'no');
    };
    const { guess } = guarded(2, [{ ...gateway, authenticate }]);
    const answers = Promise.all(Array.from({ length: 6 }, () => guess(ANA, 1)));
    await until('all are looked at', () => looked === 6);
    gate.resolve();
    expect((await answers).flat().sort()).toEqual([401, 401, 429, 429, 429, 429]);
  });

  test('nothing but a failed authentication', async () => {
    const authenticate = () => {
      throw new Error('no database');
    };
    const { guess } = guarded(1, [{ ...gateway, authenticate }]);
    expect(await guess(ANA, 3)).toEqual([500, 500, 500]);
  });
});

test('10 000 clients are counted, then the one that failed least recently is dropped', async () => {
  const limits = { reached() {} };
  const failures = createAuthFailureLimit({
    perMinute: 1,
    clock: manualClock(),
    limits,
    counts: null,
  });
  const failFrom = async (address: string): Promise<Reason> => {
    const request = new Request('http://localhost/');
    attachClientReader(request, () => ({ address, subscriber: address, isTls: false }));
    const unauthenticated = () => Promise.reject(new AppError('unauthenticated', 'no'));
    return failures.watch(request, unauthenticated).catch(({ reason }) => reason);
  };
  await failFrom(ANA);
  await failFrom(BEA);
  for (let n = 0; n < 9_998; n++) await failFrom(`client ${n}`);
  expect(await failFrom(ANA)).toBe('rate_limited');
  await failFrom('client 9998');
  expect(await failFrom(BEA)).toBe('rate_limited');
  expect(await failFrom(ANA)).toBe('unauthenticated');
});

test('off, failures are 401 however many there are', async () => {
  const { guess } = guarded(0);
  expect(new Set(await guess(ANA, 200))).toEqual(new Set([401]));
});
