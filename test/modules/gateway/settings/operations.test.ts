/** Setting and finding what an account does by itself, by the status that callers get. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type RunningApp, startApp } from '../../../helpers/app.ts';

const OFF = {
  rejectCall: false,
  msgCall: '',
  groupsIgnore: false,
  alwaysOnline: false,
  readMessages: false,
  readStatus: false,
  syncFullHistory: false,
  wavoipToken: '',
};

let app: RunningApp;
let key: string;
let shops = 0;
let shop: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  shop = `shop${shops++}`;
  key = await app.openInstance(shop);
});

const set = (body: unknown, callerKey: string | null = key, headers = {}) =>
  app.call('POST', `/settings/set/${shop}`, body, callerKey, headers);
const find = (callerKey: string | null = key) =>
  app.call('GET', `/settings/find/${shop}`, undefined, callerKey);

describe('201', () => {
  test('what is set is found, what is absent stays, and both survive a restart', async () => {
    expect([(await find()).status, (await find()).body]).toEqual([200, OFF]);
    const { status, body } = await set({ rejectCall: true, msgCall: 'Write instead' });
    const first = { ...OFF, rejectCall: true, msgCall: 'Write instead' };
    expect([status, body]).toEqual([201, { settings: { instanceName: shop, settings: first } }]);
    await set({ ...OFF, wavoipToken: null, rejectCall: undefined, groupsIgnore: true, extra: 1 });
    await set({ msgCall: 'Write' });
    const last = { ...first, groupsIgnore: true, msgCall: 'Write' };
    expect((await find()).body).toEqual(last);
    const { dataDir } = app;
    await app.stop();
    app = await startApp({ dataDir });
    expect((await find()).body).toEqual(last);
  });

  test('a change of a version that is no longer there is refused, and changes nothing', async () => {
    const read = (await find()).headers.get('etag') ?? '';
    const first = await set({ rejectCall: true }, key, { 'if-match': read });
    expect(first.status).toBe(201);
    const late = await set({ alwaysOnline: true }, key, { 'if-match': read });
    expect([late.status, late.body.error.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const { body, headers } = await find();
    expect(body).toEqual({ ...OFF, rejectCall: true });
    expect([first, late].map((one) => one.headers.get('etag'))).toEqual(
      [headers, headers].map((one) => one.get('etag')),
    );
  });

  test('what makes no difference here is named, alone and beside others', async () => {
    const alone = await set({ syncFullHistory: true });
    expect([alone.status, alone.body]).toEqual([
      201,
      { settings: { instanceName: shop, settings: OFF }, ignored: ['syncFullHistory'] },
    ]);
    const both = await set({ rejectCall: true, syncFullHistory: true, wavoipToken: 'token' });
    expect(both.body.ignored).toEqual(['syncFullHistory', 'wavoipToken']);
    expect((await find()).body).toEqual({ ...OFF, rejectCall: true });
    const off = await set({ rejectCall: true, syncFullHistory: false, wavoipToken: '' });
    expect([off.status, off.body.ignored]).toEqual([201, undefined]);
  });

  test('it leaves a row in the audit', async () => {
    await set({ readStatus: true });
    const { body } = await app.call('GET', `/audit/find?instanceName=${shop}`);
    const [row] = body.entries.filter((one: { action: string }) => one.action === 'settings.set');
    expect([row.status, row.details]).toEqual([201, { readStatus: true }]);
  });

  test('an instance that is created anew under the name begins without settings', async () => {
    await set({ readMessages: true });
    await app.call('DELETE', `/instance/delete/${shop}`);
    key = await app.openInstance(shop);
    expect((await find()).body).toEqual(OFF);
  });
});

describe('400', () => {
  test.each([
    [{}, 'name at least one of rejectCall, msgCall'],
    [{ rejectCalls: true }, 'name at least one of'],
    [{ rejectCall: 'yes' }, 'rejectCall must be true or false'],
    [{ msgCall: 7 }, 'msgCall must be a text'],
    [{ msgCall: 'x'.repeat(1_001) }, 'at most 1000 characters'],
    [{ rejectCall: true, syncFullHistory: 'yes' }, 'syncFullHistory must be true or false'],
    [{ rejectCall: true, wavoipToken: 5 }, 'wavoipToken must be a text'],
    [{ syncFullHistory: null }, 'name at least one of rejectCall, msgCall'],
    [[], 'The body must be a JSON object'],
  ])('%j is refused with the reason, and nothing is set', async (body, reason) => {
    const refused = await set(body);
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain(reason);
    expect((await find()).body).toEqual(OFF);
  });
});

test('401 without a key, 403 for the key of another instance, 404 for an unknown one', async () => {
  expect([(await set(OFF, null)).status, (await find(null)).status]).toEqual([401, 401]);
  const other = await app.openInstance(`other${shops}`);
  expect([(await set(OFF, other)).status, (await find(other)).status]).toEqual([403, 403]);
  const nobody = await app.call('POST', '/settings/set/nobody', OFF);
  expect([nobody.status, (await app.call('GET', '/settings/find/nobody')).status]).toEqual([
    404, 404,
  ]);
});

test('413 for a body of 2 MiB, 415 for one that is no JSON', async () => {
  const type = { 'content-type': 'text/plain' };
  expect((await set({ msgCall: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(413);
  expect((await app.call('POST', `/settings/set/${shop}`, OFF, key, type)).status).toBe(415);
});
