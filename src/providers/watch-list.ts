/** The chats that an instance watches, for who is online and who writes, on any platform. */
import { conflict } from '../shared/errors.ts';

/** At the same time. */
export const WATCHED_CHATS_MAX = 200;

export class WatchList {
  /** By the address that was asked for; with the other address of the same person, '' where there is none. */
  readonly #others = new Map<string, string>();

  /** Throws `conflict` when as many as can be are watched already. */
  add(jid: string, other = ''): void {
    if (!this.#others.has(jid) && this.#others.size >= WATCHED_CHATS_MAX)
      throw conflict(
        `${WATCHED_CHATS_MAX} chats are watched already: end one with "subscribe": false first`,
      );
    this.#others.set(jid, other);
  }

  /** By either address. */
  remove(jid: string): void {
    for (const [address, other] of this.#others)
      if (jid === address || jid === other) this.#others.delete(address);
  }

  /** By either address. */
  has(jid: string): boolean {
    return this.#others.has(jid) || (jid !== '' && [...this.#others.values()].includes(jid));
  }

  /** The addresses that were asked for. */
  all(): string[] {
    return [...this.#others.keys()];
  }
}
