/** The profile of a number by the paths of the Graph API, through each platform. */
import { describe, expect, test } from 'bun:test';
import { PICTURE } from '../../clients/stage.ts';
import { graphError, ok, success } from '../../doubles/graph/answers.ts';
import { failure, type GraphStage, stagesOfEach } from './stages.ts';

const on = stagesOfEach();

const show = (stage: GraphStage, query = '') =>
  stage.graph('GET', `/${stage.phoneNumberId}/whatsapp_business_profile${query}`);
const change = (stage: GraphStage, body: object) =>
  stage.graph('POST', `/${stage.phoneNumberId}/whatsapp_business_profile`, {
    messaging_product: 'whatsapp',
    ...body,
  });
const PICTURE_URL = `data:image/png;base64,${PICTURE}`;

test('200 text and picture are set, on the sandbox and on a paired phone', async () => {
  for (const stage of [on.sandbox, on.phone]) {
    const { status, body } = await change(stage, {
      about: 'Open until eight',
      profile_picture_url: PICTURE_URL,
    });
    expect([status, body]).toEqual([200, { success: true }]);
  }
  const { body: actions } = await on.sandbox.call('GET', '/sandbox/shop/actions');
  expect(JSON.stringify(actions)).toContain('Open until eight');
});

test('null is no value, as SDKs write fields that are not set', async () => {
  const unset = { address: null, email: null, websites: null, profile_picture_url: null };
  const { status, body } = await change(on.sandbox, { about: 'Open', ...unset });
  expect([status, body]).toEqual([200, { success: true }]);
  const nothing = await change(on.sandbox, { about: null, ...unset });
  expect([nothing.status, nothing.body]).toEqual([400, failure(100, 'name at least one of')]);
  const other = await change(on.sandbox, { about: 'Open', address: '' });
  expect([other.status, other.body]).toEqual([400, failure(100, 'address cannot be set here')]);
});

test('200 it is shown with the fields that were asked for, as far as the platform shows them', async () => {
  for (const stage of [on.sandbox, on.phone]) {
    const { status, body } = await show(stage);
    expect([status, body.data]).toMatchObject([
      200,
      [{ messaging_product: 'whatsapp', vertical: expect.any(String) }],
    ]);
    expect((await show(stage, '?fields=vertical,nothing')).body.data).toEqual([
      { messaging_product: 'whatsapp', vertical: expect.any(String) },
    ]);
  }
});

test('200 a number at Meta has the profile that Meta shows and changes', async () => {
  const data = [{ messaging_product: 'whatsapp', about: 'Open', vertical: 'RETAIL' }];
  const path = `/${on.meta.phoneNumberId}/whatsapp_business_profile`;
  on.meta.double.add((request) => {
    if (request.path !== path) return null;
    if (request.body.vertical === 'NONE') return graphError(100, { details: 'no such vertical' });
    return request.method === 'GET' ? ok({ data }) : success();
  });
  const shown = await show(on.meta, '?fields=about,vertical');
  expect([shown.status, shown.body]).toEqual([200, { data }]);
  const changed = await change(on.meta, { vertical: 'RETAIL', websites: ['https://shop.example'] });
  expect([changed.status, changed.body]).toEqual([200, { success: true }]);
  const [asked, set] = on.meta.double.requests.filter((request) => request.path === path);
  expect(asked?.query.get('fields')).toBe('about,vertical');
  expect(asked?.token).not.toBe(on.meta.key);
  expect(set?.body).toEqual({
    messaging_product: 'whatsapp',
    vertical: 'RETAIL',
    websites: ['https://shop.example'],
  });
  const refused = await change(on.meta, { vertical: 'NONE' });
  expect([refused.status, refused.body]).toEqual([400, failure(100, 'no such vertical')]);
});

describe('400 nothing is changed by', () => {
  test.each([
    [{}, 'about'],
    [{ about: 'New', address: 'Main Street 1' }, 'address'],
    [{ about: 'New', email: 'shop@example.com' }, 'email'],
    [{ about: 'New', websites: [] }, 'websites'],
    [{ about: 'New', profile_picture_handle: '4:aGFuZGxl' }, 'profile_picture_url'],
    [{ about: 7 }, 'about'],
    [{ about: 'x'.repeat(140) }, 'about'],
    [{ about: 'New', profile_picture_url: 'no address' }, 'profile_picture_url'],
    [{ about: 'New', messaging_product: 'other' }, 'messaging_product'],
  ])('%j', async (body, said) => {
    const before = (await on.sandbox.call('GET', '/sandbox/shop/actions')).body;
    const answer = await change(on.sandbox, body);
    expect([answer.status, answer.body]).toEqual([400, failure(100, said)]);
    expect((await on.sandbox.call('GET', '/sandbox/shop/actions')).body).toEqual(before);
  });
});
