/** A device linked to an account: what the server knows of it, its public keys, and what waits for it. */

import type { KeyBundle } from '../../../packages/signal/test/peer.ts';
import type { Connection } from './connection.ts';
import type { Person } from './person.ts';
import { type BinaryNode, SERVER } from './stanzas.ts';

const MAX_PENDING = 20_000;
const MAX_RECENT = 1000;

export interface Registration {
  /** From 1; 0 is the phone. */
  readonly device: number;
  readonly keyIndex: number;
  readonly noiseKey: Buffer;
  readonly identity: Buffer;
  readonly registrationId: number;
  readonly signedPreKey: KeyBundle['signedPreKey'];
}

type PreKey = NonNullable<KeyBundle['preKey']>;

export class Companion {
  readonly person: Person;
  readonly device: number;
  readonly keyIndex: number;
  readonly noiseKey: Buffer;
  readonly identity: Buffer;
  registrationId: number;
  signedPreKey: KeyBundle['signedPreKey'];
  /** One-time keys, each given away once. */
  readonly preKeys: PreKey[] = [];
  connection: Connection | null = null;
  /** Every login of this device, for tests that count. */
  logins = 0;
  /** Shown as online, as a device says of itself; only then it hears what others show. */
  isAvailable = false;
  /** The addresses whose presence it subscribed to on this connection. */
  readonly watching = new Set<string>();
  #live = false;
  readonly #recent = new Map<string, BinaryNode>();
  /** What was sent and not yet acknowledged, and what could not be sent yet, oldest first. */
  #pending: BinaryNode[] = [];
  /** What was handed over on this connection; `#isPartly`: not all of it. */
  readonly #handedOver = new Set<BinaryNode>();
  #isPartly = false;

  constructor(person: Person, registration: Registration) {
    this.person = person;
    this.device = registration.device;
    this.keyIndex = registration.keyIndex;
    this.noiseKey = registration.noiseKey;
    this.identity = registration.identity;
    this.registrationId = registration.registrationId;
    this.signedPreKey = registration.signedPreKey;
  }

  get jid(): string {
    return `${this.person.number}:${this.device}@${SERVER}`;
  }

  get lid(): string {
    return `${this.person.lidUser}:${this.device}@lid`;
  }

  /** Whether a part of what was missed was handed over on this connection. */
  get isPartlyCaughtUp(): boolean {
    return this.#isPartly;
  }

  get pending(): number {
    return this.#pending.length;
  }

  takeBundle(): KeyBundle {
    const preKey = this.preKeys.shift();
    const { registrationId, identity, signedPreKey } = this;
    return { registrationId, identity, signedPreKey, ...(preKey && { preKey }) };
  }

  attach(connection: Connection): void {
    this.connection = connection;
    this.#live = false;
    this.#isPartly = false;
    this.isAvailable = false;
    this.watching.clear();
    this.#handedOver.clear();
    this.logins += 1;
  }

  detach(): void {
    this.connection = null;
    this.#live = false;
    this.#isPartly = false;
  }

  /** Sends a message that was sent before once more; throws when it was not. */
  again(id: string): void {
    const node = this.#recent.get(id);
    if (!node) throw new Error(`${id} was never sent`);
    this.push(node);
  }

  /** Sends now when the device is there and has had what it missed; keeps it until it is acknowledged. */
  push(node: BinaryNode): void {
    if (this.#pending.length >= MAX_PENDING) this.#pending.shift();
    this.#pending.push(node);
    if (node.tag === 'message') this.#remember(node);
    if (this.#live) this.connection?.send(node);
  }

  #remember(node: BinaryNode) {
    if (this.#recent.size >= MAX_RECENT) this.#recent.clear();
    this.#recent.set(node.attrs.id ?? '', node);
  }

  /** Hands over so much of what was missed, marked as such. Gives how much it was, or null while more is left. */
  catchUp(most = MAX_PENDING): number | null {
    const missed = this.#pending.filter((node) => !this.#handedOver.has(node));
    for (const node of missed.slice(0, most)) {
      const offline = `${this.#handedOver.size}`;
      this.#handedOver.add(node);
      this.connection?.send({ ...node, attrs: { ...node.attrs, offline } });
    }
    this.#isPartly = missed.length > most;
    if (this.#isPartly) return null;
    this.#live = true;
    return this.#handedOver.size;
  }

  /** The device has taken the stanza: `tag` is what it was, not what came back. */
  settle(tag: string, id: string | undefined): void {
    const at = this.#pending.findIndex((node) => node.tag === tag && node.attrs.id === id);
    if (at !== -1) this.#pending.splice(at, 1);
  }
}
