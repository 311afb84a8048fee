/**
 * Knows which received messages are stored already. When an acknowledgement was lost, WhatsApp sends the message again;
 * its key is recognised here, since its ciphertext cannot be deciphered twice.
 */
import type { MessageInbox } from '../../messages/inbox.ts';
import { yieldToEventLoop } from '../../shared/clock.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { BinaryNode, WAMessage } from './engine/surface.ts';

/** The inbox itself recognises older messages that come again. */
const LATELY_MAX = 500;
/** The most keys in one query. */
const TOGETHER_MAX = 100;

export class SeenMessages {
  readonly #inbox: Pick<MessageInbox, 'findStored'>;
  /** Keys of the messages that were stored last. */
  readonly #lately = new LimitedMap<string, true>(LATELY_MAX);
  /** Keys of messages that had waited at WhatsApp and were not looked up yet, in the order they came. */
  readonly #waiting = new Map<BinaryNode, string>();
  /** Whether a stanza brings what was stored before. One stanza may have several ciphertexts. */
  readonly #answers = new WeakMap<BinaryNode, boolean>();

  constructor(inbox: Pick<MessageInbox, 'findStored'>) {
    this.#inbox = inbox;
  }

  /** Tells whether the message is among those stored last. */
  has(key: string): boolean {
    return this.#lately.has(key);
  }

  add(key: string): void {
    this.#lately.set(key, true);
  }

  /** Forgets a message that was not stored after all. */
  forget(key: string): void {
    this.#lately.delete(key);
  }

  /** Prepares for another connection, on which messages of the last one come again. */
  clear(): void {
    this.#waiting.clear();
  }

  /** Call it with each stanza that had waited at WhatsApp, so that many are looked up together. */
  arrived(stanza: BinaryNode, key: string): void {
    this.#waiting.set(stanza, key);
  }

  /** Tells whether the message of the stanza is stored already. Rejects with a DatabaseError. */
  async isStored(stanza: BinaryNode, key: string): Promise<boolean> {
    const answer = this.#answers.get(stanza) ?? (this.has(key) || (await this.#found(stanza)));
    this.#answers.set(stanza, answer);
    if (answer) this.add(key);
    return answer;
  }

  /** Tells whether the message is stored, however long ago. Rejects with a DatabaseError. */
  async isOnDisk(key: string): Promise<boolean> {
    return this.has(key) || (await this.#inbox.findStored([key])).has(key);
  }

  async #found(stanza: BinaryNode): Promise<boolean> {
    if (!this.#waiting.has(stanza)) return false;
    for (const earlier of this.#waiting.keys()) {
      if (earlier === stanza) break;
      // Baileys reads these stanzas in order, so those before this one will not be read any more.
      this.#waiting.delete(earlier);
    }
    // Stanzas that arrive meanwhile are looked up together with this one.
    await yieldToEventLoop();
    const page = [...this.#waiting.entries().take(TOGETHER_MAX)];
    const known = await this.#inbox.findStored(page.map(([, key]) => key));
    for (const [one, key] of page) {
      this.#waiting.delete(one);
      // The others are looked up when they are read, since one of these may bring the same message.
      if (known.has(key)) this.#answers.set(one, true);
    }
    return this.#answers.get(stanza) ?? false;
  }
}

/** Returns the same key for a message however often it comes. */
export const keyOf = ({ key }: Pick<WAMessage, 'key'>): string =>
  `${key.remoteJid ?? ''}/${key.participant ?? ''}/${key.fromMe ? 'me' : ''}/${key.id ?? ''}`;
