/** The paths of passkey ceremonies, as a browser calls them: one token, one answer, one confirmation. */
import { afterEach, describe, expect, test } from 'bun:test';
import { Ceremonies } from '../../../src/core/instances/passkey-ceremonies.ts';
import type { Ceremony } from '../../../src/core/providers/passkey.ts';
import { ceremonyStream, passkeyZone } from '../../../src/modules/passkey/routes.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { type AppOptions, startApp } from '../../helpers/app.ts';
import { askForPasskey, hasPhase } from '../../helpers/passkey-phone.ts';
import { inProcessVariables } from '../../helpers/whatsapp.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

const WEB = 'https://web.whatsapp.com';
const UNKNOWN = `/passkey-ceremony/${'A'.repeat(43)}`;

/** An app with the instance `shop`, whose account asks for its passkey, and the path of the ceremony. */
async function gated({ env }: Pick<AppOptions, 'env'> = {}) {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  running.push(whatsapp);
  const variables = { ...inProcessVariables(whatsapp), ...env };
  const app = await startApp({ env: variables });
  running.push(app);
  const { call } = app;
  await call('POST', '/instance/create', { instanceName: 'shop', provider: 'whatsapp' });
  const passkey = await askForPasskey(call, whatsapp, 'shop', '5511999990000');
  const state = async () => (await call('GET', '/instance/connectionState/shop')).body.instance;
  const { ceremonyUrl } = (await state()).passkey;
  const path = new URL(ceremonyUrl).pathname;
  /** As the browser: without a key. */
  const ask = (method: string, step = '', body?: unknown, headers = {}) =>
    call(method, path + step, body, null, headers);
  const credential = async () => passkey.use((await ask('GET')).body.publicKey);
  /** The browser uses the passkey, and the phone shows a code. */
  const answered = async () => {
    const answer = await ask('POST', '/response', await credential());
    await hasPhase(call, 'shop', 'passkey_confirm');
    return answer;
  };
  return { ...app, variables, passkey, path, ask, state, credential, answered };
}

describe('a ceremony', () => {
  test('200 from the challenge to the open instance, with the code shown at every place', async () => {
    const { call, ask, state, answered } = await gated();
    expect(await state()).toMatchObject({ state: 'connecting', phase: 'passkey' });
    expect((await ask('GET')).body).toEqual({
      stage: 'challenge',
      publicKey: expect.objectContaining({ rpId: 'whatsapp.com' }),
      skipHandoffUX: false,
      code: null,
      error: null,
    });
    expect(await answered()).toMatchObject({ status: 200, body: { ok: true } });
    const { phase, passkey } = await state();
    expect(phase).toBe('passkey_confirm');
    expect(passkey).toMatchObject({
      stage: 'confirmation',
      code: expect.stringMatching(/^[1-9A-Z]{4}-[1-9A-Z]{4}$/),
      openUrl: expect.stringMatching(/^https:\/\/web\.whatsapp\.com\/#wapk=[\w-]+$/),
    });
    const connected = await call('GET', '/instance/connect/shop');
    expect(connected.body).toEqual({ pairingCode: null, code: '', base64: '', count: 0, passkey });
    expect((await ask('GET')).body).toMatchObject({ stage: 'confirmation', code: passkey.code });
    expect(await ask('POST', '/confirm')).toMatchObject({ status: 200, body: { ok: true } });
    await hasPhase(call, 'shop', 'open');
    expect((await state()).passkey).toBeUndefined();
    expect((await ask('GET')).body).toMatchObject({ stage: 'confirmed', error: null });
  });

  test('names where browsers reach the service: PUBLIC_URL', async () => {
    const env = { PUBLIC_URL: 'https://gate.example.com/' };
    const { state } = await gated({ env });
    const { openUrl, ceremonyUrl } = (await state()).passkey;
    const [base, token] = ceremonyUrl.split('/passkey-ceremony/');
    expect(base).toBe('https://gate.example.com');
    // The id of the instance, then 32 random bytes.
    expect(token).toMatch(/^[0-9a-f]{32}[\w-]{43}$/);
    const opened = Buffer.from(openUrl.split('#wapk=')[1], 'base64url').toString();
    expect(JSON.parse(opened)).toEqual({ t: token, b: base });
  });

  test('leaves no link and no code in the event log once it is over', async () => {
    const { call, ask, answered } = await gated();
    const requests = async () => {
      const { body } = await call('GET', '/event/find/shop?event=PasskeyRequest');
      return body.events.map(({ data }: { data: object }) => data);
    };
    expect(await requests()).toMatchObject([{ stage: 'challenge', code: '' }]);
    expect((await requests())[0].ceremonyUrl).toContain('/passkey-ceremony/');
    await answered();
    expect((await requests())[1]).toMatchObject({ stage: 'confirmation' });
    expect((await requests())[1].code).not.toBe('');
    await ask('POST', '/confirm');
    await hasPhase(call, 'shop', 'open');
    const wiped = { openUrl: '', ceremonyUrl: '', code: '' };
    expect(await requests()).toMatchObject([wiped, wiped]);
  });

  test('is told with its reason when the instance is logged out instead', async () => {
    const { call, ask, credential } = await gated();
    const good = await credential();
    await call('DELETE', '/instance/logout/shop');
    const ended = { stage: 'error', error: 'logged out by request' };
    expect((await ask('GET')).body).toMatchObject(ended);
    const late = await ask('POST', '/response', good);
    expect(late.status).toBe(409);
    expect(late.body.error.message).toBe('the ceremony has ended: logged out by request');
  });
});

describe('what is refused', () => {
  test('400 what is no credential, or of another ceremony; the ceremony goes on', async () => {
    const { ask, passkey, credential } = await gated();
    const good = await credential();
    const { response } = good;
    const wrong = [
      {},
      { ...good, type: 'password' },
      { ...good, rawId: '' },
      { ...good, response: {} },
      { ...good, response: { ...response, signature: 'not base64url!' } },
      { ...good, response: { ...response, clientDataJSON: 'AAAA' } },
      passkey.use({ challenge: 'AAAA' }),
    ];
    for (const body of wrong) {
      const { status, body: answer } = await ask('POST', '/response', body);
      expect([status, answer.error.code]).toEqual([400, 'BAD_REQUEST']);
    }
    expect((await ask('POST', '/response', [])).status).toBe(400);
    expect((await ask('POST', '/response')).status).toBe(400);
    expect((await ask('GET')).body.stage).toBe('challenge');
  });

  test('409 a confirmation without a code, a second answer and a second confirmation', async () => {
    const { call, ask, credential } = await gated();
    const good = await credential();
    const messageOf = async (step: string, body?: unknown) => {
      const answer = await ask('POST', step, body);
      expect(answer.status).toBe(409);
      return answer.body.error.message;
    };
    expect(await messageOf('/confirm')).toBe('there is no code to confirm yet');
    await ask('POST', '/response', good);
    expect(await messageOf('/response', good)).toBe('the passkey has been used already');
    await hasPhase(call, 'shop', 'passkey_confirm');
    await ask('POST', '/confirm');
    expect(await messageOf('/confirm')).toBe('the code is confirmed already');
  });

  test('404 a token that nobody was given, for every step', async () => {
    const { call, credential } = await gated();
    const good = await credential();
    const steps = [
      await call('GET', UNKNOWN, undefined, null),
      await call('POST', `${UNKNOWN}/response`, good, null),
      await call('POST', `${UNKNOWN}/confirm`, undefined, null),
      await call('GET', '/passkey-ceremony', undefined, null),
    ];
    expect(steps.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test('405, 413 and 415 as everywhere', async () => {
    const { call, path, url } = await gated();
    expect((await call('DELETE', path, undefined, null)).status).toBe(405);
    const large = { type: 'x'.repeat(2 * 1024 * 1024) };
    expect((await call('POST', `${path}/response`, large, null)).status).toBe(413);
    const text = await fetch(`${url}${path}/response`, { method: 'POST', body: 'text' });
    expect(text.status).toBe(415);
  });

  test('429 an address that asks more than 240 times a minute, whatever it asks for', async () => {
    const { ask, call } = await gated();
    for (let count = 0; count < 240; count++) await call('GET', UNKNOWN, undefined, null);
    const { status, headers } = await ask('GET');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('browsers', () => {
  const ALLOW = 'access-control-allow-origin';
  const preflight = { 'access-control-request-method': 'POST' };

  test('may call from pages of WhatsApp alone, whatever other paths allow', async () => {
    const app = 'https://app.example.com';
    const { ask, call } = await gated({ env: { CORS_ORIGINS: app } });
    const from = (origin: string) => ask('GET', '', undefined, { origin });
    expect((await from(WEB)).headers.get(ALLOW)).toBe(WEB);
    expect((await from(app)).headers.get(ALLOW)).toBeNull();
    const asked = await ask('OPTIONS', '/response', undefined, { origin: WEB, ...preflight });
    expect([asked.status, asked.headers.get(ALLOW)]).toEqual([204, WEB]);
    const elsewhere = await call('GET', '/instance/connectionState/shop', undefined, null, {
      origin: WEB,
    });
    expect(elsewhere.headers.get(ALLOW)).toBeNull();
  });

  test('hear why they are refused', async () => {
    const { call } = await gated();
    const { headers } = await call('GET', UNKNOWN, undefined, null, { origin: WEB });
    expect(headers.get(ALLOW)).toBe(WEB);
  });
});

test('an instance that waits for a passkey when the service ends is stopped after the next start', async () => {
  const { app, dataDir, path, variables } = await gated();
  await app.stop(0);
  running.pop();
  const again = await startApp({ dataDir, env: variables });
  running.push(again);
  const { body } = await again.call('GET', '/instance/connectionState/shop');
  expect(body.instance).toMatchObject({ state: 'close', phase: 'stopped' });
  expect((await again.call('GET', path, undefined, null)).status).toBe(404);
});

test.each([
  ['/passkey-ceremony/TOKEN', '/passkey-ceremony/***'],
  ['/passkey-ceremony/TOKEN/confirm', '/passkey-ceremony/***/confirm'],
  ['//passkey-ceremony//TOKEN/response', '/passkey-ceremony/***/response'],
  ['/passkey%2Dceremony/TOKEN', '/passkey-ceremony/***'],
])('the token in %s never reaches the log', (path, logged) => {
  const clock = manualClock();
  const ceremonies = new Ceremonies({ clock, publicUrl: () => 'http://localhost' });
  expect(passkeyZone({ ceremonies, clock }).loggedPath?.(path)).toBe(logged);
});

test('a ceremony is asked of the node that has the instance, whose id its token begins with', () => {
  const ceremonies = new Ceremonies({ clock: manualClock(), publicUrl: () => 'http://localhost' });
  const id = '01900000-0000-7000-8000-00000000a001';
  const { ceremonyUrl } = ceremonies.open(id, {} as Ceremony);
  for (const path of ['', '/response', '/confirm'])
    expect(ceremonyStream(new Request(ceremonyUrl + path))).toBe(id);
  for (const token of ['TOKEN', '', 'x'.repeat(75), '0'.repeat(32)])
    expect(ceremonyStream(new Request(`http://localhost/passkey-ceremony/${token}`))).toBeNull();
});

test('a ceremony is gone once its five minutes are over', async () => {
  const clock = manualClock();
  const ceremonies = new Ceremonies({ clock, publicUrl: () => 'http://localhost' });
  const ceremony = {} as Ceremony;
  const { ceremonyUrl } = ceremonies.open('01900000-0000-7000-8000-00000000a001', ceremony);
  const find = () => ceremonies.find(ceremonyUrl.split('/').at(-1) ?? '');
  await clock.advance(299_999);
  expect(find()).toBe(ceremony);
  await clock.advance(1);
  expect(find).toThrow(expect.objectContaining({ reason: 'gone' }));
});
