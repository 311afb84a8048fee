/** What the conformance suite drives: a platform and a session on it. */
import type { EventType } from '../../src/core/events/contract/catalog.ts';
import type { PairingOffer, Provider, Session } from '../../src/core/providers/provider.ts';
import type { RecordedStep, RecordingHost } from '../core/providers/recording-host.ts';

/** What a contact says. `quoted` and `about` are ids of messages that were sent or received before. */
export type Word =
  | { readonly kind: 'text'; readonly text: string; readonly quoted?: string }
  | {
      readonly kind: 'location';
      readonly latitude: number;
      readonly longitude: number;
      readonly name: string;
    }
  | { readonly kind: 'contact'; readonly fullName: string; readonly phoneNumber: string }
  | { readonly kind: 'sticker' }
  | { readonly kind: 'poll'; readonly name: string; readonly options: readonly string[] }
  | { readonly kind: 'reaction' | 'edit'; readonly about: string; readonly text: string }
  | { readonly kind: 'revoke'; readonly about: string }
  | { readonly kind: 'vote'; readonly about: string; readonly options: readonly string[] };

/** The outside of one session: a phone, its contacts and the network. */
export interface World {
  readonly provider: Provider;
  /** The number of the phone. */
  readonly phone: string;
  /** The phone scans the QR code on offer. Resolves when it has; what follows may take its time. */
  scan(session: Session): Promise<void>;
  /** The phone types a pairing code. */
  type(session: Session, pairingCode: string): Promise<void>;
  /** A contact writes. */
  write(session: Session, message: { from: string; text: string }): Promise<void>;
  /** The contact `CONTACT` says it to the account. Resolves with the id of the message. */
  say(session: Session, word: Word): Promise<string>;
  /** The phone has told the account's name and given out its keys; what is asked of chats works from then on. */
  settleIn(session: Session): Promise<void>;
  /** The network breaks; the platform can be reached again. */
  drop(session: Session): Promise<void>;
  /** The phone removes the device. */
  remove(session: Session): Promise<void>;
  /** Lets time pass until `holds`; fails by name when it never does. */
  until(what: string, holds: () => boolean): Promise<void>;
  /** Lets so much time pass that whatever could still follow has followed. */
  calm(): Promise<void>;
}

/** A world in which the phone and its contacts do more than write. */
export interface PhoneWorld extends World {
  /** The contact `CONTACT` is seen writing, once the platform knows that it is watched. */
  compose(session: Session): Promise<void>;
  /** The phone makes a label. */
  makeLabel(session: Session, label: { id: string; name: string }): Promise<void>;
  /** The phone has a text of `CONTACT` from before, sent at `sentAt` (ms since 1970). */
  remember(session: Session, past: { text: string; sentAt: number }): Promise<unknown>;
}

export const PHONE = '5511999990000';
export const CONTACT = '5511988887777';

/** What there is even where nobody pairs a phone. */
export type BasicWorld = Pick<World, 'provider' | 'write' | 'until' | 'calm'>;

export interface Stage<W extends BasicWorld = World> {
  readonly world: W;
  readonly host: RecordingHost;
  readonly session: Session;
}

export const phaseOf = ({ host }: Stage<BasicWorld>) => host.phases.at(-1)?.phase;
export const isOpen = (stage: Stage) => () => phaseOf(stage) === 'open';
export const count = ({ host }: Stage<BasicWorld>, recorded: RecordedStep) =>
  host.recorded.filter((name) => name === recorded).length;

export async function offered<K extends PairingOffer['kind']>(
  { world, session }: Stage,
  kind: K,
): Promise<Extract<PairingOffer, { kind: K }>> {
  await world.until(`a ${kind} is offered`, () => session.offer()?.kind === kind);
  return session.offer() as Extract<PairingOffer, { kind: K }>;
}

export async function pairByQr(stage: Stage): Promise<void> {
  const { world, session } = stage;
  await session.connect({});
  await offered(stage, 'qr');
  await world.scan(session);
  await world.until('open', isOpen(stage));
}

/** What was recorded from `from` on, without what is not named. */
export const order = (host: RecordingHost, names: readonly RecordedStep[], from = 0) =>
  host.recorded.slice(from).filter((recorded) => names.includes(recorded));

export const STORY: readonly EventType[] = ['PairSuccess', 'Connected', 'OfflineSyncCompleted'];
