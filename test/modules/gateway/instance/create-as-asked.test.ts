/** Creating an instance with a key, a provider and a code to pair with, as clients of Evolution API ask for them. */
import { describe, expect, test } from 'bun:test';
import { sha256 } from '../../../../src/core/shared/crypto.ts';
import { hang, QR_IMAGE, scriptedProvider } from '../../../doubles/scripted-provider.ts';
import { GLOBAL_KEY, gateway } from '../../../helpers/gateway.ts';
import { until } from '../../../helpers/until.ts';

describe('POST /instance/create with a token', () => {
  test('201 the token is the key of the instance, answered as apikey and as hash, and kept as its digest alone', async () => {
    const { call, database } = await gateway();
    const token = 'my-own-token-1';
    const body = { instanceName: 'shop', token };
    const { status, body: answer } = await call('POST', '/instance/create', { body });
    expect(status).toBe(201);
    expect([answer.apikey, answer.hash]).toEqual([token, token]);
    const look = await call('GET', '/instance/connectionState/shop', { key: token });
    expect(look.status).toBe(200);
    const rows = JSON.stringify(await database.query('select * from instances', []));
    expect(rows).toContain(sha256(token));
    expect(rows).not.toContain(token);
  });

  test('201 without a token, and with an empty one, a key is made', async () => {
    const { call } = await gateway();
    for (const [instanceName, token] of Object.entries({ a: '', b: null, c: undefined })) {
      const { body } = await call('POST', '/instance/create', { body: { instanceName, token } });
      expect(body.hash).toBe(body.apikey);
      expect(body.apikey.length).toBeGreaterThanOrEqual(32);
    }
  });

  test.each(['short', 'with a blank', 'ação-em-português', 'x'.repeat(257), 12345678])(
    '400 %p is no token, and nothing is created',
    async (token) => {
      const { call, directory } = await gateway();
      const body = { instanceName: 'shop', token };
      const answer = await call('POST', '/instance/create', { body });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain('token must be 8-256');
      expect(directory.all()).toHaveLength(0);
    },
  );

  test('400 a token that would be taken for the credential of a page, and never open anything', async () => {
    const { call, directory } = await gateway();
    for (const token of [`portal_${'x'.repeat(43)}`, 'portal_x']) {
      const body = { instanceName: 'shop', token };
      const answer = await call('POST', '/instance/create', { body });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain('token must not begin with portal_');
    }
    expect(directory.all()).toHaveLength(0);
  });

  test('409 a token that opens another instance, now or by its former key, or the whole gateway', async () => {
    const { call, create, directory } = await gateway();
    const former = await create('cafe');
    const rotation = { key: former.key, body: { graceSeconds: 60 } };
    const rotated = await call('POST', '/instance/key/rotate/cafe', rotation);
    for (const token of [former.key, rotated.body.apikey, GLOBAL_KEY]) {
      const body = { instanceName: 'shop', token };
      const answer = await call('POST', '/instance/create', { body });
      expect([answer.status, answer.body.error.code]).toEqual([409, 'CONFLICT']);
      expect(answer.body.error.message).not.toContain(token);
    }
    expect(directory.byName('shop')).toBeNull();
  });

  test('409 for all but one of those who ask for the same token at once', async () => {
    const { call, directory } = await gateway();
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((instanceName) =>
        call('POST', '/instance/create', { body: { instanceName, token: 'the-same-token' } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(directory.all()).toHaveLength(1);
  });
});

describe('POST /instance/create with an integration', () => {
  test('201 WHATSAPP-BAILEYS is the provider whatsapp; a provider that is named goes first', async () => {
    const { call } = await gateway({ providers: [scriptedProvider('whatsapp')] });
    const integration = 'WHATSAPP-BAILEYS';
    const paired = { instanceName: 'a', integration };
    const sandbox = { instanceName: 'b', integration, provider: 'sandbox' };
    const answers = [
      await call('POST', '/instance/create', { body: paired }),
      await call('POST', '/instance/create', { body: sandbox }),
    ];
    expect(answers.map(({ body }) => body.instance.provider)).toEqual(['whatsapp', 'sandbox']);
    expect(answers.map(({ body }) => body.instance.integration)).toEqual([
      integration,
      integration,
    ]);
  });

  test.each(['WHATSAPP-BUSINESS', 'EVOLUTION', 'of another system', 7])(
    '400 %p says which there are, and nothing is created',
    async (integration) => {
      const { call, directory } = await gateway({ providers: [scriptedProvider('whatsapp')] });
      const body = { instanceName: 'a', integration };
      const answer = await call('POST', '/instance/create', { body });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toBe(
        'integration must be one of those available here: WHATSAPP-BAILEYS',
      );
      expect(directory.all()).toHaveLength(0);
    },
  );
});

describe('POST /instance/create with qrcode', () => {
  test('201 true connects at once and answers the QR code', async () => {
    const { call, provider } = await gateway();
    provider.script.connect = (session) => session.offerQr('2@abc', 1);
    const body = { instanceName: 'shop', qrcode: true };
    const { status, body: answer } = await call('POST', '/instance/create', { body });
    expect(status).toBe(201);
    const qrcode = { pairingCode: null, code: '2@abc', base64: QR_IMAGE, count: 1 };
    expect(answer.qrcode).toEqual(qrcode);
    expect([answer.instance.state, answer.instance.status]).toEqual(['connecting', 'connecting']);
  });

  test('201 with a number it answers a code to type on the phone; the number may be a JSON number', async () => {
    const { call, provider } = await gateway();
    provider.script.connect = (session) => session.offerCode('ABCD1234');
    const body = { instanceName: 'shop', qrcode: true, number: 5511999990000 };
    const { body: answer } = await call('POST', '/instance/create', { body });
    expect(provider.of('shop').calls).toEqual(['connect 5511999990000']);
    expect(answer.instance.number).toBe('5511999990000');
    expect(answer.qrcode.pairingCode).toBe('ABCD1234');
  });

  test('201 a platform that gives no code within 5 s: the instance is there, with its key and no code', async () => {
    const { call, provider, clock } = await gateway();
    provider.script.connect = hang;
    const body = { instanceName: 'shop', qrcode: true };
    let isAnswered = false;
    const pending = call('POST', '/instance/create', { body }).finally(() => {
      isAnswered = true;
    });
    await until('it was asked', () => provider.sessions[0]?.calls.length === 1);
    await clock.advance(4_999);
    expect(isAnswered).toBe(false);
    await clock.advance(1);
    const { status, body: answer } = await pending;
    expect(status).toBe(201);
    expect(answer.qrcode).toEqual({ pairingCode: null, code: '', base64: '', count: 0 });
    expect((await call('GET', '/instance/fetchInstances', { key: answer.hash })).status).toBe(200);
  });

  test('201 a platform that refuses at once: the instance is there and says why it is not connected', async () => {
    const { call, provider } = await gateway();
    provider.script.connect = (session) => session.host.enter('failed', 'the platform is away');
    const body = { instanceName: 'shop', qrcode: true };
    const { status, body: answer } = await call('POST', '/instance/create', { body });
    expect(status).toBe(201);
    const { phase, reason } = answer.instance;
    expect([phase, reason]).toEqual(['failed', 'the platform is away']);
    expect(answer.qrcode.code).toBe('');
  });

  test('201 without it, nothing is connected and no code is answered', async () => {
    const { call, provider } = await gateway();
    const body = { instanceName: 'shop', qrcode: false };
    const { body: answer } = await call('POST', '/instance/create', { body });
    expect(answer).not.toHaveProperty('qrcode');
    expect(provider.sessions).toHaveLength(0);
  });
});
