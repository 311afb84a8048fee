/** Accounts that let a device in only with a passkey, paired over the double, which checks every proof. */
import { afterEach, describe, expect, test } from 'bun:test';
import type { PasskeyCredential } from '../../../src/core/providers/passkey.ts';
import { PHONE } from '../../conformance/provider-stage.ts';
import { Authenticator } from '../../doubles/authenticator.ts';
import { until } from '../../helpers/until.ts';
import { refusal } from '../sandbox/setup.ts';
import {
  type Bench,
  bench,
  endAll,
  nobodyConnected,
  pairingCodeOf,
  phaseIs,
  qrOf,
  reasonOf,
  recorded,
  rowsOf,
} from './setup.ts';

afterEach(endAll);

interface GatedBench extends Bench {
  readonly passkey: Authenticator;
}

async function gated(options: Parameters<typeof bench>[0] = {}): Promise<GatedBench> {
  const made = await bench(options);
  const passkey = new Authenticator();
  made.phone.passkey = passkey;
  return { ...made, passkey };
}

/** The phone begins to link; what comes of it is asked later. */
async function scan(made: GatedBench): Promise<() => Promise<string>> {
  await made.session.connect({});
  const linking = made.phone
    .scan(() => qrOf(made))
    .then(
      () => 'linked',
      (error: Error) => error.message,
    );
  await phaseIs(made.host, 'passkey');
  return () => linking;
}

function ceremonyOf({ host }: Bench) {
  const ceremony = host.ceremonies.at(-1);
  if (!ceremony) throw new Error('no ceremony was opened');
  return ceremony;
}

async function answer(made: GatedBench): Promise<void> {
  const ceremony = ceremonyOf(made);
  await ceremony.answer(made.passkey.use(ceremony.state().publicKey));
}

const NOTHING = { credentials: 0, keys: 0, inbox: 0 };

describe('an account with a passkey', () => {
  test('is linked when a browser has used the passkey and a person has confirmed the code', async () => {
    const made = await gated();
    const { host, session, phone, whatsapp } = made;
    const linked = await scan(made);
    expect(session.offer()).toMatchObject({
      kind: 'passkey',
      stage: 'challenge',
      openUrl: 'open 1',
      ceremonyUrl: 'ceremony 1',
      code: null,
    });
    await answer(made);
    await phaseIs(host, 'passkey_confirm');
    const offer = session.offer();
    expect(offer).toMatchObject({ kind: 'passkey', stage: 'confirmation', code: phone.shownCode });
    expect(phone.shownCode).toMatch(/^[1-9A-Z]{4}-[1-9A-Z]{4}$/);
    await ceremonyOf(made).confirm();
    expect(await linked()).toBe('linked');
    await phaseIs(host, 'open');
    await recorded(host, 'OfflineSyncCompleted');
    expect(ceremonyOf(made).state()).toMatchObject({ stage: 'confirmed', error: null });
    expect(whatsapp.complaints).toEqual([]);
    expect(whatsapp.unanswered).toEqual([]);
    const requests = host.events.filter(({ type }) => type === 'PasskeyRequest');
    expect(requests.map(({ data }) => data)).toMatchObject([
      { stage: 'challenge', openUrl: 'open 1', ceremonyUrl: 'ceremony 1', code: '' },
      { stage: 'confirmation', openUrl: 'open 1', code: phone.shownCode ?? '' },
    ]);
  });

  test('is linked by a typed code in the same way', async () => {
    const made = await gated();
    await made.session.connect({ phone: PHONE });
    const linking = made.phone.type(await pairingCodeOf(made));
    await phaseIs(made.host, 'passkey');
    await answer(made);
    await phaseIs(made.host, 'passkey_confirm');
    await ceremonyOf(made).confirm();
    await linking;
    await phaseIs(made.host, 'open');
    expect(made.whatsapp.complaints).toEqual([]);
  });

  test('is not linked before somebody confirms, however long the code is shown', async () => {
    const timing = { timing: { qrMs: 200 }, qrMaxCount: 6 };
    const made = await gated(timing);
    const linked = await scan(made);
    await answer(made);
    await phaseIs(made.host, 'passkey_confirm');
    const { length } = made.host.recorded;
    const other = await bench(timing, made.whatsapp);
    await other.session.connect({});
    // Its six codes came later than those of this connection.
    await phaseIs(other.host, 'qr_timeout');
    expect(made.host.recorded.slice(length)).toEqual([]);
    expect(made.phone.devices).toEqual([]);
    await ceremonyOf(made).confirm();
    expect(await linked()).toBe('linked');
  });

  test('is asked about again when WhatsApp leaves out what the browser needs', async () => {
    const made = await gated();
    made.whatsapp.passkeys.withholdsOptions = true;
    await scan(made);
    const { publicKey } = ceremonyOf(made).state();
    expect(publicKey).toMatchObject({ rpId: 'whatsapp.com', userVerification: 'required' });
  });

  test('ends the pairing with the reason when WhatsApp refuses what the browser signed', async () => {
    const made = await gated();
    made.whatsapp.passkeys.refusal = 406;
    await scan(made);
    const reason = 'WhatsApp refuses it: not-acceptable (406)';
    expect(await refusal(answer(made))).toBe(`conflict: ${reason}`);
    await phaseIs(made.host, 'failed');
    expect(reasonOf(made.host)).toBe(`the pairing failed: ${reason}`);
    expect(ceremonyOf(made).state()).toMatchObject({
      stage: 'error',
      error: `the pairing failed: ${reason}`,
    });
    await nobodyConnected(made);
    expect(await rowsOf(made)).toEqual(NOTHING);
  });

  test('ends the pairing with the reason when the connection is lost in between', async () => {
    const made = await gated();
    const linked = await scan(made);
    await made.whatsapp.goDown();
    await phaseIs(made.host, 'failed');
    const reason = reasonOf(made.host);
    expect(reason).toBe(
      'connection lost: Connection Terminated (428), during the passkey ceremony',
    );
    expect(await refusal(answer(made))).toBe(`conflict: the ceremony has ended: ${reason}`);
    expect(await linked()).toBe('the client has left');
  });
});

describe('what cannot be right', () => {
  test('is refused before WhatsApp is asked, and the ceremony goes on', async () => {
    const made = await gated();
    const linked = await scan(made);
    const ceremony = ceremonyOf(made);
    const { publicKey } = ceremony.state();
    const good = made.passkey.use(publicKey);
    const wrong: [PasskeyCredential, string][] = [
      [{ ...good, rawId: 'not base64!' }, 'rawId must be base64url'],
      [made.passkey.use({ challenge: 'AAAA' }), 'signs another challenge'],
      [made.passkey.use(publicKey, 'https://evil.example'), 'not a page of whatsapp.com'],
      [made.passkey.use(publicKey, 'https://evilwhatsapp.com'), 'not a page of whatsapp.com'],
    ];
    for (const [credential, reason] of wrong)
      expect(await refusal(ceremony.answer(credential))).toContain(reason);
    expect(await refusal(ceremony.confirm())).toContain('there is no code to confirm yet');
    await answer(made);
    expect(await refusal(answer(made))).toContain('the passkey has been used already');
    await until('the code', () => ceremony.state().code !== null);
    const confirmed = await Promise.allSettled([ceremony.confirm(), ceremony.confirm()]);
    expect(confirmed.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await linked()).toBe('linked');
    expect(made.whatsapp.complaints).toEqual([]);
  });
});
