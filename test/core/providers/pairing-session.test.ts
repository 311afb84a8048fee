import { describe, expect, test } from 'bun:test';
import {
  type PairingOptions,
  PairingSession,
} from '../../../src/core/providers/pairing-session.ts';
import { type CodeSource, PairingProgress } from '../../../src/core/providers/pairing-state.ts';
import { PasskeyCeremony } from '../../../src/core/providers/passkey.ts';
import { SessionTasks } from '../../../src/core/providers/session-tasks.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { Authenticator } from '../../doubles/authenticator.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { refusal } from '../../modules/sandbox/setup.ts';
import { recordingHost } from './recording-host.ts';

const ACCOUNT = { jid: '5511999990000@s.whatsapp.net', pushName: 'Shop' };
const LINKED = { businessName: '', platform: 'android' };
const PHONE = '5511999990000';

/** A session whose source does nothing but record that it was called, unless the test says otherwise. */
function staged(source: Partial<CodeSource> = {}, options: Partial<PairingOptions> = {}) {
  const clock = manualClock();
  const host = recordingHost();
  const tasks = new SessionTasks(
    clock,
    createLog('debug', clock.now, () => {}),
    'shop',
  );
  const calls: string[] = [];
  const progress = new PairingProgress(false);
  const session = new PairingSession(
    { clock, host, tasks, progress, qrMaxCount: 3, batchSize: 3, ...options },
    {
      request: async (phone) => void calls.push(`request ${phone ?? 'QR codes'}`),
      stop: () => void calls.push('stop'),
      forget: async () => void calls.push('forget'),
      failure: (error) => `failed by ${error}`,
      ...source,
    },
  );
  const shown = () => {
    const offer = session.offer();
    if (offer?.kind === 'qr') return offer.count;
    return offer?.kind === 'code' ? offer.pairingCode : null;
  };
  return { clock, host, tasks, progress, calls, session, shown };
}

describe('codes that the platform sends', () => {
  test('are requested once, after what an earlier attempt left behind is stopped', async () => {
    const { session, host, calls } = staged();
    await session.connect(undefined);
    await session.connect(undefined);
    expect(calls).toEqual(['stop', 'request QR codes']);
    expect(host.recorded).toEqual(['starting']);
    await session.connect(PHONE);
    expect(calls).toEqual(['stop', 'request QR codes', 'stop', `request ${PHONE}`]);
    expect(host.recorded).toEqual(['starting', 'codes wiped']);
  });

  test('live 60 s as the first of a batch and 20 s as the others, and are void without a successor', async () => {
    const { session, clock, shown } = staged();
    await session.connect(undefined);
    await session.offerQr('1');
    await clock.advance(59_999);
    expect(shown()).toBe(1);
    await clock.advance(1);
    expect(shown()).toBeNull();
    await session.offerQr('2');
    await clock.advance(19_999);
    expect(shown()).toBe(2);
    await clock.advance(1);
    expect(shown()).toBeNull();
    await session.codesOver();
    await session.offerQr('3');
    await clock.advance(59_999);
    expect(shown()).toBe(3);
    expect(clock.pending()).toBe(0);
  });

  test('are requested again while fewer than allowed were shown, and then time out', async () => {
    const { session, host, calls } = staged({}, { qrMaxCount: 2 });
    await session.connect(undefined);
    await session.offerQr('1');
    await session.codesOver();
    await session.offerQr('2');
    await session.codesOver();
    expect(calls).toEqual(['stop', 'request QR codes', 'request QR codes', 'stop', 'forget']);
    const reason = 'no phone scanned any of 2 QR codes';
    expect(host.phases.at(-1)).toEqual({ phase: 'qr_timeout', reason });
    expect(session.isUnderWay).toBe(false);
  });

  test('time out instead of being shown once as many as allowed were', async () => {
    const { session, host } = staged({}, { qrMaxCount: 1 });
    await session.connect(undefined);
    await session.offerQr('1');
    await session.offerQr('2');
    expect(host.recorded).toEqual([
      'starting',
      'QRCode',
      'waiting_qr',
      'codes wiped',
      'qr_timeout',
    ]);
  });

  test('come too late once the attempt is over', async () => {
    const { session, host, shown } = staged();
    await session.connect(undefined);
    await session.close('logged_out', 'logged out by request');
    await session.offerQr('1');
    await session.offerCode('ABCDEFGH');
    await session.codesOver();
    expect(shown()).toBeNull();
    expect(host.recorded).toEqual(['starting', 'codes wiped', 'logged_out']);
  });
});

describe('codes that are requested one by one', () => {
  test('follow each other when the last has expired, and then time out', async () => {
    const codes = ['1', '2'];
    const { session, clock, host, shown } = staged(
      { isRequestedForEach: true, request: () => session.offerQr(codes.shift() ?? '') },
      { qrMaxCount: 2, qrMs: 5_000 },
    );
    await session.connect(undefined);
    expect(shown()).toBe(1);
    await clock.advance(5_000);
    expect(shown()).toBe(2);
    await clock.advance(5_000);
    expect(shown()).toBeNull();
    expect(host.phases.at(-1)?.phase).toBe('qr_timeout');
    expect(clock.pending()).toBe(0);
  });

  test('end the attempt with the reason of the source when one cannot be stored', async () => {
    const { session, host, calls } = staged({
      isRequestedForEach: true,
      request: () => session.offerQr('1'),
    });
    host.failOn('QRCode');
    expect(await refusal(session.connect(undefined))).toBe('Error: the disk refused QRCode');
    const reason = 'failed by Error: the disk refused QRCode';
    expect(host.phases.at(-1)).toEqual({ phase: 'failed', reason });
    expect(calls).toEqual(['stop', 'stop', 'forget']);
  });
});

test('a code to type can be typed for as long as all QR codes of a batch would live', async () => {
  const { session, clock, host, shown } = staged({}, { batchSize: 6 });
  await session.connect(PHONE);
  await session.offerCode('ABCDEFGH');
  await clock.advance(159_999);
  expect(shown()).toBe('ABCDEFGH');
  await clock.advance(1);
  expect(shown()).toBeNull();
  await session.codesOver();
  expect(host.phases.at(-1)?.reason).toBe('no phone typed the pairing code');
});

test('no code is offered once the session has ended', async () => {
  const { session, tasks, shown } = staged();
  await session.connect(undefined);
  await session.offerQr('1');
  expect(shown()).toBe(1);
  await tasks.stop();
  expect(shown()).toBeNull();
});

describe('the consent of a phone', () => {
  test('ends the offer and is stored with PairSuccess before the account', async () => {
    const { session, progress, host, calls, shown } = staged({
      save: async () => void calls.push(`save after ${host.recorded.at(-1)}`),
    });
    await session.connect(undefined);
    await session.offerQr('1');
    session.accept(ACCOUNT, LINKED);
    expect(shown()).toBeNull();
    expect(progress.state).toBe('accepted');
    expect(await session.settle()).toEqual(ACCOUNT);
    expect(host.recorded.slice(3)).toEqual([
      'pairing',
      'PairSuccess',
      'paired',
      'codes wiped',
      'syncing',
    ]);
    expect(host.phases.at(-2)?.reason).toBe('QR code scanned');
    expect(calls.at(-1)).toBe('save after pairing');
    expect(progress.state).toBe('settled');
    expect(await session.settle()).toBeNull();
  });

  test('counts once: another one is ignored', async () => {
    const { session, host } = staged();
    await session.connect(undefined);
    session.accept(ACCOUNT, LINKED);
    session.accept({ ...ACCOUNT, pushName: 'Mallory' }, LINKED);
    expect(await session.settle()).toEqual(ACCOUNT);
    session.accept({ ...ACCOUNT, pushName: 'Mallory' }, LINKED);
    expect(await session.settle()).toBeNull();
    expect(host.recorded.filter((word) => word === 'PairSuccess')).toHaveLength(1);
  });

  test.each(['pairing', 'PairSuccess', 'paired', 'codes wiped', 'syncing'] as const)(
    'is stored by the next try when "%s" cannot be written, with PairSuccess and the account once',
    async (name) => {
      const { session, host } = staged();
      await session.connect(PHONE);
      session.accept(ACCOUNT, LINKED);
      host.failOn(name);
      expect(await refusal(session.settle())).toBe(`Error: the disk refused ${name}`);
      expect(await session.settle()).toEqual(ACCOUNT);
      expect(host.recorded.filter((word) => word === 'PairSuccess')).toHaveLength(1);
      expect(host.recorded.filter((word) => word === 'paired')).toHaveLength(1);
      expect(host.phases.map(({ reason }) => reason)).toContain('pairing code typed');
    },
  );
});

test('restarting is refused where no attempt is under way', async () => {
  const { session } = staged();
  expect(await refusal(session.restart())).toBe('conflict: not connected');
});

describe('a passkey ceremony', () => {
  const MINUTES_5 = 5 * 60_000;
  const CODE = 'ABCD-1234';

  /** The platform asks for the passkey while a QR code is shown, and gives its code for the browser's answer. */
  async function gated() {
    const made = staged();
    const { session, tasks } = made;
    await session.connect(undefined);
    await session.offerQr('1');
    const publicKey = { challenge: 'AAAA', rpId: 'whatsapp.com' };
    const ceremony = new PasskeyCeremony({
      publicKey,
      run: (work) => tasks.run(work),
      platform: {
        answer: () => session.closeOnFailure(() => session.offerToConfirm(CODE)),
        async confirm() {},
      },
    });
    await session.beginCeremony(ceremony);
    const answer = () => ceremony.answer(new Authenticator().use(publicKey));
    return { ...made, ceremony, answer };
  }

  test('walks through its phases and events in their order, and is confirmed by the link', async () => {
    const { session, host, ceremony, answer } = await gated();
    await answer();
    await ceremony.confirm();
    session.accept(ACCOUNT, LINKED);
    await session.settle();
    expect(host.recorded).toEqual([
      ...(['starting', 'QRCode', 'waiting_qr', 'PasskeyRequest', 'passkey'] as const),
      ...(['PasskeyRequest', 'passkey_confirm', 'pairing', 'PairSuccess', 'paired'] as const),
      ...(['codes wiped', 'syncing'] as const),
    ]);
    expect(ceremony.state()).toMatchObject({ stage: 'confirmed', error: null });
  });

  test('is shown in place of codes', async () => {
    const { session, clock } = await gated();
    await clock.advance(MINUTES_5 - 1);
    expect(session.offer()).toMatchObject({ kind: 'passkey', stage: 'challenge' });
  });

  test.each([
    ['nobody used the passkey within 5 minutes', 'challenge'],
    ['nobody confirmed the code within 5 minutes', 'confirmation'],
  ] as const)('ends the pairing after five minutes with the reason: %s', async (reason, stage) => {
    const { session, clock, host, ceremony, answer } = await gated();
    if (stage === 'confirmation') await answer();
    await clock.advance(MINUTES_5 - 1);
    expect(ceremony.state().stage).toBe(stage);
    await clock.advance(1);
    expect(host.phases.at(-1)).toEqual({ phase: 'qr_timeout', reason });
    expect(ceremony.state()).toMatchObject({ stage: 'error', error: reason });
    expect(session.offer()).toBeNull();
  });

  test('takes nothing any more when the pairing was begun anew', async () => {
    const { session, ceremony, answer, calls } = await gated();
    await session.restart();
    expect(calls.at(-1)).toBe('request QR codes');
    const ended = 'conflict: the ceremony has ended: the pairing was begun anew';
    expect(await refusal(answer())).toBe(ended);
    expect(await refusal(ceremony.confirm())).toBe(ended);
  });

  test('takes nothing any more when the session was stopped', async () => {
    const { tasks, answer } = await gated();
    await tasks.stop();
    expect(await refusal(answer())).toBe('conflict: not connected');
  });

  test('has failed when what it has come to cannot be written down', async () => {
    const { host, ceremony, answer } = await gated();
    host.failOn('PasskeyRequest');
    expect(await refusal(answer())).toContain('the disk refused PasskeyRequest');
    expect(host.phases.at(-1)?.phase).toBe('failed');
    expect(ceremony.state()).toMatchObject({ stage: 'error' });
  });
});
