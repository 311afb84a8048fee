/** A session of the provider with a phone and a contact at hand; all of it is ended after the test by `endAll`. */
import { setSystemTime } from 'bun:test';
import {
  whatsappCredentials,
  whatsappInbox,
  whatsappKeys,
} from '../../../src/core/db/schema/whatsapp.ts';
import type { Account, Session } from '../../../src/core/providers/provider.ts';
import type { WhatsAppOptions } from '../../../src/modules/whatsapp/context.ts';
import { CONTACT, PHONE } from '../../conformance/provider-stage.ts';
import {
  type RecordedStep,
  type RecordingHost,
  recordingHost,
} from '../../core/providers/recording-host.ts';
import type { Contact, FakeWhatsApp, Phone } from '../../doubles/whatsapp/server.ts';
import { until } from '../../helpers/until.ts';
import { type WhatsAppStage, whatsAppStage } from './stage.ts';

export interface Bench extends WhatsAppStage {
  readonly host: RecordingHost;
  readonly session: Session;
  readonly phone: Phone;
  readonly contact: Contact;
  /** Options by which another stage reaches the same WhatsApp. */
  readonly whereabouts: Pick<WhatsAppOptions, 'socketUrl' | 'rootPublicKey'>;
  /** The same instance in another process, given the account that was remembered. */
  again(): { readonly host: RecordingHost; readonly session: Session };
}

const ending: (() => unknown)[] = [];

/** For `afterEach`. */
export async function endAll(): Promise<void> {
  for (const end of ending.splice(0).reverse()) await end();
}

export async function bench(
  options: Partial<WhatsAppOptions> = {},
  server?: FakeWhatsApp,
): Promise<Bench> {
  const host = recordingHost();
  const stage = await whatsAppStage(host.instanceId, options, server);
  const { whatsapp, provider } = stage;
  const begin = (recorded: RecordingHost, account: Account | null) => {
    const session = provider.open(recorded, account);
    ending.push(() => session.stop());
    return { host: recorded, session };
  };
  whatsapp.makesPairingShort = true;
  ending.push(() => whatsapp.stop());
  return {
    ...stage,
    ...begin(host, null),
    phone: whatsapp.phone({ number: PHONE, name: 'Shop' }),
    contact: whatsapp.contact({ number: CONTACT, name: 'Ana' }),
    whereabouts: { socketUrl: whatsapp.url, rootPublicKey: whatsapp.rootPublicKey },
    again: () => begin(recordingHost(host.instanceId), host.account()),
  };
}

/** Paired by QR code, open, and caught up. */
export async function openBench(
  options: Partial<WhatsAppOptions> = {},
  server?: FakeWhatsApp,
): Promise<Bench> {
  const opened = await bench(options, server);
  const { session, host, phone } = opened;
  await session.connect({});
  await phone.scan(() => qrOf(opened));
  await recorded(host, 'OfflineSyncCompleted');
  return opened;
}

export async function qrOf({ session }: Pick<Bench, 'session'>): Promise<string> {
  await until('a QR code is offered', () => session.offer()?.kind === 'qr');
  const offer = session.offer();
  return offer?.kind === 'qr' ? offer.code : '';
}

export async function pairingCodeOf({ session }: Pick<Bench, 'session'>): Promise<string> {
  await until('a pairing code is offered', () => session.offer()?.kind === 'code');
  const offer = session.offer();
  return offer?.kind === 'code' ? offer.pairingCode : '';
}

export const timesRecorded = (host: RecordingHost, name: RecordedStep, from = 0): number =>
  host.recorded.slice(from).filter((recorded) => recorded === name).length;

/** Resolves when it has been recorded for the nth time. */
export const recorded = (host: RecordingHost, name: RecordedStep, times = 1): Promise<void> =>
  until(`${name} is recorded`, () => timesRecorded(host, name) >= times);

/**
 * Lets a minute pass without a word for those who ask for the date, again and again until `holds`: what was on its way
 * at first counts as heard at the date it is read.
 */
export const longSilence = (what: string, holds: () => boolean): Promise<void> =>
  until(what, () => {
    setSystemTime(new Date(Date.now() + 60_000));
    return holds();
  }).finally(() => setSystemTime());

export const phaseIs = (host: RecordingHost, phase: string): Promise<void> =>
  until(`the phase is ${phase}`, () => host.phases.at(-1)?.phase === phase);

export const reasonOf = (host: RecordingHost): string => host.phases.at(-1)?.reason ?? '';

/** Texts of the messages recorded so far. */
export const texts = (host: RecordingHost): string[] =>
  host.events.flatMap((event) =>
    event.type === 'Message' ? [String(event.data.Message.conversation)] : [],
  );

/** Resolves when the process has no connection left at WhatsApp. */
export const nobodyConnected = ({ whatsapp }: Pick<Bench, 'whatsapp'>): Promise<void> =>
  until('every connection is closed', () => whatsapp.connections === 0);

/** How many rows each of the provider's tables holds. */
export async function rowsOf({ db }: Pick<Bench, 'db'>) {
  const [credentials, keys, inbox] = await Promise.all([
    db.orm.select().from(whatsappCredentials),
    db.orm.select({ id: whatsappKeys.id }).from(whatsappKeys),
    db.orm.select().from(whatsappInbox),
  ]);
  return { credentials: credentials.length, keys: keys.length, inbox: inbox.length };
}

/** Messages that WhatsApp waits for an acknowledgement of. */
export const unacknowledged = ({ phone }: Pick<Bench, 'phone'>): number =>
  phone.devices[0]?.pending ?? 0;

/** How many messages are stored once no more are taken: at least two hundred may be in hand. */
export async function storedUntilCalm(made: Pick<Bench, 'db'>): Promise<number> {
  let rows = 0;
  let calm = 0;
  await until('no more are taken', async () => {
    const { inbox } = await rowsOf(made);
    calm = inbox === rows && inbox >= 200 ? calm + 1 : 0;
    rows = inbox;
    return calm > 10;
  });
  return rows;
}
