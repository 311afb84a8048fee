/**
 * The device's changes on their way to disk.
 * Owns: that changes close together are one write, and that a failed one is tried again.
 */
import type { SessionTasks } from '../session-tasks.ts';
import type { Device } from './device.ts';

const RETRY_MS = 1_000;

export class CredentialSaver {
  readonly #life: SessionTasks;
  readonly #device: Device;
  readonly #saved: (pushName: string) => Promise<void>;
  #isDue = false;

  /** `saved` hears the account's name of the moment, in the session's turn. */
  constructor(
    { life, device }: { readonly life: SessionTasks; readonly device: Device },
    saved: (pushName: string) => Promise<void>,
  ) {
    this.#life = life;
    this.#device = device;
    this.#saved = saved;
  }

  soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#life.soon(() => this.#save());
  }

  /** Writes at once what is due. */
  async flush(): Promise<void> {
    if (this.#isDue) await this.#device.save();
    this.#isDue = false;
  }

  async #save(): Promise<void> {
    try {
      this.#isDue = false;
      await this.#device.save();
      await this.#saved(this.#device.self().pushName);
    } catch (error) {
      this.#isDue = true;
      this.#life.after(RETRY_MS, () => this.#save());
      throw error;
    }
  }
}
