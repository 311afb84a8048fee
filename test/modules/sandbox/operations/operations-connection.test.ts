import { describe, expect, test } from 'bun:test';
import { ACCOUNT, FROM, openSandbox, sandboxServer } from './setup.ts';

describe('POST /sandbox/:instanceName/scan', () => {
  test('200 pairs with the number given', async () => {
    const { post, session, host } = await sandboxServer();
    await session.connect({});
    const { status, json } = await post('scan', { number: '5511999990000', pushName: 'Shop' });
    expect([status, json]).toEqual([200, { success: true, message: 'QR code scanned' }]);
    expect(host.account()).toEqual(ACCOUNT);
  });

  test('200 pairs with the number of the instance where none is given, and without a body', async () => {
    const { post, session, host } = await sandboxServer({ number: '5511777770000' });
    await session.connect({});
    expect((await post('scan')).status).toBe(200);
    expect(host.account()?.jid).toBe('5511777770000@s.whatsapp.net');
  });

  test('200 invents a number where none was given', async () => {
    const { post, session, host } = await sandboxServer();
    await session.connect({});
    expect((await post('scan', {})).status).toBe(200);
    expect(host.account()?.jid).toMatch(/^1555\d{7}@s\.whatsapp\.net$/);
  });

  test('409 there is no QR code', async () => {
    const { post } = await sandboxServer();
    const { status, json } = await post('scan', {});
    expect([status, json.error.code]).toEqual([409, 'CONFLICT']);
    expect(json.error.message).toBe('there is no QR code to scan');
  });

  test('400 number is not a phone number', async () => {
    const { post } = await sandboxServer();
    for (const number of ['123', 'abc', '1234567890123456', 5511999.5, false]) {
      const { status, json } = await post('scan', { number });
      expect([status, json.error.code]).toEqual([400, 'BAD_REQUEST']);
      expect(json.error.message).toContain('number');
    }
  });
});

describe('POST /sandbox/:instanceName/pair', () => {
  test('200 pairs with the code on offer', async () => {
    const { post, session, host } = await sandboxServer();
    await session.connect({ phone: '5511999990000' });
    const offer = session.offer();
    if (offer?.kind !== 'code') throw new Error('no pairing code');
    const { status, json } = await post('pair', { code: offer.pairingCode });
    expect([status, json]).toEqual([200, { success: true, message: 'Pairing code typed' }]);
    expect(host.account()?.jid).toBe(ACCOUNT.jid);
  });

  test('400 the code is another, or missing', async () => {
    const { post, session } = await sandboxServer();
    await session.connect({ phone: '5511999990000' });
    expect((await post('pair', { code: 'AAAAAAAA' })).status).toBe(400);
    const { status, json } = await post('pair', {});
    expect([status, json.error.message]).toEqual([400, 'The body is invalid: code is required']);
  });

  test('409 there is no pairing code', async () => {
    const { post } = await sandboxServer();
    expect((await post('pair', { code: 'AAAAAAAA' })).status).toBe(409);
  });
});

describe('POST /sandbox/:instanceName/drop and /remove', () => {
  test('200 drop: the connection is lost and comes back', async () => {
    const { post, host, clock } = await openSandbox();
    const { status, json } = await post('drop');
    expect([status, json.success]).toEqual([200, true]);
    expect(host.recorded).toEqual(['reconnecting']);
    await clock.advance(1000);
    expect(host.phases.at(-1)?.phase).toBe('open');
    expect(host.recorded).not.toContain('LoggedOut');
  });

  test('200 remove: LoggedOut once', async () => {
    const { post, host } = await openSandbox();
    expect((await post('remove')).json).toEqual({ success: true, message: 'Device removed' });
    expect(host.recorded).toEqual(['LoggedOut', 'unpaired', 'logged_out']);
    expect((await post('remove')).status).toBe(409);
  });

  test('409 drop, remove: not connected', async () => {
    const { post } = await sandboxServer();
    expect((await post('drop')).status).toBe(409);
    expect((await post('remove', {})).status).toBe(409);
  });
});

describe('GET /sandbox/:instanceName/sent', () => {
  test('200 lists what was sent, oldest first', async () => {
    const { call, session } = await openSandbox();
    expect((await call('GET', '/sandbox/shop/sent')).json).toEqual([]);
    const first = await session.send({ number: FROM, content: { kind: 'text', text: 'one' } });
    const second = await session.send({ number: FROM, content: { kind: 'text', text: 'two' } });
    const { status, json } = await call('GET', '/sandbox/shop/sent');
    expect(status).toBe(200);
    const shown = { number: FROM, remoteJid: `${FROM}@s.whatsapp.net` };
    expect(json).toEqual([
      { id: first.id, ...shown, text: 'one', timestamp: first.timestamp },
      { id: second.id, ...shown, text: 'two', timestamp: second.timestamp },
    ]);
  });

  test('200 shows everything of sent media but the bytes', async () => {
    const { call, session } = await openSandbox();
    const file = { number: FROM, bytes: new Uint8Array(7), mimetype: 'application/pdf' };
    const bare = await session.sendMedia({ ...file, kind: 'image' });
    const named = { caption: 'Prices', fileName: 'prices.pdf' };
    const full = await session.sendMedia({ ...file, ...named, kind: 'document' });
    const { status, json } = await call('GET', '/sandbox/shop/sent');
    expect(status).toBe(200);
    const { remoteJid, timestamp } = bare;
    const shown = { number: FROM, remoteJid, timestamp, mimetype: 'application/pdf', size: 7 };
    expect(json).toEqual([
      { id: bare.id, ...shown, kind: 'image' },
      { id: full.id, ...shown, ...named, kind: 'document' },
    ]);
  });
});
