/** Makes this process a device of the account, with its own keys in memory and on disk. */
import { randomBytes } from 'node:crypto';
import type { PairingProgress } from '../../core/providers/pairing-state.ts';
import type { SessionTasks } from '../../core/providers/session-tasks.ts';
import type { AuthenticationCreds, Baileys } from './engine/surface.ts';
import type { KeyRows } from './key-rows.ts';
import type { KeyStore } from './key-store.ts';
import { type Self, selfOf } from './translate/jids.ts';

const SECRET_BYTES = 32;
const RETRY_MS = 1_000;

interface DeviceDeps {
  readonly baileys: Baileys;
  readonly rows: Pick<KeyRows, 'load' | 'save'>;
  readonly keys: KeyStore;
  readonly progress: PairingProgress;
  readonly tasks: Pick<SessionTasks, 'after' | 'runLater'>;
}

/** Called with the account's current name once it is on disk, in the session's order. */
type OnSaved = (pushName: string) => Promise<void>;

export class Device {
  readonly #deps: DeviceDeps;
  #creds: AuthenticationCreds | null = null;
  /** Resolves once the current device is saved. */
  #saved = Promise.withResolvers<void>();
  /** Whether a change is not on disk yet. */
  #isDue = false;

  constructor(deps: DeviceDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once all keys that were set so far are on disk, with the device's own; null when they are. So WhatsApp gets
   * no answer to a phone's consent before the device could log in again after a crash.
   */
  unwritten(): Promise<void> | null {
    const keys = this.#deps.keys.unwritten();
    if (this.#deps.progress.isSaved || this.#creds?.account === undefined) return keys;
    return Promise.all([keys, this.#saved.promise]).then(() => {});
  }

  /** Resolves when all keys of conversations that were set so far are on disk or dropped. */
  settled(): Promise<void> {
    return this.#deps.keys.settled();
  }

  /** Resolves with the paired device, or null if no device is on disk. Baileys changes it in place. */
  async paired(): Promise<AuthenticationCreds | null> {
    const { rows, progress } = this.#deps;
    if (this.#creds === null || !progress.isSaved) this.#creds = await rows.load();
    return this.#creds;
  }

  /** Makes a new device that no phone knows and removes the previous one. */
  async renewed(): Promise<AuthenticationCreds> {
    await this.forget();
    this.#creds = this.#deps.baileys.initAuthCreds();
    return this.#creds;
  }

  /** The current device, paired or about to be. */
  get creds(): AuthenticationCreds | null {
    return this.#creds;
  }

  /**
   * Replaces the secret with which a phone vouches for this device, and returns the new one. A phone that knows another
   * one is not believed.
   */
  renewSecret(): Buffer {
    const secret = randomBytes(SECRET_BYTES);
    // Baileys checks with these keys what the phone says.
    if (this.#creds !== null) this.#creds.advSecretKey = secret.toString('base64');
    return secret;
  }

  /** Writes a device that a phone has accepted to disk. */
  async saveFirst(): Promise<void> {
    if (this.#creds === null) return;
    await this.#deps.rows.save(this.#creds);
    this.#saved.resolve();
  }

  /** Writes changes to disk, and again every second when that fails. Call it in the session's turn. */
  async save(saved: OnSaved): Promise<void> {
    try {
      this.#isDue = false;
      await this.#write();
      await saved(this.self().pushName);
    } catch (error) {
      this.#isDue = true;
      this.#deps.tasks.after(RETRY_MS, () => this.save(saved));
      throw error;
    }
  }

  /** Saves soon, all changes until then at once. */
  saveLater(saved: OnSaved): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#deps.tasks.runLater(() => this.save(saved));
  }

  /** Writes at once what is not written yet. Call it once the session has ended. */
  async flush(): Promise<void> {
    if (this.#isDue) await this.#write();
    this.#isDue = false;
  }

  async forget(): Promise<void> {
    this.#creds = null;
    this.#saved = Promise.withResolvers();
    await this.#deps.keys.forget();
  }

  /** Returns the account's addresses, which are empty before a phone has accepted the device. */
  readonly self = (): Self => selfOf(this.#creds?.me) ?? NOBODY;

  /** A device that is not there yet is written by `saveFirst` alone. */
  async #write(): Promise<void> {
    const { rows, progress } = this.#deps;
    if (progress.isSaved && this.#creds !== null) await rows.save(this.#creds);
  }
}

const NOBODY: Self = { jid: '', lid: null, pushName: '' };
