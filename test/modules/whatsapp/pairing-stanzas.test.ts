/** What WhatsApp tells a device that is being linked: a void secret, and the steps of a typed code. */
import { afterEach, describe, expect, test } from 'bun:test';
import { PHONE } from '../../conformance/provider-stage.ts';
import type { RecordingHost } from '../../core/providers/recording-host.ts';
import { type BinaryNode, stanza } from '../../doubles/whatsapp/stanzas.ts';
import { until } from '../../helpers/until.ts';
import {
  type Bench,
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

afterEach(endAll);

const REFRESH = 'companion_reg_refresh';
const LINK_CODE = 'link_code_companion_reg';
const NOTHING = { credentials: 0, keys: 0, inbox: 0 };

const codesOf = ({ events }: RecordingHost) =>
  events.flatMap((event) => (event.type === 'QRCode' ? [event.data] : []));
const refIn = (code: string) => code.split(',')[0];
const secretIn = (code: string) => code.split(',')[3] ?? '';
const voidSecrets = ({ whatsapp }: Bench, child = REFRESH) =>
  whatsapp.notifyAll(REFRESH, stanza(child));

describe('a secret that WhatsApp declares void', () => {
  test('is replaced in the same code, and the phone links with that one', async () => {
    const made = await bench();
    const { host, session, phone, whatsapp } = made;
    await session.connect({});
    await phone.scan(() => qrOf(made));
    await recorded(host, 'OfflineSyncCompleted');
    const [first, second, ...others] = codesOf(host);
    expect(others).toEqual([]);
    expect(refIn(second?.code ?? '')).toBe(refIn(first?.code ?? '') ?? 'none');
    expect(second).toMatchObject({ count: 1, maxCount: first?.maxCount });
    expect(second?.qrcode).not.toBe(first?.qrcode);
    const secrets = [first, second].map((data) => secretIn(data?.code ?? ''));
    expect(new Set(secrets).size).toBe(2);
    expect(Buffer.from(secrets[1] ?? '', 'base64')).toHaveLength(32);
    expect(timesRecorded(host, 'PairSuccess')).toBe(1);
    expect(timesRecorded(host, 'waiting_qr')).toBe(1);
    expect(whatsapp.complaints).toEqual([]);
  });

  test('is not needed where WhatsApp links with the first code', async () => {
    const made = await bench();
    made.whatsapp.voidsSecrets = false;
    await made.session.connect({});
    await made.phone.scan(await qrOf(made));
    await phaseIs(made.host, 'open');
    expect(codesOf(made.host)).toHaveLength(1);
  });

  test.each([REFRESH, 'pair-device-rotate-qr'])(
    'by %s is in no later code of the connection either',
    async (child) => {
      const made = await bench({ timing: { qrMs: 200 }, qrMaxCount: 6 });
      await made.session.connect({});
      await qrOf(made);
      await voidSecrets(made, child);
      await until('three codes follow', () => codesOf(made.host).length >= 5);
      const [first, ...later] = codesOf(made.host).map(({ code }) => secretIn(code));
      expect(new Set(later).size).toBe(1);
      expect(later).not.toContain(first);
      expect(codesOf(made.host).map(({ count }) => count)).toEqual([1, 1, 2, 3, 4]);
    },
  );

  test('twice leaves the newest code on show, which links', async () => {
    const made = await bench();
    made.whatsapp.voidsSecrets = false;
    await made.session.connect({});
    const first = await qrOf(made);
    await voidSecrets(made);
    await voidSecrets(made);
    await until('both are on show', () => codesOf(made.host).length === 3);
    const secrets = codesOf(made.host).map(({ code }) => secretIn(code));
    expect(new Set(secrets).size).toBe(3);
    expect(refIn(await qrOf(made))).toBe(refIn(first) ?? 'none');
    await made.phone.scan(await qrOf(made));
    await phaseIs(made.host, 'open');
  });

  test('with another reference keeps that of the code on show, which links', async () => {
    const made = await bench();
    made.whatsapp.voidsSecrets = false;
    await made.session.connect({});
    const first = await qrOf(made);
    await made.whatsapp.notifyAll(REFRESH, stanza(REFRESH, {}, [stanza('ref', {}, '2@another')]));
    await until('it is on show again', () => codesOf(made.host).length === 2);
    const second = await qrOf(made);
    expect(refIn(second)).toBe(refIn(first) ?? 'none');
    expect(secretIn(second)).not.toBe(secretIn(first));
    await made.phone.scan(second);
    await phaseIs(made.host, 'open');
  });

  test('again and again ends the attempt with the reason', async () => {
    const made = await bench();
    await made.session.connect({});
    await qrOf(made);
    for (let count = 0; count < 21; count++) await voidSecrets(made);
    await phaseIs(made.host, 'failed');
    expect(reasonOf(made.host)).toBe('WhatsApp declared too many codes void: connect again later');
    expect(codesOf(made.host)).toHaveLength(21);
    await nobodyConnected(made);
    expect(await rowsOf(made)).toEqual(NOTHING);
  });

  test('without the child that says so changes nothing, and is acknowledged', async () => {
    const made = await bench();
    await made.session.connect({});
    const code = await qrOf(made);
    await voidSecrets(made, 'surprise');
    await made.session.connect({});
    expect(await qrOf(made)).toBe(code);
    expect(codesOf(made.host)).toHaveLength(1);
  });

  test('after the linking is acknowledged, and the device stays linked', async () => {
    const made = await openBench();
    const codes = codesOf(made.host).length;
    await voidSecrets(made);
    const later = made.again();
    await made.session.stop();
    await later.session.connect({});
    await phaseIs(later.host, 'open');
    expect(codesOf(made.host)).toHaveLength(codes);
    expect(made.phone.devices[0]?.logins).toBe(2);
  });

  test('does not disturb a typed code, neither before nor after the phone has answered', async () => {
    const made = await bench();
    await made.session.connect({ phone: PHONE });
    const code = await pairingCodeOf(made);
    await voidSecrets(made);
    expect(await pairingCodeOf(made)).toBe(code);
    await made.phone.type(code);
    await recorded(made.host, 'OfflineSyncCompleted');
    expect(codesOf(made.host)).toEqual([]);
    expect(made.whatsapp.complaints).toEqual([]);
  });
});

describe('a step of a typed code', () => {
  const step = ({ whatsapp }: Bench, attrs: Record<string, string>, content?: BinaryNode[]) =>
    whatsapp.notifyAll(LINK_CODE, stanza(LINK_CODE, attrs, content));
  const refNode = (ref: Uint8Array) => stanza('link_code_pairing_ref', {}, ref);
  const typing = async (options: Parameters<typeof bench>[0] = {}) => {
    const made = await bench(options);
    await made.session.connect({ phone: PHONE });
    const code = await pairingCodeOf(made);
    return { made, code, ref: await made.whatsapp.codeRefOf(PHONE) };
  };

  test('that declares the code void brings another one, which links', async () => {
    const { made, code, ref } = await typing();
    await step(made, { stage: 'refresh_code' }, [refNode(ref)]);
    await until('another code', async () => (await pairingCodeOf(made)) !== code);
    await made.phone.type(await pairingCodeOf(made));
    await phaseIs(made.host, 'open');
    expect(made.whatsapp.complaints).toEqual([]);
  });

  test('that demands a person asks for the next code by its state', async () => {
    const { made, ref } = await typing();
    const attrs = { stage: 'refresh_code', force_manual_refresh: 'true' };
    await step(made, attrs, [refNode(ref)]);
    await phaseIs(made.host, 'failed');
    expect(reasonOf(made.host)).toBe(
      'WhatsApp wants a person to ask for the next code: connect again',
    );
    await nobodyConnected(made);
    expect(await rowsOf(made)).toEqual(NOTHING);
  });

  test('about another code changes nothing', async () => {
    const { made, code } = await typing();
    const attrs = { stage: 'refresh_code', force_manual_refresh: 'true' };
    await step(made, attrs, [refNode(Buffer.alloc(16, 1))]);
    await step(made, attrs);
    await made.session.connect({ phone: PHONE });
    expect(await pairingCodeOf(made)).toBe(code);
    await made.phone.type(code);
    await phaseIs(made.host, 'open');
  });

  const BYTES = (tag: string, length: number) => stanza(tag, {}, Buffer.alloc(length, 7));
  const IDENTITY = 'primary_identity_pub';
  const SEALED = 'link_code_pairing_wrapped_primary_ephemeral_pub';
  test.each([
    ['without its parts', { stage: 'primary_hello' }, undefined],
    ['with an empty key', { stage: 'primary_hello' }, [BYTES(IDENTITY, 0), BYTES(SEALED, 80)]],
    ['with a long key', { stage: 'primary_hello' }, [BYTES(IDENTITY, 512), BYTES(SEALED, 80)]],
    [
      'with a short sealed key',
      { stage: 'primary_hello' },
      [BYTES(IDENTITY, 32), BYTES(SEALED, 9)],
    ],
  ])('%s ends the attempt with the reason', async (_, attrs, parts) => {
    const { made, ref } = await typing();
    await step(made, attrs, parts && [refNode(ref), ...parts]);
    await phaseIs(made.host, 'failed');
    expect(reasonOf(made.host)).toBe(
      "the phone's answer to the typed code cannot be read: connect again, or scan a QR code instead",
    );
    await nobodyConnected(made);
  });

  test.each([
    [{ stage: 'companion_surprise' }, 'companion_surprise'],
    [{}, 'without a name'],
    [{ stage: `<b>${'x'.repeat(500)}` }, `b${'x'.repeat(39)}`],
  ])('%# that is not known ends the attempt with its name', async (attrs, name) => {
    const { made } = await typing();
    await step(made, attrs as Record<string, string>);
    await phaseIs(made.host, 'failed');
    expect(reasonOf(made.host)).toBe(
      `WhatsApp continued the typed code with an unknown step: ${name}; connect again, or scan a QR code instead`,
    );
  });

  test('that WhatsApp refuses ends the attempt with the reason', async () => {
    const made = await bench();
    made.whatsapp.codeRefusal = 429;
    await made.session.connect({ phone: PHONE });
    await phaseIs(made.host, 'failed');
    expect(reasonOf(made.host)).toBe(
      'WhatsApp refuses the code to type: rate-overlimit (429); connect again later',
    );
    await nobodyConnected(made);
  });

  test('while a QR code is shown, or once the device is linked, is only acknowledged', async () => {
    const made = await bench();
    await made.session.connect({});
    const code = await qrOf(made);
    for (const stage of ['refresh_code', 'primary_hello', 'surprise']) await step(made, { stage });
    expect(await qrOf(made)).toBe(code);
    await made.phone.scan(() => qrOf(made));
    await recorded(made.host, 'OfflineSyncCompleted');
    const answer = [BYTES('link_code_pairing_ref', 16), BYTES(IDENTITY, 32), BYTES(SEALED, 80)];
    await step(made, { stage: 'primary_hello' }, answer);
    for (const stage of ['refresh_code', 'surprise']) await step(made, { stage });
    expect(made.host.phases.at(-1)?.phase).toBe('open');
    const later = made.again();
    await made.session.stop();
    await later.session.connect({});
    await phaseIs(later.host, 'open');
  });
});
