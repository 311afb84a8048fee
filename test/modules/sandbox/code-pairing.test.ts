import { describe, expect, test } from 'bun:test';
import { bench, refusal } from './setup.ts';

describe('connecting by pairing code', () => {
  const phone = '5511999990000';
  const codeOf = (offer: unknown) => (offer as { pairingCode: string }).pairingCode;

  test('offers one code to type and publishes no QR code', async () => {
    const { session, host } = bench();
    await session.connect({ phone });
    const pairingCode = expect.any(String);
    expect(session.offer()).toEqual({ kind: 'code', pairingCode, expiresInMs: 100_000 });
    expect(codeOf(session.offer())).toMatch(/^[1-9A-HJ-NP-TV-Z]{8}$/);
    expect(host.recorded).toEqual(['starting', 'pairing']);
  });

  test('offers the code for as long as all QR codes together would live', async () => {
    const { session, host, clock } = bench();
    await session.connect({ phone });
    const code = codeOf(session.offer());
    await clock.advance(99_999);
    expect(codeOf(session.offer())).toBe(code);
    await clock.advance(1);
    expect(session.offer()).toBeNull();
    expect(host.recorded.slice(2)).toEqual(['codes wiped', 'qr_timeout']);
    expect(host.phases.at(-1)?.reason).toBe('no phone typed the pairing code');
  });

  test('pairs the phone it was asked for', async () => {
    const { session, host } = bench();
    await session.connect({ phone });
    await session.pair(codeOf(session.offer()));
    expect(host.recorded.slice(2)).toEqual([
      'pairing',
      'PairSuccess',
      'paired',
      'codes wiped',
      'syncing',
      'Connected',
      'OfflineSyncCompleted',
      'open',
    ]);
    expect(host.account()?.jid).toBe(`${phone}@s.whatsapp.net`);
  });

  test('takes the code in small letters and with a dash', async () => {
    const { session, host } = bench();
    await session.connect({ phone });
    const code = codeOf(session.offer()).toLowerCase();
    await session.pair(`${code.slice(0, 4)}-${code.slice(4)}`);
    expect(host.phases.at(-1)?.phase).toBe('open');
  });

  test('refuses another code and goes on waiting', async () => {
    const { session, host } = bench();
    await session.connect({ phone });
    expect(await refusal(session.pair('00000000'))).toBe('invalid: code is not the pairing code');
    expect(session.offer()).not.toBeNull();
    expect(host.recorded).toEqual(['starting', 'pairing']);
  });

  test('is refused where no code is on offer', async () => {
    const { session } = bench();
    expect(await refusal(session.pair('00000000'))).toBe(
      'conflict: there is no pairing code to type',
    );
    await session.connect({});
    expect(await refusal(session.pair('00000000'))).toBe(
      'conflict: there is no pairing code to type',
    );
  });

  test('makes a new code for another number, and changes back to QR codes', async () => {
    const { session, host } = bench();
    await session.connect({ phone });
    const first = codeOf(session.offer());
    await session.connect({ phone: '5511888880000' });
    expect(codeOf(session.offer())).not.toBe(first);
    await session.connect({});
    expect(session.offer()).toMatchObject({ kind: 'qr', count: 1 });
    expect(host.phases.at(-1)?.phase).toBe('waiting_qr');
  });
});
