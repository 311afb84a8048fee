/** Messages sent lately, for devices that could not decrypt them and ask again, perhaps on a later connection. */
import type { proto } from '@whiskeysockets/baileys';

const REMEMBERED_MAX = 1_000;

export class SentMessages {
  readonly #contents = new Map<string, proto.IMessage>();

  add(id: string, content: proto.IMessage): void {
    const [oldest] = this.#contents.keys();
    if (this.#contents.size >= REMEMBERED_MAX && oldest !== undefined)
      this.#contents.delete(oldest);
    this.#contents.set(id, content);
  }

  /** Undefined when it is forgotten. */
  get(id: string): proto.IMessage | undefined {
    return this.#contents.get(id);
  }
}
