/** Numbers and accounts by the paths of the Graph API, and registering them, through each platform. */
import { describe, expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { failure, type GraphStage, stagesOfEach } from './stages.ts';

const on = stagesOfEach();

const numberIn = (stage: GraphStage, query = '') =>
  stage.graph('GET', `/${stage.phoneNumberId}${query}`);

/** What Chatwoot asks for when it looks at the health of a channel. */
const HEALTH =
  '?fields=quality_rating,messaging_limit_tier,code_verification_status,account_mode,id,display_phone_number,name_status,verified_name,webhook_configuration,throughput,last_onboarded_time,platform_type,certificate,status';

describe('a number', () => {
  test('has the usual fields unless others are asked for', async () => {
    const { status, body } = await numberIn(on.sandbox);
    expect([status, body]).toEqual([
      200,
      {
        id: on.sandbox.phoneNumberId,
        display_phone_number: expect.stringMatching(/^\+\d+$/),
        verified_name: expect.any(String),
        quality_rating: 'UNKNOWN',
        code_verification_status: 'VERIFIED',
      },
    ]);
    expect((await numberIn(on.sandbox, '?fields=id,status,absent')).body).toEqual({
      id: on.sandbox.phoneNumberId,
      status: 'CONNECTED',
    });
  });

  test('of a paired phone has that number, and says that it is not at Meta', async () => {
    expect((await numberIn(on.phone, HEALTH)).body).toEqual({
      id: on.phone.phoneNumberId,
      display_phone_number: '+5511999990000',
      verified_name: 'Shop',
      quality_rating: 'UNKNOWN',
      code_verification_status: 'VERIFIED',
      status: 'CONNECTED',
      name_status: 'NONE',
      platform_type: 'NOT_APPLICABLE',
      throughput: { level: 'NOT_APPLICABLE' },
      account_mode: 'LIVE',
    });
  });

  test('at Meta has what Meta says of it', async () => {
    expect((await numberIn(on.meta, HEALTH)).body).toMatchObject({
      id: on.meta.phoneNumberId,
      verified_name: 'Corner Shop',
      quality_rating: 'GREEN',
      status: 'CONNECTED',
      name_status: 'APPROVED',
      platform_type: 'CLOUD_API',
      throughput: { level: 'STANDARD' },
    });
  });
});

describe('an account', () => {
  test('has a name and one number, of any platform', async () => {
    for (const stage of [on.sandbox, on.phone, on.meta]) {
      const { wabaId: id, phoneNumberId } = stage;
      expect((await stage.graph('GET', `/${id}`)).body).toEqual({ id, name: expect.any(String) });
      const { status, body } = await stage.graph('GET', `/${id}/phone_numbers?fields=id`);
      expect([status, body]).toEqual([
        200,
        { data: [{ id: phoneNumberId }], paging: { cursors: expect.any(Object) } },
      ]);
    }
  });

  test('at Meta shows its other numbers to the global key alone', async () => {
    const second = on.meta.double.world.addNumber(on.meta.wabaId);
    const accessToken = on.meta.double.world.addToken(on.meta.wabaId);
    const body = {
      ...{ instanceName: 'second', provider: 'whatsapp-cloud', accessToken },
      ...{ phoneNumberId: second, businessAccountId: on.meta.wabaId },
    };
    const { apikey } = (await on.meta.call('POST', '/instance/create', body)).body;
    const numbers = async (key: string) =>
      (
        await on.meta.graph('GET', `/${on.meta.wabaId}/phone_numbers`, undefined, key)
      ).body.data.map(({ id }: { id: string }) => id);
    expect(await numbers(on.meta.key)).toEqual([on.meta.phoneNumberId]);
    expect(await numbers(apikey)).toEqual([second]);
    expect(await numbers(GLOBAL_KEY)).toEqual([on.meta.phoneNumberId, second].sort());
  });

  test('404 the id of the number has no numbers, that of an account sends nothing, and an unknown id is nothing', async () => {
    const wrong = await on.sandbox.graph('GET', `/${on.sandbox.phoneNumberId}/phone_numbers`);
    expect([wrong.status, wrong.body]).toEqual([404, failure(100, '', 33)]);
    const findEarlierSend = (await on.sandbox.call('GET', '/sandbox/shop/sent')).body;
    for (const key of [on.sandbox.key, GLOBAL_KEY]) {
      const text = { type: 'text', to: '5511999990000', text: { body: 'Hello' } };
      const sent = await on.sandbox.graph('POST', `/${on.sandbox.wabaId}/messages`, text, key);
      expect([sent.status, sent.body]).toEqual([404, failure(100, '', 33)]);
    }
    expect((await on.sandbox.call('GET', '/sandbox/shop/sent')).body).toEqual(findEarlierSend);
    const unknown = await on.sandbox.graph('GET', '/123456789012345', undefined, GLOBAL_KEY);
    expect([unknown.status, unknown.body]).toEqual([404, failure(100, '', 33)]);
  });
});

const register = (stage: GraphStage, body: object) =>
  stage.graph('POST', `/${stage.phoneNumberId}/register`, body);
const PIN = { messaging_product: 'whatsapp', pin: '123456' };
const stateOf = async (stage: GraphStage, name = 'shop') =>
  (await stage.call('GET', `/instance/connectionState/${name}`)).body.instance.state;

describe('registering', () => {
  test('200 closes an instance by deregister, which stays paired, and connects it again by register', async () => {
    for (const stage of [on.sandbox, on.phone, on.meta]) {
      expect((await register(stage, PIN)).body).toEqual({ success: true });
      const ended = await stage.graph('POST', `/${stage.phoneNumberId}/deregister`, {});
      expect([ended.status, ended.body]).toEqual([200, { success: true }]);
      expect(await stateOf(stage)).toBe('close');
      const again = await register(stage, PIN);
      expect([again.status, again.body]).toEqual([200, { success: true }]);
      expect(await stateOf(stage)).toBe('open');
    }
  });

  test('400 an instance that is not paired is not connected, and the way to pair it is said', async () => {
    const { apikey, instance } = (
      await on.sandbox.call('POST', '/instance/create', { instanceName: 'fresh' })
    ).body;
    const path = `/${instance.phoneNumberId}/register`;
    const { status, body } = await on.sandbox.graph('POST', path, PIN, apikey);
    expect([status, body]).toEqual([400, failure(133006, '/instance/connect/')]);
    expect(await stateOf(on.sandbox, 'fresh')).toBe('close');
  });

  test("400 what Meta says against a number leaves with Meta's code, and the instance is not connected", async () => {
    await on.meta.graph('POST', `/${on.meta.phoneNumberId}/deregister`, {});
    on.meta.double.order('GET', `/${on.meta.phoneNumberId}`, {
      status: 400,
      body: {
        error: { message: '(#133010) Not registered', code: 133010, type: 'OAuthException' },
      },
    });
    const { status, body } = await register(on.meta, PIN);
    expect([status, body.error]).toMatchObject([400, { code: 133010 }]);
    expect(await stateOf(on.meta)).toBe('close');
    expect((await register(on.meta, PIN)).body).toEqual({ success: true });
  });

  test.each([
    [{}, 'messaging_product'],
    [{ messaging_product: 'whatsapp' }, 'pin'],
    [{ ...PIN, pin: '12345' }, 'pin'],
    [{ ...PIN, pin: 'abcdef' }, 'pin'],
    [{ ...PIN, pin: 123456 }, 'pin'],
  ])('400 %j is refused', async (body, said) => {
    const answer = await register(on.sandbox, body);
    expect([answer.status, answer.body]).toEqual([400, failure(100, said)]);
  });

  test('404 an account cannot be registered', async () => {
    const { status, body } = await on.sandbox.graph('POST', `/${on.sandbox.wabaId}/register`, PIN);
    expect([status, body]).toEqual([404, failure(100, '', 33)]);
  });
});
