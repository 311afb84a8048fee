import { describe, expect, test } from 'bun:test';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { hang, QR_IMAGE } from '../../../doubles/scripted-provider.ts';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';
import { until } from '../../../helpers/until.ts';

const connect = ({ call }: Gateway, name = 'shop', query = '') =>
  call('GET', `/instance/connect/${name}${query}`);

/** Until the session of `shop` has been asked, and said so on disk. */
const underWay = ({ directory }: Gateway) =>
  until('shop is connecting', () => directory.byName('shop')?.state === 'connecting');

describe('GET /instance/connect', () => {
  test('200 the first QR code, as soon as there is one', async () => {
    const g = await gateway();
    await g.create('shop');
    const pending = connect(g);
    await underWay(g);
    await g.provider.of('shop').offerQr('2@text', 1);
    const { status, body } = await pending;
    expect(status).toBe(200);
    expect(body).toEqual({ pairingCode: null, code: '2@text', base64: QR_IMAGE, count: 1 });
  });

  test('200 a code that nothing announced', async () => {
    const g = await gateway();
    await g.create('shop');
    const pending = connect(g);
    await underWay(g);
    const counted = { count: 1, maxCount: 6, expiresInMs: 60_000 };
    g.provider.of('shop').show({ kind: 'qr', code: '2@quiet', image: QR_IMAGE, ...counted });
    await g.clock.advance(1_000);
    expect((await pending).body.code).toBe('2@quiet');
  });

  test('200 the present code, without connecting again', async () => {
    const g = await gateway();
    g.provider.script.connect = (session) => session.offerQr();
    await g.create('shop');
    await connect(g);
    await g.provider.of('shop').offerQr('2@next', 2);
    const { body } = await connect(g);
    expect(body).toMatchObject({ code: '2@next', count: 2 });
    expect(g.provider.of('shop').calls).toEqual(['connect']);
  });

  test('200 both of two callers at once get the one code', async () => {
    const g = await gateway();
    g.provider.script.connect = (session) => session.offerQr();
    await g.create('shop');
    const [first, second] = await Promise.all([connect(g), connect(g)]);
    expect(first?.body).toEqual(second?.body);
    expect(g.provider.of('shop').calls).toEqual(['connect']);
  });

  test('200 a pairing code for a number', async () => {
    const g = await gateway();
    g.provider.script.connect = (session) => session.offerCode('ABCD1234');
    await g.create('shop');
    const { status, body } = await connect(g, 'shop', '?number=5511999990000');
    expect(status).toBe(200);
    expect(body).toEqual({ pairingCode: 'ABCD1234', code: '', base64: '', count: 0 });
    expect(g.provider.of('shop').calls).toEqual(['connect 5511999990000']);
  });

  test('200 the same number again keeps the pairing code, another number gets a new one', async () => {
    const g = await gateway();
    let codes = 0;
    g.provider.script.connect = (session) => session.offerCode(`ABCD123${++codes}`);
    await g.create('shop');
    for (const number of ['5511999990000', '5511999990000', '5511999991111'])
      await connect(g, 'shop', `?number=${number}`);
    expect(g.provider.of('shop').calls).toEqual(['connect 5511999990000', 'connect 5511999991111']);
  });

  test('200 a number asked for while a QR code is shown changes to a pairing code', async () => {
    const g = await gateway();
    g.provider.script.connect = (session, phone) =>
      phone === undefined ? session.offerQr() : session.offerCode();
    await g.create('shop');
    expect((await connect(g)).body.pairingCode).toBeNull();
    const { body } = await connect(g, 'shop', '?number=5511999990000');
    expect(body.pairingCode).toBe('ABCD1234');
  });

  test('200 empty fields and the state when it is open already', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    for (const query of ['', '?number=5511999990000']) {
      const { status, body } = await connect(g, 'shop', query);
      expect(status).toBe(200);
      expect(body).toEqual({
        pairingCode: null,
        code: '',
        base64: '',
        count: 0,
        instance: { instanceName: 'shop', state: 'open' },
      });
    }
    expect(g.provider.of('shop').calls).toEqual([]);
  });

  test('200 a paired instance opens without a code, even when a number is given', async () => {
    const g = await gateway();
    await g.createOpen('shop');
    await g.provider.of('shop').host.enter('failed', 'out of memory');
    const { body } = await connect(g, 'shop', '?number=5511999990000');
    expect(body.instance).toEqual({ instanceName: 'shop', state: 'open' });
  });

  test('200 a number as people write it pairs by a code for its digits, and an empty one is none', async () => {
    const g = await gateway();
    g.provider.script.connect = (session, phone) =>
      phone === undefined ? session.offerQr() : session.offerCode();
    const written = [
      '+55 (11) 99999-0000',
      '\u202a+55\u00a011 99999-0000\u202c',
      'wa.me/5511999990000',
    ];
    for (const [at, number] of written.entries()) {
      await g.create(`shop${at}`);
      const { body } = await connect(g, `shop${at}`, `?number=${encodeURIComponent(number)}`);
      expect(body.pairingCode).toBe('ABCD1234');
      expect(g.provider.of(`shop${at}`).calls).toEqual(['connect 5511999990000']);
    }
    await g.create('shop');
    const { status, body } = await connect(g, 'shop', '?number=');
    expect([status, body.pairingCode]).toEqual([200, null]);
  });

  test('400 what is not a number of 7-15 digits', async () => {
    const g = await gateway();
    await g.create('shop');
    const wrong = {
      '123': 'number must be 7-15 digits',
      '123456': 'number must be 7-15 digits',
      [`${'1'.repeat(16)}`]: 'number must be 7-15 digits',
      '5511999990000.0': 'number must be a phone number without decimals',
      '0055119999900': 'and no country code begins with 0',
      abcdefgh: 'number must be a phone number',
    };
    for (const [number, reason] of Object.entries(wrong)) {
      const { status, body } = await connect(g, 'shop', `?number=${number}`);
      expect([status, body.error?.message]).toEqual([400, expect.stringContaining(reason)]);
    }
    expect(g.provider.sessions).toHaveLength(0);
  });

  test('400, 401, 403, 404 as everywhere', async () => {
    const g = await gateway();
    const { key } = await g.create('shop');
    expect((await connect(g, '-x')).status).toBe(400);
    expect((await g.call('GET', '/instance/connect/shop', { key: null })).status).toBe(401);
    expect((await g.call('GET', '/instance/connect/cafe', { key })).status).toBe(403);
    expect((await connect(g, 'nobody')).status).toBe(404);
  });
});

describe('GET /instance/connect without a code', () => {
  test('500 after 10 s, not before, and says where the instance stands', async () => {
    const g = await gateway();
    await g.create('shop');
    let isAnswered = false;
    const pending = connect(g).finally(() => {
      isAnswered = true;
    });
    await underWay(g);
    await g.clock.advance(9_999);
    expect(isAnswered).toBe(false);
    await g.clock.advance(1);
    const { status, body } = await pending;
    expect(status).toBe(500);
    expect(body.error).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'no code within 10 s: the instance is starting',
    });
    expect(g.directory.byName('shop')?.phase).toBe('starting');
  });

  test('500 after 10 s when the provider does not even answer', async () => {
    const g = await gateway();
    g.provider.script.connect = hang;
    await g.create('shop');
    const pending = connect(g);
    await until('it was asked', () => g.provider.sessions[0]?.calls.length === 1);
    await g.clock.advance(10_000);
    const { status, body } = await pending;
    expect(status).toBe(500);
    expect(body.error.message).toBe('no code within 10 s: the instance is created');
  });

  test('500 at once when the connection fails while it waits', async () => {
    const g = await gateway();
    await g.create('shop');
    const pending = connect(g);
    await underWay(g);
    await g.provider.of('shop').host.enter('banned', 'the account is banned');
    const { status, body } = await pending;
    expect(status).toBe(500);
    expect(body.error.message).toBe('no code came: the instance is banned (the account is banned)');
  });

  test('409 when the instance is logged out while it waits', async () => {
    const g = await gateway();
    await g.create('shop');
    const pending = connect(g);
    await underWay(g);
    await g.provider.of('shop').host.enter('logged_out', 'logged out by request');
    const { status, body } = await pending;
    expect([status, body.error.message]).toEqual([
      409,
      'no code: the instance is logged_out (logged out by request)',
    ]);
  });

  test('404 when the instance is deleted while it waits', async () => {
    const g = await gateway();
    await g.create('shop');
    const pending = connect(g);
    await underWay(g);
    await g.call('DELETE', '/instance/delete/shop');
    await g.clock.advance(1_000);
    expect((await pending).status).toBe(404);
  });

  test('500 names what the provider says, and the instance is recorded as failed', async () => {
    const g = await gateway();
    g.provider.script.connect = async () => {
      throw new Error('no route to the platform');
    };
    await g.create('shop');
    const { status, body } = await connect(g);
    expect(status).toBe(500);
    expect(body.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(body.error.message).toContain('no route to the platform');
    expect(g.directory.byName('shop')).toMatchObject({
      state: 'close',
      phase: 'failed',
      reason: 'no route to the platform',
    });
  });

  test('500 a session that closed by itself is not recorded as failed', async () => {
    const g = await gateway();
    g.provider.script.connect = async ({ host }) => {
      await host.enter('banned', 'too many logins');
      throw new Error('closed');
    };
    await g.create('shop');
    expect((await connect(g)).status).toBe(500);
    expect(g.directory.byName('shop')).toMatchObject({
      phase: 'banned',
      reason: 'too many logins',
    });
  });

  test("400 a provider's own refusal passes as it is", async () => {
    const g = await gateway();
    g.provider.script.connect = async () => {
      throw new AppError('invalid', 'the number is not on this platform');
    };
    await g.create('shop');
    const { status, body } = await connect(g);
    expect(status).toBe(400);
    expect(body.error.message).toBe('the number is not on this platform');
    expect(g.directory.byName('shop')?.phase).toBe('created');
  });

  test('409 an instance whose provider is left out', async () => {
    const g = await gateway();
    const { id } = await g.create('shop');
    await g.database.query("update instances set provider = 'whatsapp' where id = ?", [id]);
    const { status, body } = await connect(await g.restarted());
    expect([status, body.error.reason]).toEqual([409, 'provider_left_out']);
    expect(body.error.message).toContain('whatsapp is not part of this deployment');
  });

  test('404 an instance deleted while its call waited', async () => {
    const g = await gateway();
    await g.create('shop');
    g.provider.script.stop = () => new Promise((resolve) => g.clock.after(100, resolve));
    g.provider.script.connect = (session) => session.offerQr();
    await connect(g);
    await g.provider.of('shop').host.enter('qr_timeout', null);
    const deletion = g.call('DELETE', '/instance/delete/shop');
    await until('the session is ending', () => g.provider.of('shop').calls.includes('stop'));
    const pending = connect(g);
    await g.clock.advance(100);
    expect((await deletion).status).toBe(200);
    expect((await pending).status).toBe(404);
  });
});
