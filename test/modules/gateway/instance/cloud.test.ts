/** Instances of WhatsApp's official API: created after a check with Meta, and given other credentials. */
import { describe, expect, test } from 'bun:test';
import { graphError } from '../../../doubles/graph/answers.ts';
import { startGraph } from '../../../doubles/graph/server.ts';
import type { AddedAccount } from '../../../doubles/graph/world.ts';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';
import { shared } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';

const double = shared(startGraph);

/** A gateway beside a fresh account at Meta. */
async function setUp() {
  const served = await gateway({ graphUrl: double.url });
  const account = double.world.addAccount();
  const create = (body: object = {}) =>
    served.call('POST', '/instance/create', { body: bodyOf(account, body) });
  const patch = (body: unknown) => served.call('PATCH', '/instance/credentials/shop', { body });
  const die = () => double.world.tokens.delete(account.accessToken);
  return { ...served, account, createAtMeta: create, patch, die };
}

const bodyOf = ({ number: _, ...ids }: AddedAccount, more: object = {}) => ({
  instanceName: 'shop',
  provider: 'whatsapp-cloud',
  ...ids,
  ...more,
});

const listed = async ({ call }: Pick<Gateway, 'call'>) =>
  (await call('GET', '/instance/fetchInstances')).body;

describe('POST /instance/create of whatsapp-cloud', () => {
  test('201 the number is checked, open at once, and shown with what Meta says of it', async () => {
    const { createAtMeta, account, call, engine } = await setUp();
    const { status, body } = await createAtMeta({ appSecret: 'own-secret' });
    expect([status, body.webhookSubscribed]).toEqual([201, true]);
    const { businessAccountId, phoneNumberId, number } = account;
    expect(body.instance).toMatchObject({
      instanceName: 'shop',
      provider: 'whatsapp-cloud',
      integration: 'WHATSAPP-BUSINESS',
      state: 'open',
      phase: 'open',
      number,
      ownerJid: `${number}@s.whatsapp.net`,
      profileName: 'Corner Shop',
      details: {
        phoneNumberId,
        businessAccountId,
        verifiedName: 'Corner Shop',
        status: 'CONNECTED',
        qualityRating: 'GREEN',
        hasAppSecret: true,
        hasVerifyToken: false,
      },
    });
    expect(double.world.accounts.get(businessAccountId)?.subscribed.size).toBe(1);
    expect(engine.published.map(({ event }) => event.type)).toEqual([
      'Connected',
      'OfflineSyncCompleted',
    ]);
    expect((await listed({ call }))[0].details.phoneNumberId).toBe(phoneNumberId);
    const connected = await call('GET', '/instance/connect/shop');
    expect(connected.body.instance).toEqual({ instanceName: 'shop', state: 'open' });
  });

  test('201 no secret is shown anywhere, nor logged, nor in the audit', async () => {
    const { createAtMeta, account, call, logged, database } = await setUp();
    const secrets = { appSecret: 'own-secret-1', verifyToken: 'own-verify-1' };
    const created = await createAtMeta(secrets);
    const seen = JSON.stringify([
      created.body,
      await listed({ call }),
      logged,
      await database.query('select * from gateway_audit', []),
      await database.query('select * from gateway_audit_begun', []),
    ]);
    for (const secret of [account.accessToken, 'own-secret-1', 'own-verify-1'])
      expect(seen).not.toContain(secret);
  });

  test("201 in the fields of Evolution API, where token is Meta's and the key is another", async () => {
    const { call, account } = await setUp();
    const { status, body } = await call('POST', '/instance/create', {
      body: {
        instanceName: 'shop',
        integration: 'WHATSAPP-BUSINESS',
        token: account.accessToken,
        number: account.phoneNumberId,
        businessId: account.businessAccountId,
        qrcode: true,
      },
    });
    expect(status).toBe(201);
    expect(body.instance).toMatchObject({ provider: 'whatsapp-cloud', state: 'open', ignored: [] });
    expect(body.hash).not.toBe(account.accessToken);
    expect((await call('GET', '/instance/connectionState/shop', { key: body.hash })).status).toBe(
      200,
    );
  });

  test('201 the answer says why Meta sends nothing that comes in', async () => {
    const { createAtMeta, account } = await setUp();
    const path = `/${account.businessAccountId}/subscribed_apps`;
    double.order('POST', path, graphError(200, { message: '(#200) Permissions error' }));
    const { status, body } = await createAtMeta();
    expect([status, body.webhookSubscribed, body.instance.state]).toEqual([201, false, 'open']);
    expect(body.reason).toContain('(#200) Permissions error');
  });

  test.each([
    ['phoneNumberId', undefined, 'phoneNumberId is required'],
    ['businessAccountId', '', 'businessAccountId is required'],
    ['accessToken', null, 'accessToken is required'],
    ['phoneNumberId', '../1', "phoneNumberId must be Meta's id"],
    ['phoneNumberId', 1.5, "phoneNumberId must be Meta's id"],
    ['businessAccountId', { id: 1 }, "businessAccountId must be Meta's id"],
    ['accessToken', 'two words', 'accessToken must be'],
    ['accessToken', 'x'.repeat(1_025), 'accessToken must be'],
    ['appSecret', 7, 'appSecret must be'],
    ['verifyToken', ['a'], 'verifyToken must be'],
  ])('400 %s may not be %p, and Meta is not asked', async (field, value, problem) => {
    const { createAtMeta, directory } = await setUp();
    const before = double.requests.length;
    const { status, body } = await createAtMeta({ [field]: value });
    expect([status, directory.all().length, double.requests.length]).toEqual([400, 0, before]);
    expect(body.error.message).toContain(problem);
  });

  test('400 in the fields of Evolution API names them as they were sent', async () => {
    const { call } = await setUp();
    const { status, body } = await call('POST', '/instance/create', {
      body: { instanceName: 'shop', integration: 'WHATSAPP-BUSINESS', token: 'a b', number: 'x' },
    });
    expect(status).toBe(400);
    expect(body.error.message).toContain('token must be');
    expect(body.error.message).toContain("number must be Meta's id");
    expect(body.error.message).toContain('businessId is required');
  });

  test('400 what belongs to whatsapp-cloud is refused for another provider', async () => {
    const { createAtMeta } = await setUp();
    const { status, body } = await createAtMeta({ provider: 'sandbox' });
    expect(status).toBe(400);
    expect(body.error.message).toContain('accessToken belongs to instances of whatsapp-cloud');
  });

  test("400 with Meta's words for a dead token, which they do not show, and nothing is stored", async () => {
    const { createAtMeta, account, die, directory } = await setUp();
    die();
    const { status, body } = await createAtMeta();
    expect([status, directory.all().length]).toEqual([400, 0]);
    expect(body.error.message).toContain('Malformed access token ********');
    expect(body.error.message).not.toContain(account.accessToken);
  });

  test('400 for a token of another account, and for a number of another account of the token', async () => {
    const { createAtMeta, account, directory } = await setUp();
    const other = double.world.addAccount();
    const foreign = await createAtMeta({ accessToken: other.accessToken });
    expect(foreign.status).toBe(400);
    expect(foreign.body.error.message).toContain('does not exist');
    double.world.tokens.get(account.accessToken)?.add(other.businessAccountId);
    const mixed = await createAtMeta({ businessAccountId: other.businessAccountId });
    expect([mixed.status, directory.all().length]).toEqual([400, 0]);
    expect(mixed.body.error.message).toContain('is not a number of the account');
    expect(mixed.body.error.problems).toMatchObject([
      { field: 'phoneNumberId', reason: 'number_of_another_account' },
    ]);
  });

  test('400 for a number that is not connected at Meta', async () => {
    const { createAtMeta, account, directory } = await setUp();
    const fields = double.world.numbers.get(account.phoneNumberId)?.fields ?? {};
    fields.status = 'PENDING';
    const { status, body } = await createAtMeta();
    expect([status, directory.all().length]).toEqual([400, 0]);
    expect(body.error.message).toContain('PENDING');
  });

  test('409 for a number that another instance has, also when both come at once', async () => {
    const { call, createAtMeta, directory, cloud } = await setUp();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((instanceName) => createAtMeta({ instanceName })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await createAtMeta({ instanceName: 'd' })).status).toBe(409);
    const [only] = directory.all();
    expect(cloud.numbers.byInstance(only?.id ?? '')).not.toBeNull();
    expect(directory.all()).toHaveLength(1);
    await call('DELETE', `/instance/delete/${only?.name}`);
    expect((await createAtMeta({ instanceName: 'd' })).status).toBe(201);
  });

  test.each([
    ['an HTML page', { html: 200 } as const],
    ['half an answer', 'half-body' as const],
    ['nothing at all', 'silence' as const],
    ['an error without a code', { status: 400, body: { error: 'no' } }],
  ])('502 when Meta answers with %s, and nothing is stored', async (_what, fault) => {
    const { createAtMeta, account, clock, directory } = await setUp();
    double.order('GET', `/${account.phoneNumberId}`, fault, 4);
    const answering = createAtMeta();
    let isDone = false;
    void answering.finally(() => {
      isDone = true;
    });
    while (!isDone) await clock.advance(1_000);
    const { status, body } = await answering;
    expect([status, body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
    expect(directory.all()).toHaveLength(0);
  });

  test('429 when Meta asks to wait, with how long', async () => {
    const { createAtMeta, account } = await setUp();
    const headers = { 'retry-after': '30' };
    double.order('GET', `/${account.phoneNumberId}`, graphError(4, { headers }));
    const answer = await createAtMeta();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '30']);
  });

  test('the number of a deleted instance is free again', async () => {
    const { createAtMeta, call } = await setUp();
    await createAtMeta();
    expect((await call('DELETE', '/instance/delete/shop')).status).toBe(200);
    expect((await createAtMeta()).status).toBe(201);
  });

  test('after a restart of the service the instance is open without being asked for', async () => {
    const { createAtMeta, restarted } = await setUp();
    await createAtMeta();
    const again = await restarted({ graphUrl: double.url });
    const state = () => again.directory.byName('shop')?.phase;
    while (state() !== 'open') await again.clock.advance(10);
    expect(again.cloud.numbers.byInstance(again.directory.byName('shop')?.id ?? '')).not.toBeNull();
  });
});

describe('GET /instance/connect of whatsapp-cloud', () => {
  test('400 what is wrong with the number', async () => {
    const { createAtMeta, call, account } = await setUp();
    await createAtMeta();
    const fields = double.world.numbers.get(account.phoneNumberId)?.fields ?? {};
    fields.status = 'DISCONNECTED';
    const restarted = await call('POST', '/instance/restart/shop');
    expect(restarted.status).toBe(400);
    const { status, body } = await call('GET', '/instance/connect/shop');
    expect(status).toBe(400);
    expect(body.error.message).toContain('DISCONNECTED');
    const state = (await call('GET', '/instance/connectionState/shop')).body.instance;
    expect(state).toMatchObject({ state: 'close', phase: 'failed', reason: body.error.message });
  });
});

test('502 when Meta does not answer those who connect, and the instance says why', async () => {
  const { createAtMeta, call, account, clock } = await setUp();
  await createAtMeta();
  await call('DELETE', '/instance/logout/shop');
  double.order('GET', `/${account.phoneNumberId}`, 'silence');
  const before = double.requests.length;
  const connecting = call('GET', '/instance/connect/shop');
  await until('Meta is asked', () => double.requests.length > before);
  await clock.advance(8_000);
  const { status, body } = await connecting;
  expect([status, body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
  const state = (await call('GET', '/instance/connectionState/shop')).body.instance;
  expect(state).toMatchObject({ phase: 'reconnecting', reason: body.error.message });
});

describe('PATCH /instance/credentials', () => {
  test('200 another token is checked, used from then on, and opens the instance again', async () => {
    const { createAtMeta, patch, account, call, die } = await setUp();
    await createAtMeta();
    die();
    await call('POST', '/instance/restart/shop');
    expect((await call('GET', '/instance/connectionState/shop')).body.instance.phase).toBe(
      'failed',
    );
    const accessToken = double.world.addToken(account.businessAccountId);
    const { status, body } = await patch({ accessToken });
    expect([status, body.webhookSubscribed, body.instance.phase]).toEqual([200, true, 'open']);
    expect(double.requests.at(-1)?.token).toBe(accessToken);
    expect(JSON.stringify(body)).not.toContain(accessToken);
  });

  test('400 for a token that does not open the number, and the present one stays', async () => {
    const { createAtMeta, patch, account, cloud, directory } = await setUp();
    await createAtMeta();
    const other = double.world.addAccount();
    for (const accessToken of [other.accessToken, 'EAAGnobodys0123456789']) {
      const { status, body } = await patch({ accessToken });
      expect(status).toBe(400);
      expect(body.error.message).toStartWith('Meta: ');
      expect(body.error.message).not.toContain(accessToken);
    }
    const id = directory.byName('shop')?.id ?? '';
    expect(cloud.numbers.byInstance(id)?.accessToken).toBe(account.accessToken);
  });

  test('200 secrets are set and taken away without asking Meta', async () => {
    const { createAtMeta, patch } = await setUp();
    await createAtMeta();
    const before = double.requests.length;
    const set = await patch({ appSecret: 'new-secret', verifyToken: 'new-token' });
    expect(set.body.instance.details).toMatchObject({ hasAppSecret: true, hasVerifyToken: true });
    const removed = await patch({ appSecret: null });
    expect(removed.body.instance.details).toMatchObject({
      hasAppSecret: false,
      hasVerifyToken: true,
    });
    expect(double.requests).toHaveLength(before);
  });

  test.each([
    [{}, 'name at least one of accessToken, appSecret, verifyToken'],
    [{ accessToken: 5 }, 'accessToken must be'],
    [{ accessToken: null }, 'accessToken must be'],
    [{ appSecret: '' }, 'appSecret must be'],
    [[], 'must be a JSON object'],
  ])('400 %j', async (body, problem) => {
    const { createAtMeta, patch } = await setUp();
    await createAtMeta();
    const answer = await patch(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(problem);
  });

  test('400 for an instance of another provider, 404 for none', async () => {
    const { create, patch, call } = await setUp();
    await create('shop');
    const answer = await patch({ accessToken: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('only instances of whatsapp-cloud');
    const nobody = await call('PATCH', '/instance/credentials/nobody', { body: {} });
    expect(nobody.status).toBe(404);
  });

  test('502 when Meta cannot be asked, and the present token stays', async () => {
    const { createAtMeta, patch, account, clock } = await setUp();
    await createAtMeta();
    double.order('GET', `/${account.phoneNumberId}`, { html: 503 }, 9);
    const answering = patch({ accessToken: account.accessToken });
    let isDone = false;
    void answering.finally(() => {
      isDone = true;
    });
    while (!isDone) await clock.advance(1_000);
    expect((await answering).status).toBe(502);
  });

  test('an instance that was logged out on purpose stays so', async () => {
    const { createAtMeta, patch, account, call } = await setUp();
    await createAtMeta();
    await call('DELETE', '/instance/logout/shop');
    const accessToken = double.world.addToken(account.businessAccountId);
    expect((await patch({ accessToken })).body.instance.phase).toBe('logged_out');
  });
});
