/** Account keys in our database, sealed, written in one batch at a time and never logged. */
import type { AuthenticationCreds, SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Orm } from '../../db/client.ts';
import { whatsappCredentials, whatsappKeys } from '../../db/schema/whatsapp.ts';
import { placeOf } from '../../db/sealed-tables.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Place, Vault } from '../../shared/crypto.ts';
import type { Client } from './client.ts';
import { writeWithJoined } from './key-transaction.ts';
import type { RecentKeys } from './recent-keys.ts';
import { KeysUnavailable } from './vendor-faults.ts';

/** The key they were sealed with is not the one we have. */
export class UnreadableCredentials extends Error {
  constructor(cause: unknown) {
    const repair = 'set ENCRYPTION_KEY to the one they were sealed with, or log out and pair again';
    super(`the keys of the account cannot be read: ${repair}`, { cause });
    this.name = 'UnreadableCredentials';
  }
}

interface CredentialsDeps {
  readonly orm: Orm;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly recentKeys: RecentKeys;
}

/** What one instance is on WhatsApp. Every promise resolves once the fact is on disk. */
export interface Credentials {
  /** The device's own keys; null while it is not paired. Rejects with `UnreadableCredentials`. */
  load(): Promise<AuthenticationCreds | null>;
  save(creds: AuthenticationCreds): Promise<void>;
  /** Keys of conversations. */
  readonly keys: SignalKeyStore;
  /** Removes all of it. */
  forget(): Promise<void>;
}

/** Rows per statement: five values each stay well below what a statement may hold. */
const ROWS_MAX = 500;

export function createCredentials(
  { orm, vault, clock, recentKeys }: CredentialsDeps,
  client: Client,
  instanceId: string,
): Credentials {
  const { replacer, reviver } = client.BufferJSON;
  const sealing: Sealing = {
    seal: (value, place) => vault.seal(JSON.stringify(value, replacer), place),
    open: (sealed, place) => JSON.parse(vault.open(sealed, place), reviver),
  };
  const place = placeOf(whatsappCredentials.credsSealed, instanceId);
  const own = eq(whatsappCredentials.instanceId, instanceId);
  const stored = new StoredKeys(orm, client, instanceId, sealing);
  const keys = recentKeys.over(stored, instanceId);
  return {
    async load() {
      const rows = await orm
        .select({ credsSealed: whatsappCredentials.credsSealed })
        .from(whatsappCredentials)
        .where(own);
      if (rows[0] === undefined) return null;
      try {
        // Written below and by nobody else.
        return sealing.open(rows[0].credsSealed, place) as AuthenticationCreds;
      } catch (error) {
        throw new UnreadableCredentials(error);
      }
    },
    async save(creds) {
      const row = { credsSealed: sealing.seal(creds, place), updatedAt: clock.now() };
      await orm
        .insert(whatsappCredentials)
        .values({ instanceId, ...row })
        .onConflictDoUpdate({ target: whatsappCredentials.instanceId, set: row });
    },
    keys: reachable(keys),
    async forget() {
      await orm.batch([
        orm.delete(whatsappKeys).where(eq(whatsappKeys.instanceId, instanceId)),
        orm.delete(whatsappCredentials).where(own),
      ]);
      keys.forget();
    },
  };
}

interface Sealing {
  seal(value: unknown, place: Place): string;
  open(sealed: string, place: Place): unknown;
}

/** Keys of conversations, one row each. */
class StoredKeys implements SignalKeyStore {
  readonly #orm: Orm;
  readonly #client: Client;
  readonly #instanceId: string;
  readonly #sealing: Sealing;

  constructor(orm: Orm, client: Client, instanceId: string, sealing: Sealing) {
    this.#orm = orm;
    this.#client = client;
    this.#instanceId = instanceId;
    this.#sealing = sealing;
  }

  async get(type: string, ids: string[]) {
    const rows = await this.#orm
      .select({ id: whatsappKeys.id, sealed: whatsappKeys.valueSealed })
      .from(whatsappKeys)
      .where(this.#named(type, ids));
    const found = rows.map(({ id, sealed }) => [
      id,
      this.#revived(type, this.#sealing.open(sealed, this.#place(type, id))),
    ]);
    return Object.fromEntries(found);
  }

  async set(data: SignalDataSet): Promise<void> {
    const { stored, gone } = sorted(data);
    const rows = stored.map(({ type, id, value }) => ({
      instanceId: this.#instanceId,
      type,
      id,
      valueSealed: this.#sealing.seal(value, this.#place(type, id)),
    }));
    const statements = [
      ...parts(rows).map((part) =>
        this.#orm
          .insert(whatsappKeys)
          .values(part)
          .onConflictDoUpdate({
            target: [whatsappKeys.instanceId, whatsappKeys.type, whatsappKeys.id],
            set: { valueSealed: sql`excluded.value_sealed` },
          }),
      ),
      ...gone.map(({ type, ids }) => this.#orm.delete(whatsappKeys).where(this.#named(type, ids))),
    ];
    await writeWithJoined(async (joined) => {
      const [first, ...others] = [...joined, ...statements];
      return first === undefined ? [] : this.#orm.batch([first, ...others]);
    });
  }

  #named(type: string, ids: string[]) {
    const { instanceId, type: kind, id } = whatsappKeys;
    return and(eq(instanceId, this.#instanceId), eq(kind, type), inArray(id, ids));
  }

  #place(type: string, id: string): Place {
    return placeOf(whatsappKeys.valueSealed, this.#instanceId, type, id);
  }

  /** Plain JSON is not what the library expects of this one type. */
  #revived(type: string, value: unknown): unknown {
    return type === 'app-state-sync-key'
      ? this.#client.proto.Message.AppStateSyncKeyData.fromObject(value as object)
      : value;
  }
}

/** All that the library learns: they cannot be reached. */
function reachable(keys: SignalKeyStore): SignalKeyStore {
  const refuse = (cause: unknown) => {
    throw new KeysUnavailable(cause);
  };
  return {
    get: async (type, ids) => await Promise.resolve(keys.get(type, ids)).catch(refuse),
    set: async (data) => Promise.resolve(keys.set(data)).catch(refuse),
  };
}

interface StoredKey {
  readonly type: string;
  readonly id: string;
  readonly value: unknown;
}

/** What is to be written, and what null marks as gone. */
function sorted(data: SignalDataSet): {
  readonly stored: readonly StoredKey[];
  readonly gone: readonly { readonly type: string; readonly ids: string[] }[];
} {
  const stored: StoredKey[] = [];
  const gone: { type: string; ids: string[] }[] = [];
  for (const [type, values] of Object.entries(data)) {
    const entries = Object.entries(values ?? {});
    const ids = entries.filter(([, value]) => value === null).map(([id]) => id);
    gone.push(...parts(ids).map((part) => ({ type, ids: part })));
    for (const [id, value] of entries) if (value !== null) stored.push({ type, id, value });
  }
  return { stored, gone };
}

function parts<T>(all: readonly T[]): T[][] {
  const result: T[][] = [];
  for (let from = 0; from < all.length; from += ROWS_MAX) {
    result.push(all.slice(from, from + ROWS_MAX));
  }
  return result;
}
