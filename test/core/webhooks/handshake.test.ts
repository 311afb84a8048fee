import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../src/core/outbound/outbound.ts';
import { MASK } from '../../../src/core/shared/mask-url.ts';
import {
  readVerifyToken,
  requireChecked,
  requireHandshake,
  tokenAfter,
  type VerifiedReceiver,
} from '../../../src/core/webhooks/handshake.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import {
  type Answer,
  close,
  hang,
  type ReceivedRequest,
  respond,
  startReceiver,
} from '../../doubles/receiver.ts';
import { until } from '../../helpers/until.ts';

const receiver = await startReceiver();
afterAll(() => receiver.stop());
let before = 0;
beforeEach(() => {
  before = receiver.requests.length;
});
const asked = () => receiver.requests.slice(before);
const queryOf = ({ path }: ReceivedRequest) => new URL(path, receiver.url).searchParams;

const NOTHING: VerifiedReceiver = { url: '', verifyToken: null, headers: {} };
const clock = manualClock();
const outbound = createOutbound({
  clock,
  guard: createNetworkGuard({ allow: 'everything', clock }),
  userAgent: 'gatehouse/test',
});
const shake = (
  change: Partial<VerifiedReceiver>,
  stored = NOTHING,
  signal = new AbortController().signal,
) => requireHandshake({ outbound, clock }, stored, change, signal);
const set = { url: `${receiver.url}/hook?a=1`, verifyToken: 'secret token'.replace(' ', '-') };

/** Answers as a receiver of Meta's webhooks does. */
const challenge: Answer = (socket, request) =>
  respond(200, { body: queryOf(request).get('hub.challenge') ?? '' })(socket, request);

test('a receiver that answers the challenge is asked once, as Meta asks, with the headers of deliveries', async () => {
  receiver.script(challenge);
  await shake({ ...set, headers: { 'X-Gate': 'open' } });
  const [request] = asked();
  if (request === undefined) throw new Error('nothing was asked');
  expect(request.method).toBe('GET');
  expect(Object.fromEntries(queryOf(request))).toEqual({
    a: '1',
    'hub.mode': 'subscribe',
    'hub.verify_token': 'secret-token',
    'hub.challenge': expect.stringMatching(/^[12]\d{9}$/),
  });
  expect(request.header('x-gate')).toBe('open');
  expect(asked()).toHaveLength(1);
});

test('each handshake has another challenge', async () => {
  receiver.script(challenge, challenge);
  await shake(set);
  await shake(set);
  const [one, other] = asked().map((request) => queryOf(request).get('hub.challenge'));
  expect(one).not.toBe(other);
});

test('a line end after the challenge does not count', async () => {
  receiver.script((socket, request) =>
    respond(200, { body: `${queryOf(request).get('hub.challenge')}\n` })(socket, request),
  );
  await shake(set);
});

test.each<[string, Answer, string]>([
  ['something else', respond(200, { body: 'ok' }), 'it answered something else'],
  ['nothing', respond(200), 'empty: '],
  ['a refusal', respond(403, { body: 'no' }), 'http_status: 403'],
  ['another place', respond(302, { headers: { location: '/elsewhere' } }), 'redirect: '],
  ['more than a challenge', respond(200, { body: 'x'.repeat(2000) }), 'it answered something else'],
  ['with a closed connection', close, 'connection_reset: '],
])('a receiver that answers %s is refused with the reason', async (_, answer, reason) => {
  receiver.script(answer);
  const refused = await shake(set).catch((error) => error);
  expect(refused).toMatchObject({ reason: 'invalid' });
  expect(refused.message).toStartWith('url must answer the handshake with its challenge: ');
  expect(refused.message).toContain(reason);
  expect(refused.message).not.toContain('secret-token');
});

test('a receiver that does not answer within 10 s is refused', async () => {
  receiver.script(hang);
  const refused = shake(set).catch((error) => error.message);
  await until('it is asked', () => asked().length === 1);
  await clock.advance(10_000);
  expect(await refused).toContain('timeout: no answer within 10000 ms');
});

test('nothing is asked without a token, without a URL, or when neither changes', async () => {
  await shake({ url: set.url });
  await shake({ verifyToken: 'a' });
  await shake({ headers: { a: 'b' } }, { ...NOTHING, ...set });
  await shake(set, { ...NOTHING, ...set });
  expect(asked()).toEqual([]);
});

test('another URL with the stored token is asked, and another token at the stored URL', async () => {
  receiver.script(challenge, challenge);
  await shake({ url: `${receiver.url}/other` }, { ...NOTHING, ...set });
  await shake({ verifyToken: 'other' }, { ...NOTHING, ...set });
  expect(asked().map((one) => queryOf(one).get('hub.verify_token'))).toEqual([
    'secret-token',
    'other',
  ]);
});

describe('a change that was checked beside settings that others change meanwhile', () => {
  const stored = { url: 'https://a.test/', verifyToken: 'a' };
  type Change = Partial<{ url: string; verifyToken: string | null }>;
  const apply = (present: typeof stored, change: Change) =>
    requireChecked({ ...stored, ...change }, { ...present, ...change });

  test('is a conflict when it would lead to a receiver that was not asked', () => {
    const moved = { ...stored, url: 'https://b.test/' };
    expect(() => apply(moved, { verifyToken: 'b' })).toThrow('changed meanwhile');
    const renewed = { ...stored, verifyToken: 'b' };
    expect(() => apply(renewed, { url: 'https://b.test/' })).toThrow();
  });

  test('goes through when it says both, or no token is left', () => {
    const moved = { ...stored, url: 'https://b.test/' };
    expect(() => apply(moved, stored)).not.toThrow();
    expect(() => apply(moved, { verifyToken: null })).not.toThrow();
    expect(() => apply(stored, { url: 'https://c.test/' })).not.toThrow();
  });
});

test('a token is left behind at its origin unless it is given again', () => {
  const stored = { url: 'https://a.test/hook' };
  expect(tokenAfter(stored, { url: 'https://b.test/' })).toEqual({ verifyToken: null });
  expect(tokenAfter(stored, { url: 'https://b.test/', verifyToken: 'a' })).toEqual({});
  expect(tokenAfter(stored, { url: 'https://a.test/other' })).toEqual({});
  expect(tokenAfter(stored, {})).toEqual({});
});

test.each([
  ['a text', 'token', { token: 'token' }],
  ['null', null, { token: null }],
  ['an empty text', '', { token: null }],
  ['a masked one', MASK, { token: 'kept' }],
  [
    'blanks',
    'a b',
    { problem: expect.objectContaining({ message: expect.stringContaining('must be 1-512') }) },
  ],
  [
    'too much',
    'a'.repeat(513),
    { problem: expect.objectContaining({ message: expect.stringContaining('must be 1-512') }) },
  ],
  [
    'a number',
    1,
    { problem: expect.objectContaining({ message: expect.stringContaining('must be 1-512') }) },
  ],
])('%s as a token is read', (_, value, found) => {
  const stored = { url: 'https://a.test/', verifyToken: 'kept' };
  expect(readVerifyToken(value, stored, undefined)).toEqual(found as never);
});

test('a masked token follows neither to another origin nor into nothing', () => {
  const stored = { url: 'https://a.test/', verifyToken: 'kept' };
  expect(readVerifyToken(MASK, stored, 'https://b.test/')).toEqual({
    problem: expect.objectContaining({ message: expect.stringContaining('must be given again') }),
  });
  expect(readVerifyToken(MASK, { ...stored, verifyToken: null }, undefined)).toEqual({
    problem: expect.objectContaining({ message: expect.stringContaining('must have a value') }),
  });
});
