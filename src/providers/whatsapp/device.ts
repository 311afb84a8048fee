/** What makes this process a device of the account: its own keys, in memory and on disk. */
import type { AuthenticationCreds, SignalKeyStore } from '@whiskeysockets/baileys';
import type { Client } from './client.ts';
import type { Credentials } from './credentials.ts';
import { selfOf } from './translate/connection.ts';
import type { Self } from './translate/jids.ts';

export class Device {
  readonly #client: Client;
  readonly #credentials: Credentials;
  #creds: AuthenticationCreds | null = null;
  /** Only what a phone has accepted is saved. */
  #isSaved = false;

  constructor(client: Client, credentials: Credentials) {
    this.#client = client;
    this.#credentials = credentials;
  }

  /**
   * For one connection, and those of the device of this moment: once it is gone, or changes of its keys were given
   * up, what the library still has of it goes nowhere.
   */
  get keys(): SignalKeyStore {
    const { keys, keyWrites } = this.#credentials;
    const own = this.#creds;
    const { generation } = keyWrites;
    const isGone = () => own === null || this.#creds !== own || keyWrites.generation !== generation;
    return {
      get: async (type, ids) => (isGone() ? {} : keys.get(type, ids)),
      set: async (data) => {
        if (!isGone()) await keys.set(data);
      },
    };
  }

  /** How far what was set of the keys is on disk. */
  get keyWrites(): Credentials['keyWrites'] {
    return this.#credentials.keyWrites;
  }

  /** The paired device's, or null when there is none on disk. The library changes it in place. */
  async paired(): Promise<AuthenticationCreds | null> {
    if (this.#isSaved) return this.#creds;
    this.#creds = await this.#credentials.load();
    this.#isSaved = this.#creds !== null;
    return this.#creds;
  }

  /** A new device that no phone knows; whatever was there is gone. */
  async renewed(): Promise<AuthenticationCreds> {
    await this.forget();
    this.#creds = this.#client.initAuthCreds();
    return this.#creds;
  }

  /** The device of this moment, paired or about to be. */
  get creds(): AuthenticationCreds | null {
    return this.#creds;
  }

  /** A phone has accepted it: from now on changes are saved. */
  async startSaving(): Promise<void> {
    if (this.#creds === null) return;
    await this.#credentials.save(this.#creds);
    this.#isSaved = true;
  }

  /** Writes changes down; those of a device that no phone has accepted are not saved. */
  async save(): Promise<void> {
    if (this.#isSaved && this.#creds !== null) await this.#credentials.save(this.#creds);
  }

  async forget(): Promise<void> {
    this.#creds = null;
    this.#isSaved = false;
    await this.#credentials.forget();
  }

  /** Who the account is; nobody before a phone has accepted the device. */
  self(): Self {
    return selfOf(this.#creds?.me) ?? NOBODY;
  }
}

const NOBODY: Self = { jid: '', lid: null, pushName: '' };
