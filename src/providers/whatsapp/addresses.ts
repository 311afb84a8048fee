/**
 * Phone numbers behind WhatsApp's hidden addresses.
 * Owns: what has been learnt of them, within bounds. Must never: fail; what cannot be looked up stays hidden.
 */
import type { WASocket } from '@whiskeysockets/baileys';
import type { Self } from './translate/jids.ts';

const KNOWN_MAX = 10_000;

export class Addresses {
  readonly #phones = new Map<string, string>();

  /** `self`, knowing as many of `lids` as can be known. Without a connection: those known already. */
  async knowing(self: Self, lids: readonly string[], socket: WASocket | null): Promise<Self> {
    const unknown = lids.filter((lid) => !this.#phones.has(lid));
    await Promise.all(unknown.map((lid) => this.#lookUp(lid, socket)));
    return { ...self, phoneOf: (lid) => this.#phones.get(lid) ?? null };
  }

  async #lookUp(lid: string, socket: WASocket | null): Promise<void> {
    const phone = await socket?.signalRepository.lidMapping.getPNForLID(lid).catch(() => null);
    if (!phone) return;
    const [oldest] = this.#phones.keys();
    if (this.#phones.size >= KNOWN_MAX && oldest !== undefined) this.#phones.delete(oldest);
    this.#phones.set(lid, phone);
  }
}
