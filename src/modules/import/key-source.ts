/** Where an import finds the keys of WhatsApp sessions, which Evolution API keeps beside its database. */

import { invalid } from '../../core/shared/errors.ts';
import type { StoredText } from '../whatsapp/api.ts';

/** The most keys that one instance may have. */
export const KEYS_MAX = 100_000;
const KEY_CHARACTERS_MAX = 128 * 1024 * 1024;

/** Keys by the names that the library gives them: `pre-key-7`. Nothing is ever written to it. */
export interface KeySource {
  /**
   * Returns the keys of an instance, or null if the source has no keys for it. Throws an AppError when there are too
   * many.
   */
  keysOf(instanceId: string): Promise<readonly StoredText[] | null>;
  close(): Promise<void>;
}

/** Collects the keys of one instance, each name once. */
export class KeyCollection {
  readonly #values = new Map<string, string>();
  #characters = 0;

  /** The same name again replaces its value. Throws an AppError when they are more than is reasonable. */
  add({ name, value }: StoredText): void {
    this.#characters += value.length - (this.#values.get(name)?.length ?? 0);
    this.#values.set(name, value);
    if (this.#values.size > KEYS_MAX || this.#characters > KEY_CHARACTERS_MAX)
      throw invalid(`it has more than ${KEYS_MAX} keys, or keys of more than 128 MiB`);
  }

  /** Returns the collected keys, or null if nothing was collected. */
  collect(): readonly StoredText[] | null {
    if (this.#values.size === 0) return null;
    return [...this.#values].map(([name, value]) => ({ name, value }));
  }
}
