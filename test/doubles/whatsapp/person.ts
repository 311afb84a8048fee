/** Somebody with a number: a phone of their own (device 0) and, when they are an account here, its linked devices. */
import { createHash } from 'node:crypto';
import { SignalDevice } from '../../../packages/signal/test/peer.ts';
import { AppState } from './app-state.ts';
import type { Companion } from './companion.ts';
import { Inbox } from './inbox.ts';
import { Lane } from './lane.ts';
import type { Envelope, ReadMessage } from './reading.ts';
import { type BinaryNode, SERVER } from './stanzas.ts';

/** What a person's phone does with what reaches it, beyond keeping it. */
export interface PhoneReaction {
  received(envelope: Envelope, received: ReadMessage): void;
  receipt(from: Companion, node: BinaryNode): Promise<void> | void;
}

export class Person {
  readonly number: string;
  readonly lidUser: string;
  name: string;
  /** The URL of the profile picture; null: there is none. */
  picture: string | null = null;
  /** What was last sent for one; null: nothing, or it was removed. */
  pictureSent: Uint8Array | null = null;
  /** Values of what was set, by name. */
  readonly privacy = new Map<string, string>();
  /** The LIDs of those who are blocked. */
  readonly blocked = new Set<string>();
  /** The username, which others are shown, and the key that they need to find the person by it; null: none. */
  username: string | null = null;
  usernameKey: string | null = null;
  /** What the person says about themselves. */
  about = '';
  /** The fields of a business's profile; null: this is none. */
  business: Readonly<Record<string, string>> | null = null;
  readonly companions = new Map<number, Companion>();
  /** What reached this person's phone, decrypted. */
  readonly inbox: Inbox<ReadMessage>;
  /** Receipts that linked devices of others sent to this person. */
  readonly receipts: Inbox<BinaryNode>;
  /** Calls answered by linked devices of others. */
  readonly calls: Inbox<BinaryNode>;
  /** Devices that unlinked themselves. */
  readonly unlinked: Inbox<Companion>;
  readonly reactions: PhoneReaction[] = [];
  /** Everything that this person's phone seals or reads goes through here, in order. */
  readonly lane = new Lane();
  readonly appState = new AppState(this);
  /** Changes which keys of a device the server gives; null: it gives nothing of the device. */
  givesKeys: (jid: string, keys: BinaryNode[]) => BinaryNode[] | null = (_, keys) => keys;
  nextDevice = 1;
  #signal: SignalDevice | null = null;

  constructor(number: string, name: string, lid?: string) {
    this.number = number;
    this.name = name;
    this.lidUser = lid ?? lidOf(number);
    this.inbox = new Inbox(`a message for ${number}`);
    this.receipts = new Inbox(`a receipt for ${number}`);
    this.unlinked = new Inbox(`an unlinked device of ${number}`);
    this.calls = new Inbox(`a call's answer for ${number}`);
  }

  get pn(): string {
    return `${this.number}@${SERVER}`;
  }

  get lid(): string {
    return `${this.lidUser}@lid`;
  }

  /** Made at first use: most people in a crowd never write. */
  get signal(): SignalDevice {
    this.#signal ??= new SignalDevice();
    return this.#signal;
  }

  /** The phone has WhatsApp anew: another identity, and no sessions. */
  reinstall(): void {
    this.#signal?.close();
    this.#signal = new SignalDevice();
  }

  linked(): Companion[] {
    return [...this.companions.values()];
  }

  close(): void {
    this.#signal?.close();
  }
}

/** A hidden number: fifteen digits that do not give the number away. */
function lidOf(number: string): string {
  const digest = createHash('sha256').update(number).digest();
  return `1${(digest.readBigUInt64BE(0) % 10n ** 14n).toString().padStart(14, '0')}`;
}
