/** Accounts of the sandbox that ask for their passkey, and how their ceremonies end in time and otherwise. */
import { describe, expect, test } from 'bun:test';
import { sandboxCredential } from '../../../src/providers/sandbox/passkey.ts';
import { type Bench, bench, refusal } from './setup.ts';

const PHONE = '5511999990000';
const MINUTES_5 = 5 * 60_000;

async function gated(): Promise<Bench> {
  const made = bench();
  await made.session.connect({});
  await made.session.scan({ number: PHONE, pushName: 'Shop', passkey: true });
  return made;
}

function ceremonyOf({ host }: Bench) {
  const ceremony = host.ceremonies.at(-1);
  if (!ceremony) throw new Error('no ceremony was opened');
  return ceremony;
}

const last = ({ host }: Bench) => host.phases.at(-1);

describe('an account of the sandbox with a passkey', () => {
  test('walks through the phases and events of a ceremony in their order', async () => {
    const made = await gated();
    await made.session.usePasskey();
    await ceremonyOf(made).confirm();
    expect(made.host.recorded).toEqual([
      ...(['starting', 'QRCode', 'waiting_qr', 'PasskeyRequest', 'passkey'] as const),
      ...(['PasskeyRequest', 'passkey_confirm', 'pairing', 'PairSuccess', 'paired'] as const),
      ...(['codes wiped', 'syncing', 'Connected', 'OfflineSyncCompleted', 'open'] as const),
    ]);
    expect(made.host.account()).toEqual({ jid: `${PHONE}@s.whatsapp.net`, pushName: 'Shop' });
    expect(made.clock.pending()).toBe(0);
  });

  test('is linked by a typed code too', async () => {
    const made = bench();
    await made.session.connect({ phone: PHONE });
    const offer = made.session.offer();
    await made.session.pair(offer?.kind === 'code' ? offer.pairingCode : '', true);
    expect(last(made)?.phase).toBe('passkey');
    await made.session.usePasskey();
    await ceremonyOf(made).confirm();
    expect(last(made)?.phase).toBe('open');
  });

  test('shows the ceremony in place of codes, which do not go on', async () => {
    const made = await gated();
    await made.clock.advance(MINUTES_5 - 1);
    expect(made.session.offer()).toMatchObject({ kind: 'passkey', stage: 'challenge' });
    expect(made.host.recorded.filter((name) => name === 'QRCode')).toHaveLength(1);
    expect(await refusal(made.session.scan({}))).toBe('conflict: there is no QR code to scan');
  });
});

describe('a ceremony ends the pairing after five minutes with the reason', () => {
  const LEFT: [string, string, (made: Bench) => Promise<void>][] = [
    ['nobody used the passkey within 5 minutes', 'challenge', async () => {}],
    [
      'nobody confirmed the code within 5 minutes',
      'confirmation',
      (made) => made.session.usePasskey(),
    ],
  ];
  test.each(LEFT)('%s', async (reason, stage, work) => {
    const made = await gated();
    await work(made);
    await made.clock.advance(MINUTES_5 - 1);
    expect(ceremonyOf(made).state().stage).toBe(stage as 'challenge');
    await made.clock.advance(1);
    expect(last(made)).toEqual({ phase: 'qr_timeout', reason });
    expect(ceremonyOf(made).state()).toMatchObject({ stage: 'error', error: reason });
    expect(made.session.offer()).toBeNull();
    expect(await refusal(made.session.usePasskey())).toBe('conflict: there is no passkey ceremony');
  });
});

describe('a ceremony that is over', () => {
  test('takes nothing any more when the pairing was begun anew', async () => {
    const made = await gated();
    const former = ceremonyOf(made);
    const good = sandboxCredential(former.state().publicKey);
    await made.session.restart();
    expect(made.session.offer()?.kind).toBe('qr');
    const ended = 'conflict: the ceremony has ended: the pairing was begun anew';
    expect(await refusal(former.answer(good))).toBe(ended);
    expect(await refusal(former.confirm())).toBe(ended);
    expect(last(made)?.phase).toBe('waiting_qr');
  });

  test('takes nothing any more when the session was stopped', async () => {
    const made = await gated();
    const ceremony = ceremonyOf(made);
    await made.session.stop();
    const good = sandboxCredential(ceremony.state().publicKey);
    expect(await refusal(ceremony.answer(good))).toBe('conflict: not connected');
  });

  test('has failed when what it has come to cannot be written down', async () => {
    const made = await gated();
    made.host.failOn('PasskeyRequest');
    expect(await refusal(made.session.usePasskey())).toContain('the disk refused PasskeyRequest');
    expect(last(made)?.phase).toBe('failed');
    expect(ceremonyOf(made).state()).toMatchObject({ stage: 'error' });
  });
});
