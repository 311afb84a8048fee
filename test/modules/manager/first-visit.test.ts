/** The link of the first start: for whom it opens the manager, and for how long. */
import { expect, test } from 'bun:test';
import { attachClientReader } from '../../../src/core/http/client-address.ts';
import { createFirstVisit } from '../../../src/modules/manager/first-visit.ts';
import { firstVisitRoute } from '../../../src/modules/manager/first-visit-route.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';

const KEYS = { apikey: 'the key', accessToken: 'the token' };
const HERE = { address: '127.0.0.1', subscriber: '127.0.0.1', isTls: false };

const tokenIn = (path: string): string => path.replace('/manager#first/', '');

test('it gives the keys once, and says afterwards that it has been used', () => {
  const visit = createFirstVisit(manualClock(), () => KEYS);
  const token = tokenIn(visit.path);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(visit.redeem(token)).toEqual(KEYS);
  expect(() => visit.redeem(token)).toThrow('has been used');
});

test('it is good for 15 minutes', async () => {
  const clock = manualClock();
  const [early, late] = [createFirstVisit(clock, () => KEYS), createFirstVisit(clock, () => KEYS)];
  await clock.advance(15 * 60_000 - 1);
  expect(early.redeem(tokenIn(early.path))).toEqual(KEYS);
  await clock.advance(1);
  expect(() => late.redeem(tokenIn(late.path))).toThrow('was good for 15 minutes');
});

test('another token opens nothing, and leaves the right one good', () => {
  const visit = createFirstVisit(manualClock(), () => KEYS);
  for (const wrong of ['', 'x', tokenIn(createFirstVisit(manualClock(), () => KEYS).path)])
    expect(() => visit.redeem(wrong)).toThrow('printed no such link');
  expect(visit.redeem(tokenIn(visit.path))).toEqual(KEYS);
});

/** What somebody at that address gets who asks for `url`. */
async function asked(url: string, client: typeof HERE, publicUrl: string | null = null) {
  const visit = createFirstVisit(manualClock(), () => KEYS);
  const request = new Request(`${url}/manager/first-visit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenIn(visit.path)}` },
  });
  attachClientReader(request, () => client);
  return (await firstVisitRoute(visit, publicUrl).handle(request)).status;
}

const FAR = { address: '192.0.2.7', subscriber: '192.0.2.7', isTls: false };
/** Where a container sees connections to its published port come from. */
const CONTAINER = { ...HERE, address: '172.17.0.1' };
const PUBLIC = 'https://gate.example.com';

test.each([
  ['http://localhost:8080', HERE, 200],
  ['http://127.0.0.1:8080', HERE, 200],
  ['http://[::1]:8080', { ...HERE, address: '::1' }, 200],
  [PUBLIC, { ...FAR, isTls: true }, 200],
  ['http://gate.example.com', { ...FAR, isTls: true }, 200],
  ['http://gate.example.com', HERE, 403],
  ['http://192.0.2.1:8080', FAR, 403],
  ['http://localhost:8080', FAR, 403],
  ['http://localhost:8080', { ...HERE, address: 'unknown' }, 403],
  ['http://192.168.1.5:8080', { ...HERE, address: '192.168.1.7' }, 403],
  ['http://gate.example.com', CONTAINER, 403],
  ['http://172.17.0.2:8080', CONTAINER, 403],
  ['http://localhost:8080', { ...HERE, address: '169.254.1.1' }, 403],
] as const)('asked at %s by %j it answers %i', async (url, client, status) => {
  const answered = await asked(url, client).catch((error) => error);
  // A failure that nobody words is thrown by the bare route.
  expect(answered === 200 ? 200 : 403).toBe(status);
});

test.each(['172.17.0.1', '192.168.65.1', '10.0.2.100', 'fd00::1'])(
  'in a container it opens for a browser on the machine, whose connection comes from %s',
  async (address) => {
    expect(await asked('http://localhost:8080', { ...HERE, address })).toBe(200);
    expect(await asked('http://127.0.0.1:8080', { ...HERE, address })).toBe(200);
  },
);

test('a proxy on this machine that adds https is let through at the public address alone', async () => {
  expect(await asked('http://gate.example.com', HERE, PUBLIC)).toBe(200);
  expect(await asked('http://other.example.com', HERE, PUBLIC)).not.toBe(200);
  expect(await asked('http://gate.example.com', HERE, 'http://gate.example.com')).not.toBe(200);
});

test('the service answers 410 for a link it has not printed, in its envelope, and takes no body', async () => {
  const app: RunningApp = await startApp();
  const answer = await fetch(`${app.url}/manager/first-visit`, {
    method: 'POST',
    headers: { authorization: 'Bearer nothing', 'content-type': 'application/json' },
    body: '{"half"',
  });
  expect(answer.status).toBe(410);
  expect(await answer.json()).toMatchObject({ success: false, error: { code: 'GONE' } });
  await app.stop();
});
