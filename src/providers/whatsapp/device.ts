/** Makes this process a device of the account, with its own keys in memory and on disk. */
import { randomBytes } from 'node:crypto';
import type { PairingProgress } from '../pairing-state.ts';
import type { AuthenticationCreds, Baileys } from './engine/surface.ts';
import type { KeyRows } from './key-rows.ts';
import type { KeyStore } from './key-store.ts';
import { type Self, selfOf } from './translate/jids.ts';

const SECRET_BYTES = 32;

export class Device {
  readonly #baileys: Baileys;
  readonly #rows: Pick<KeyRows, 'load' | 'save'>;
  readonly #keys: KeyStore;
  readonly #progress: PairingProgress;
  #creds: AuthenticationCreds | null = null;
  /** Resolves once the current device is saved. */
  #saved = Promise.withResolvers<void>();

  constructor(
    baileys: Baileys,
    rows: Pick<KeyRows, 'load' | 'save'>,
    keys: KeyStore,
    progress: PairingProgress,
  ) {
    this.#baileys = baileys;
    this.#rows = rows;
    this.#keys = keys;
    this.#progress = progress;
  }

  /**
   * Resolves once all keys that were set so far are on disk, with the device's own; null when they are. So WhatsApp gets
   * no answer to a phone's consent before the device could log in again after a crash.
   */
  unwritten(): Promise<void> | null {
    const keys = this.#keys.unwritten();
    if (this.#progress.isSaved || this.#creds?.account === undefined) return keys;
    return Promise.all([keys, this.#saved.promise]).then(() => {});
  }

  /** Resolves when all keys of conversations that were set so far are on disk or dropped. */
  settled(): Promise<void> {
    return this.#keys.settled();
  }

  /** Resolves with the paired device, or null if no device is on disk. Baileys changes it in place. */
  async paired(): Promise<AuthenticationCreds | null> {
    if (this.#creds === null || !this.#progress.isSaved) this.#creds = await this.#rows.load();
    return this.#creds;
  }

  /** Makes a new device that no phone knows and removes the previous one. */
  async renewed(): Promise<AuthenticationCreds> {
    await this.forget();
    this.#creds = this.#baileys.initAuthCreds();
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
    await this.#rows.save(this.#creds);
    this.#saved.resolve();
  }

  /** Writes changes to disk, except those of a device that is not there yet. */
  async save(): Promise<void> {
    if (this.#progress.isSaved && this.#creds !== null) await this.#rows.save(this.#creds);
  }

  async forget(): Promise<void> {
    this.#creds = null;
    this.#saved = Promise.withResolvers();
    await this.#keys.forget();
  }

  /** Returns the account's addresses, which are empty before a phone has accepted the device. */
  self(): Self {
    return selfOf(this.#creds?.me) ?? NOBODY;
  }
}

const NOBODY: Self = { jid: '', lid: null, pushName: '' };
