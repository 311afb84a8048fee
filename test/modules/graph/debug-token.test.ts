/** What the Graph API says of access tokens. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { failure, type GraphStage, sandboxGraph } from './stages.ts';

let stage: GraphStage;
beforeAll(async () => {
  stage = await sandboxGraph();
});
afterAll(() => stage.stop());

const debug = (token: string, key = stage.key) =>
  stage.graph('GET', `/debug_token?input_token=${encodeURIComponent(token)}`, undefined, key);
const NONE = { is_valid: false, scopes: [], error: { code: 190, message: expect.any(String) } };

test('200 the key of an instance is valid, with its account, by itself and by the global key', async () => {
  for (const key of [stage.key, GLOBAL_KEY]) {
    const { status, body } = await debug(stage.key, key);
    expect([status, body.data]).toEqual([
      200,
      {
        ...{ app_id: '1', type: 'SYSTEM_USER', application: 'Gatehouse' },
        ...{ is_valid: true, expires_at: 0 },
        scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'],
        granular_scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'].map(
          (scope) => ({ scope, target_ids: [stage.wabaId] }),
        ),
      },
    ]);
  }
});

test('200 a key shows what it may do and when it ends', async () => {
  const { apikey } = (await stage.call('POST', '/instance/create', { instanceName: 'cafe' })).body;
  const expiresAt = '2999-01-01T00:00:00.000Z';
  const asked = { scopes: ['read'], expiresAt };
  const rotated = await stage.call('POST', '/instance/key/rotate/cafe', asked);
  expect((await debug(rotated.body.apikey, GLOBAL_KEY)).body.data).toMatchObject({
    is_valid: true,
    expires_at: Date.parse(expiresAt) / 1000,
    scopes: ['whatsapp_business_management'],
  });
  expect((await debug(apikey, GLOBAL_KEY)).body.data).toEqual(NONE);
});

test('200 the global key is valid for every account, to itself alone', async () => {
  const { data } = (await debug(GLOBAL_KEY, GLOBAL_KEY)).body;
  expect(data).toMatchObject({ is_valid: true, expires_at: 0 });
  expect(data.granular_scopes[0]).not.toHaveProperty('target_ids');
  expect((await debug(GLOBAL_KEY)).body.data).toEqual(NONE);
});

test('200 what is no token, and the key of another instance, are not valid', async () => {
  const { apikey } = (await stage.call('POST', '/instance/create', { instanceName: 'other' })).body;
  for (const token of ['none', 'EAAG0000', 'x'.repeat(4_000), '%', apikey])
    expect((await debug(token)).body).toEqual({ data: NONE });
});

test('400 without a token to look at, and 401 without one of its own', async () => {
  const nothing = await stage.graph('GET', '/debug_token');
  expect([nothing.status, nothing.body]).toEqual([400, failure(100, 'input_token')]);
  const wrong = await debug(stage.key, 'x'.repeat(40));
  expect([wrong.status, wrong.body]).toEqual([401, failure(190, '')]);
});
