import { describe, expect, test } from 'bun:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { ACCOUNT, bench, openBench, refusal } from './setup.ts';

const SCANNED = { number: '5511999990000', pushName: 'Shop' };
const CODE = /^2@[A-Za-z0-9+/]{80}(,[A-Za-z0-9+/]{43}=){3}$/;

describe('connecting by QR code', () => {
  test('starts, publishes the code, then waits for the phone', async () => {
    const { session, host } = bench();
    await session.connect({});
    expect(host.recorded).toEqual(['starting', 'QRCode', 'waiting_qr']);
    expect(host.phases.map(({ reason }) => reason)).toEqual([
      'connecting',
      'waiting for the QR code to be scanned',
    ]);
  });

  test('offers the code that it published, which looks like one of WhatsApp', async () => {
    const { session, host, clock } = bench();
    await session.connect({});
    const offer = session.offer();
    if (offer?.kind !== 'qr') throw new Error('no QR code');
    expect(offer.code).toMatch(CODE);
    expect(offer).toMatchObject({ count: 1, maxCount: 3, expiresInMs: 60_000 });
    const { code, image } = offer;
    const data = { code, qrcode: image, count: 1, maxCount: 3 };
    expect(host.events).toEqual([{ type: 'QRCode', data, secretUntil: clock.steady() + 60_000 }]);
    const picture = PNG.sync.read(Buffer.from(image.split(',')[1] ?? '', 'base64'));
    const { data: pixels, width, height } = picture;
    expect(jsQR(new Uint8ClampedArray(pixels), width, height)?.data).toBe(code);
  });

  test('offers nothing before it is asked to connect', () => {
    const { session, host, clock } = bench();
    expect(session.offer()).toBeNull();
    expect(host.recorded).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test('shows the first code for 60 s and each one after it for 20 s', async () => {
    const { session, host, clock } = bench();
    await session.connect({});
    const start = clock.steady();
    const shown = () => (session.offer() as { count: number } | null)?.count;
    await clock.advance(59_999);
    expect(shown()).toBe(1);
    await clock.advance(1);
    expect(shown()).toBe(2);
    await clock.advance(19_999);
    expect(shown()).toBe(2);
    await clock.advance(1);
    expect(shown()).toBe(3);
    const codes = host.events.filter(({ type }) => type === 'QRCode');
    expect(codes.map(({ secretUntil }) => (secretUntil ?? 0) - start)).toEqual([
      60_000, 80_000, 100_000,
    ]);
    expect(new Set(codes.map(({ data }) => (data as { code: string }).code)).size).toBe(3);
    expect(host.phases.map(({ phase }) => phase)).toEqual(['starting', 'waiting_qr']);
  });

  test('offers a code no longer from the moment it is void', async () => {
    const { session, clock } = bench();
    let offered: unknown = 'never asked';
    clock.after(60_000, () => {
      offered = session.offer();
    });
    await session.connect({});
    await clock.advance(60_000);
    expect(offered).toBeNull();
  });

  test('ends with qr_timeout when the last code has run out, and wipes the codes', async () => {
    const { session, host, clock } = bench();
    await session.connect({});
    await clock.advance(99_999);
    expect(session.offer()).not.toBeNull();
    await clock.advance(1);
    expect(session.offer()).toBeNull();
    expect(host.recorded.slice(-2)).toEqual(['codes wiped', 'qr_timeout']);
    expect(host.phases.at(-1)?.reason).toBe('no phone scanned any of 3 QR codes');
    expect(clock.pending()).toBe(0);
    expect(await refusal(session.scan(SCANNED))).toBe('conflict: there is no QR code to scan');
  });

  test('counts from 1 again when it is asked again after that', async () => {
    const { session, clock } = bench();
    await session.connect({});
    await clock.advance(100_000);
    await session.connect({});
    expect(session.offer()).toMatchObject({ kind: 'qr', count: 1 });
  });

  test('goes on offering the code when it is asked again meanwhile', async () => {
    const { session, host } = bench();
    await session.connect({});
    const offer = session.offer();
    await session.connect({});
    expect(session.offer()).toEqual(offer);
    expect(host.recorded).toEqual(['starting', 'QRCode', 'waiting_qr']);
  });

  test('changes to a pairing code when asked for one, and wipes the QR codes', async () => {
    const { session, host, clock } = bench();
    await session.connect({});
    await session.connect({ phone: '5511999990000' });
    expect(session.offer()?.kind).toBe('code');
    expect(host.recorded.slice(3)).toEqual(['codes wiped', 'starting', 'pairing']);
    expect(clock.pending()).toBe(1);
  });
});

describe('scanning', () => {
  test('pairs, connects and catches up, in this order', async () => {
    const { session, host } = bench();
    await session.connect({});
    await session.scan(SCANNED);
    expect(host.recorded.slice(3)).toEqual([
      'pairing',
      'PairSuccess',
      'paired',
      'codes wiped',
      'syncing',
      'Connected',
      'OfflineSyncCompleted',
      'open',
    ]);
    expect(host.phases.slice(-3).map(({ reason }) => reason)).toEqual([
      'QR code scanned',
      'paired',
      'connected',
    ]);
    expect(host.wasOverlapped()).toBe(false);
  });

  test('publishes who the account is', async () => {
    const { session, host } = bench();
    await session.connect({});
    await session.scan(SCANNED);
    const { jid, pushName } = ACCOUNT;
    expect(host.account()).toEqual(ACCOUNT);
    expect(host.events.slice(1)).toEqual([
      {
        type: 'PairSuccess',
        data: { ID: jid, jid, BusinessName: '', Platform: 'android', pushName, status: 'open' },
      },
      { type: 'Connected', data: { status: 'open', jid, pushName } },
      { type: 'OfflineSyncCompleted', data: { Count: 0 } },
    ]);
  });

  test('ends the offer and every timer', async () => {
    const { session, clock } = bench();
    await session.connect({});
    await session.scan(SCANNED);
    expect(session.offer()).toBeNull();
    expect(clock.pending()).toBe(0);
  });

  test('invents a number that no telephone has where none is given', async () => {
    const { session, host } = bench();
    await session.connect({});
    await session.scan({});
    expect(host.account()?.jid).toMatch(/^1555\d{7}@s\.whatsapp\.net$/);
    expect(host.account()?.pushName).toBe('Sandbox');
  });

  test('takes one phone only, however many scan at once', async () => {
    const { session, host } = bench();
    await session.connect({});
    const answers = await Promise.all([
      refusal(session.scan(SCANNED)),
      refusal(session.scan({ number: '5511888880000' })),
    ]);
    expect(answers).toEqual([null, 'conflict: there is no QR code to scan']);
    expect(host.account()).toEqual(ACCOUNT);
    expect(host.recorded.filter((name) => name === 'PairSuccess')).toHaveLength(1);
    expect(host.wasOverlapped()).toBe(false);
  });

  test('is refused where there is no QR code: unconnected, open, or pairing by code', async () => {
    const noCode = 'conflict: there is no QR code to scan';
    expect(await refusal(bench().session.scan(SCANNED))).toBe(noCode);
    expect(await refusal((await openBench()).session.scan(SCANNED))).toBe(noCode);
    const byCode = bench();
    await byCode.session.connect({ phone: '5511999990000' });
    expect(await refusal(byCode.session.scan(SCANNED))).toBe(noCode);
  });

  test('at the moment a code expires finds no code, or the next one', async () => {
    const { session, host, clock } = bench({ qrMaxCount: 1 });
    await session.connect({});
    const advanced = clock.advance(60_000);
    const scanned = refusal(session.scan(SCANNED));
    await advanced;
    expect(await scanned).toBe('conflict: there is no QR code to scan');
    expect(host.phases.at(-1)?.phase).toBe('qr_timeout');
  });
});
