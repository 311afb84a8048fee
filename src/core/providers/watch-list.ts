/** Lists the chats that an instance watches for presence, on any platform. */
import { failure } from '../shared/errors.ts';

/** The most at the same time. */
export const WATCHED_CHATS_MAX = 200;

export class WatchList {
  /** Keyed by the address that was asked for; the value is the other address of the same person, or ''. */
  readonly #others = new Map<string, string>();

  /** Throws `conflict` when the largest number of chats is watched already. */
  add(jid: string, other: string): void {
    if (!this.#others.has(jid) && this.#others.size >= WATCHED_CHATS_MAX)
      throw failure('too_many_watched_chats', { max: WATCHED_CHATS_MAX });
    this.#others.set(jid, other);
  }

  /** Takes either address. */
  remove(jid: string): void {
    for (const [address, other] of this.#others)
      if (jid === address || jid === other) this.#others.delete(address);
  }

  /** Takes either address. */
  has(jid: string): boolean {
    return this.#others.has(jid) || (jid !== '' && [...this.#others.values()].includes(jid));
  }

  /** Returns the addresses that were asked for. */
  all(): string[] {
    return [...this.#others.keys()];
  }
}
