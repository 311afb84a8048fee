/**
 * Which received messages are stored already. What WhatsApp hands over again, because its acknowledgement was lost, is
 * recognised here by its own key: its ciphertext cannot be deciphered twice.
 */
import type { BinaryNode, WAMessage } from '@whiskeysockets/baileys';
import type { MessageInbox } from '../../messages/inbox.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { LimitedMap } from '../../shared/limited-map.ts';

/** Beyond these the inbox itself recognises a message that comes again. */
const LATELY_MAX = 500;
/** Keys that one question to the database names. */
const TOGETHER_MAX = 100;

export class KnownMessages {
  readonly #inbox: Pick<MessageInbox, 'known'>;
  /** What was stored last, by key. */
  readonly #lately = new LimitedMap<string, true>(LATELY_MAX);
  /** Keys of what had waited at WhatsApp and was not asked for yet, in the order it came. */
  readonly #waiting = new Map<BinaryNode, string>();
  /** Whether a stanza brings what was stored before; one stanza may have several ciphertexts. */
  readonly #answers = new WeakMap<BinaryNode, boolean>();

  constructor(inbox: Pick<MessageInbox, 'known'>) {
    this.#inbox = inbox;
  }

  /** Whether the message is among those stored last. */
  has(key: string): boolean {
    return this.#lately.has(key);
  }

  add(key: string): void {
    this.#lately.set(key, true);
  }

  /** It was not stored after all. */
  forget(key: string): void {
    this.#lately.delete(key);
  }

  /** Another connection begins: what came on the last one comes again. */
  clear(): void {
    this.#waiting.clear();
  }

  /** To be called with each stanza that had waited at WhatsApp, so that many are looked up together. */
  arrived(stanza: BinaryNode, key: string): void {
    this.#waiting.set(stanza, key);
  }

  /** Whether the message that the stanza brings is stored already. Rejects with a DatabaseError. */
  async isStored(stanza: BinaryNode, key: string): Promise<boolean> {
    const answer = this.#answers.get(stanza) ?? (this.has(key) || (await this.#found(stanza)));
    this.#answers.set(stanza, answer);
    if (answer) this.add(key);
    return answer;
  }

  /** Whether the message is stored, whenever it came. Rejects with a DatabaseError. */
  async isOnDisk(key: string): Promise<boolean> {
    return this.has(key) || (await this.#inbox.known([key])).has(key);
  }

  async #found(stanza: BinaryNode): Promise<boolean> {
    if (!this.#waiting.has(stanza)) return false;
    for (const earlier of this.#waiting.keys()) {
      if (earlier === stanza) break;
      // The library reads what had waited one by one: what was passed over is not going to be read.
      this.#waiting.delete(earlier);
    }
    // What has arrived meanwhile is looked up with it.
    await yieldToEventLoop();
    const page = [...this.#waiting.entries().take(TOGETHER_MAX)];
    const known = await this.#inbox.known(page.map(([, key]) => key));
    for (const [one, key] of page) {
      this.#waiting.delete(one);
      // Whether the others are stored is seen when they are read: one of these may bring the same message.
      if (known.has(key)) this.#answers.set(one, true);
    }
    return this.#answers.get(stanza) ?? false;
  }
}

/** The same message, however often it comes. */
export const keyOf = ({ key }: Pick<WAMessage, 'key'>): string =>
  [key.remoteJid, key.participant ?? '', key.fromMe ? 'me' : '', key.id].join('/');
