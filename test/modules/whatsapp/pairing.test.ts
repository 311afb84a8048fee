import { afterEach, describe, expect, test } from 'bun:test';
import type { Place } from '../../../src/core/shared/crypto.ts';
import { CONTACT, PHONE } from '../../conformance/provider-stage.ts';
import { type RecordingHost, recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';
import {
  bench,
  endAll,
  nobodyConnected,
  openBench,
  pairingCodeOf,
  phaseIs,
  qrOf,
  reasonOf,
  recorded,
  rowsOf,
  timesRecorded,
} from './setup.ts';

import { vault as soundVault } from './stage.ts';

afterEach(endAll);

const NOTHING = { credentials: 0, keys: 0, inbox: 0 };
const codesOf = (host: RecordingHost) =>
  host.events.flatMap((event) => (event.type === 'QRCode' ? [event.data] : []));

test('a device that is linked leaves 812 one-time keys with WhatsApp, and has them all itself', async () => {
  const made = await bench();
  const { host, session, phone, whatsapp } = made;
  whatsapp.makesPairingShort = false;
  await session.connect({});
  await phone.scan(() => qrOf(made));
  await recorded(host, 'OfflineSyncCompleted');
  await until('they are there', () => phone.devices[0]?.preKeys.length === 812);
  expect((await rowsOf(made)).keys).toBeGreaterThanOrEqual(812);
  expect(whatsapp.complaints).toEqual([]);
});

describe('codes to scan', () => {
  test('follow each other; the next batch comes on another connection, and then it is over', async () => {
    const made = await bench({ timing: { qrMs: 25 }, qrMaxCount: 8 });
    const { host, session, whatsapp } = made;
    await session.connect({});
    await phaseIs(host, 'qr_timeout');
    expect(codesOf(host).map(({ count }) => count)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(codesOf(host).map(({ code }) => code)).size).toBe(8);
    expect(reasonOf(host)).toBe('no phone scanned any of 8 QR codes');
    expect(timesRecorded(host, 'waiting_qr')).toBe(1);
    await nobodyConnected(made);
    expect(whatsapp.complaints).toEqual([]);
    expect(await rowsOf(made)).toEqual(NOTHING);
  });

  test('begin anew when the attempt is restarted: the code shown before is void', async () => {
    const made = await bench();
    const { host, session, phone } = made;
    await session.connect({});
    const first = await qrOf(made);
    await session.restart();
    await until('another code', () => codesOf(host).length === 2);
    const second = await qrOf(made);
    expect(second).not.toBe(first);
    expect(codesOf(host)[1]).toMatchObject({ count: 1 });
    await phone.scan(first).then(
      () => expect.unreachable(),
      (error) => expect(error.message).toContain('no longer shown'),
    );
    await phone.scan(() => qrOf(made));
    await phaseIs(host, 'open');
    expect(timesRecorded(host, 'PairSuccess')).toBe(1);
  });

  test('stay as they are when the same is asked again', async () => {
    const made = await bench();
    await made.session.connect({});
    const code = await qrOf(made);
    await made.session.connect({});
    expect(await qrOf(made)).toBe(code);
    expect(codesOf(made.host)).toHaveLength(1);
    expect(made.whatsapp.connections).toBe(1);
  });

  test('come in time on a clock that stands still: nothing of ours rotates them', async () => {
    const clock = manualClock();
    const made = await bench({ clock });
    await made.session.connect({});
    await qrOf(made);
    await clock.advance(59_999);
    expect(made.session.offer()?.kind).toBe('qr');
    await clock.advance(1);
    expect(made.session.offer()).toBeNull();
  });

  test('that nobody confirms after the scan time out, and leave nothing behind', async () => {
    const made = await bench({ timing: { qrMs: 60 } });
    made.phone.vanishesAfter = 'scan';
    await made.session.connect({});
    await made.phone.scan(() => qrOf(made));
    await phaseIs(made.host, 'qr_timeout');
    expect(reasonOf(made.host)).toContain('no phone scanned');
    expect(made.host.account()).toBeNull();
    expect(await rowsOf(made)).toEqual(NOTHING);
  });
});

describe('codes to type', () => {
  test('take the place of those to scan, and the other way round', async () => {
    const made = await bench();
    const { host, session, phone } = made;
    await session.connect({});
    await qrOf(made);
    await session.connect({ phone: PHONE });
    expect(await pairingCodeOf(made)).toMatch(/^[1-9A-HJ-NP-TV-Z]{8}$/);
    expect(timesRecorded(host, 'codes wiped')).toBe(1);
    expect(host.phases.at(-1)?.phase).toBe('pairing');
    await session.connect({});
    await qrOf(made);
    expect(codesOf(host)).toHaveLength(2);
    await phone.scan(() => qrOf(made));
    await phaseIs(host, 'open');
    expect(host.account()?.jid).toBe(`${PHONE}@s.whatsapp.net`);
  });

  test('can be typed wrong first', async () => {
    const made = await bench();
    const { host, session, phone } = made;
    await session.connect({ phone: PHONE });
    const code = await pairingCodeOf(made);
    const wrong = `${code.slice(0, 7)}${code.endsWith('1') ? '2' : '1'}`;
    await phone.type(wrong).then(
      () => expect.unreachable(),
      (error) => expect(error.message).toBe('wrong code'),
    );
    expect(await pairingCodeOf(made)).toBe(code);
    await phone.type(code);
    await recorded(host, 'OfflineSyncCompleted');
    expect(timesRecorded(host, 'PairSuccess')).toBe(1);
    expect(timesRecorded(host, 'QRCode')).toBe(0);
    expect(made.whatsapp.complaints).toEqual([]);
  });

  test('that the phone turns away from time out, and leave nothing behind', async () => {
    const made = await bench({ timing: { qrMs: 60 } });
    made.phone.vanishesAfter = 'hello';
    await made.session.connect({ phone: PHONE });
    await made.phone.type(await pairingCodeOf(made));
    await phaseIs(made.host, 'qr_timeout');
    expect(reasonOf(made.host)).toBe('no phone typed the pairing code');
    expect(await rowsOf(made)).toEqual(NOTHING);
    await nobodyConnected(made);
  });

  test('are new for another number', async () => {
    const made = await bench();
    await made.session.connect({ phone: PHONE });
    const first = await pairingCodeOf(made);
    await made.session.connect({ phone: CONTACT });
    await until('another code', () => {
      const offer = made.session.offer();
      return offer?.kind === 'code' && offer.pairingCode !== first;
    });
    expect(made.whatsapp.connections).toBe(1);
  });

  test('survive a lost connection as another code, never as a login that was not granted', async () => {
    const clock = manualClock();
    const made = await bench({ clock });
    const { host, session, whatsapp, phone } = made;
    await session.connect({ phone: PHONE });
    const first = await pairingCodeOf(made);
    await whatsapp.goDown();
    await until('a retry is due', () => clock.pending() === 1);
    expect(session.offer()).toBeNull();
    whatsapp.comeBack();
    await clock.advance(500);
    const second = await pairingCodeOf(made);
    expect(second).not.toBe(first);
    await phone.type(second);
    await phaseIs(host, 'open');
    expect(timesRecorded(host, 'LoggedOut')).toBe(0);
  });
});

const LOST = /^(WhatsApp cannot be reached|connection lost)/;

describe('a connection lost before any phone has answered', () => {
  test('is tried again, and given up after five times with the reason', async () => {
    const clock = manualClock();
    const made = await bench({ clock });
    const { host, session, whatsapp } = made;
    await session.connect({});
    await qrOf(made);
    await whatsapp.goDown();
    for (const wait of [500, 1_000, 2_000, 4_000, 8_000]) {
      await until('a retry is due', () => clock.pending() === 1);
      await until('it says so', () => LOST.test(reasonOf(host)));
      await clock.advance(wait - 1);
      expect(clock.pending()).toBe(1);
      await clock.advance(1);
    }
    await phaseIs(host, 'failed');
    expect(reasonOf(host)).toMatch(/^WhatsApp cannot be reached: .*ECONNREFUSED/);
    expect(clock.pending()).toBe(0);
    expect(timesRecorded(host, 'codes wiped')).toBeGreaterThan(0);
    expect(await rowsOf(made)).toEqual(NOTHING);
  });

  test('goes on with a new code when WhatsApp is back', async () => {
    const clock = manualClock();
    const made = await bench({ clock });
    await made.session.connect({});
    await qrOf(made);
    await made.whatsapp.goDown();
    await until('a retry is due', () => clock.pending() === 1);
    made.whatsapp.comeBack();
    await clock.advance(500);
    await made.phone.scan(() => qrOf(made));
    await phaseIs(made.host, 'open');
  });

  test('to a server that was never there says so from the first moment', async () => {
    const clock = manualClock();
    const made = await bench({ clock });
    await made.whatsapp.goDown();
    await made.session.connect({});
    await until('it is said', () => reasonOf(made.host).startsWith('WhatsApp cannot be reached'));
    expect(made.host.phases.at(-1)?.phase).toBe('starting');
    expect(made.session.offer()).toBeNull();
  });

  test('is no wait for ever where the server takes the call and says nothing', async () => {
    const clock = manualClock();
    const made = await bench({ clock, timing: { connectMs: 100 } });
    made.whatsapp.ignoresNewcomers = true;
    await made.session.connect({});
    await until('a retry is due', () => clock.pending() === 1);
    await until('it is said', () => LOST.test(reasonOf(made.host)));
    made.whatsapp.ignoresNewcomers = false;
    await until('a QR code is offered', async () => {
      // On a busy machine a further connection may take more than 0.1 s.
      if (clock.pending() === 1) await clock.advance(60_000);
      return made.session.offer() !== null;
    });
  });

  test('is no wait for ever where nobody takes the call', async () => {
    const clock = manualClock();
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    const socketUrl = `ws://127.0.0.1:${silent.port}/`;
    const made = await bench({ clock, socketUrl, timing: { connectMs: 100 } });
    await made.session.connect({});
    await until('a retry is due', () => clock.pending() === 1);
    const reason = 'connection lost: WhatsApp has not answered within 0.1 s';
    await until('it is said', () => reasonOf(made.host) === reason);
    silent.stop(true);
  });

  test.each([
    [403, 'banned', /banned/],
    [405, 'failed', /WHATSAPP_WEB_VERSION/],
    [401, 'failed', /logged out/],
  ])('by the refusal %i has failed at once', async (code, _, reason) => {
    const clock = manualClock();
    const made = await bench({ clock });
    made.whatsapp.refuseLogins(code);
    await made.session.connect({});
    await phaseIs(made.host, 'failed');
    expect(reasonOf(made.host)).toMatch(reason);
    expect(timesRecorded(made.host, 'LoggedOut')).toBe(0);
    expect(clock.pending()).toBe(0);
    await nobodyConnected(made);
  });
});

describe('the first login', () => {
  /** Scanned, and refused from there on. */
  const refused = async (code: number) => {
    const clock = manualClock();
    const made = await bench({ clock });
    await made.session.connect({});
    await qrOf(made);
    const scanned = made.phone.scan(() => qrOf(made));
    made.whatsapp.refuseLogins(code);
    await scanned;
    return { ...made, clock };
  };

  test('that is refused with 401 is a log-out, and nothing is left', async () => {
    const made = await refused(401);
    await phaseIs(made.host, 'logged_out');
    expect(timesRecorded(made.host, 'PairSuccess')).toBe(1);
    expect(timesRecorded(made.host, 'LoggedOut')).toBe(1);
    expect(made.host.account()).toBeNull();
    expect(await rowsOf(made)).toEqual(NOTHING);
  });

  test('that is refused with 503 is tried again with the same device', async () => {
    const made = await refused(503);
    await until('a retry is due', () => made.clock.pending() === 1);
    made.whatsapp.refuseLogins(null);
    await made.clock.advance(500);
    await recorded(made.host, 'OfflineSyncCompleted');
    expect(timesRecorded(made.host, 'PairSuccess')).toBe(1);
    expect(made.phone.devices).toHaveLength(1);
  });
});

describe('a phone that has accepted', () => {
  test('while WhatsApp does not hang up: after 30 s we do, and log in', async () => {
    const clock = manualClock();
    const made = await bench({ clock });
    made.whatsapp.hangsUpAfterPairing = false;
    await made.session.connect({});
    await made.phone.scan(() => qrOf(made));
    await phaseIs(made.host, 'syncing');
    await clock.advance(29_999);
    expect(made.phone.devices[0]?.logins).toBe(0);
    await clock.advance(1);
    await recorded(made.host, 'OfflineSyncCompleted');
    expect(made.phone.devices[0]?.logins).toBe(1);
    expect(timesRecorded(made.host, 'PairSuccess')).toBe(1);
    expect(made.whatsapp.connections).toBe(1);
  });
});

describe('a pairing that the disk does not take', () => {
  test.each(['pairing', 'PairSuccess', 'paired', 'codes wiped', 'syncing'] as const)(
    'at "%s" is there once the disk is back, with PairSuccess once',
    async (step) => {
      const clock = manualClock();
      const made = await bench({ clock });
      const { host, session, phone } = made;
      await session.connect({});
      await qrOf(made);
      host.failOn(step);
      const scanned = phone.scan(() => qrOf(made));
      await until('it goes on', async () => {
        await clock.advance(500);
        return host.recorded.includes('OfflineSyncCompleted');
      });
      await scanned;
      expect(timesRecorded(host, 'PairSuccess')).toBe(1);
      expect(host.recorded.indexOf('PairSuccess')).toBeLessThan(host.recorded.indexOf('paired'));
      expect(host.account()?.jid).toBe(`${PHONE}@s.whatsapp.net`);
    },
  );

  test('because the credentials cannot be saved says so, and is not used before they are', async () => {
    const clock = manualClock();
    let isBroken = false;
    const vault = {
      ...soundVault,
      seal(plain: string, place: Place) {
        if (isBroken) throw new Error('no space left on device');
        return soundVault.seal(plain, place);
      },
    };
    const made = await bench({ clock, vault });
    const { host, session, phone } = made;
    await session.connect({});
    await qrOf(made);
    isBroken = true;
    const scanned = phone.scan(() => qrOf(made));
    const reason = 'the credentials cannot be saved: no space left on device';
    await until('it says so', () => reasonOf(host) === reason);
    expect(host.phases.at(-1)?.phase).toBe('pairing');
    await until('it is tried again', () => clock.pending() === 1);
    await clock.advance(500);
    expect(timesRecorded(host, 'PairSuccess')).toBe(0);
    expect(host.account()).toBeNull();
    // WhatsApp has no answer yet, so a crash now would leave no device on the phone that nobody can log in as.
    expect(phone.devices).toEqual([]);
    isBroken = false;
    await until('it goes on', async () => {
      await clock.advance(1_000);
      return host.recorded.includes('OfflineSyncCompleted');
    });
    await scanned;
    expect(timesRecorded(host, 'PairSuccess')).toBe(1);
    expect(phone.devices[0]?.logins).toBe(1);
    const { host: later, session: again } = made.again();
    await session.stop();
    await again.connect({});
    await phaseIs(later, 'open');
  });
});

test('a pairing whose account was not remembered before a crash is taken up again', async () => {
  const made = await openBench();
  await made.session.stop();
  const host = recordingHost(made.host.instanceId);
  const session = made.provider.open(host, null);
  await session.connect({});
  await recorded(host, 'OfflineSyncCompleted');
  expect(host.recorded.filter((name) => name !== 'codes wiped')).toEqual([
    'pairing',
    'PairSuccess',
    'paired',
    'syncing',
    'starting',
    'Connected',
    'open',
    'OfflineSyncCompleted',
  ]);
  expect(host.account()).toEqual(made.host.account());
  expect(made.phone.devices).toHaveLength(1);
  await session.stop();
});
