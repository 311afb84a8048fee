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
import { KeyWrites } from './key-writes.ts';
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
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
  /** Aborts when another process has the instance: changes that wait are given up, and no key stays in memory. */
  readonly abandoned: AbortSignal;
  readonly keysRetryMs?: number | undefined;
}

/** What one instance is on WhatsApp. Every promise resolves once the fact is on disk, except those of `keys`. */
export interface Credentials {
  /** The device's own keys; null while it is not paired. Rejects with `UnreadableCredentials`. */
  load(): Promise<AuthenticationCreds | null>;
  save(creds: AuthenticationCreds): Promise<void>;
  /** Keys of conversations; what is set is on disk soon. */
  readonly keys: SignalKeyStore;
  /** How far those are on disk. */
  readonly keyWrites: Pick<KeyWrites, 'generation' | 'unwritten' | 'settled'>;
  /** Removes all of it. */
  forget(): Promise<void>;
}

/** Rows per statement: five values each stay well below what a statement may hold. */
const ROWS_MAX = 500;

export function createCredentials(
  { orm, vault, clock, recentKeys, ended, abandoned, keysRetryMs }: CredentialsDeps,
  client: Client,
  instanceId: string,
): Credentials {
  const sealing = sealingOf(client, vault);
  const place = placeOf(whatsappCredentials.credsSealed, instanceId);
  const own = eq(whatsappCredentials.instanceId, instanceId);
  const written = recentKeys.over(storedKeys(orm, client, instanceId, sealing), instanceId);
  const keys = new KeyWrites(written, { clock, ended, keysRetryMs });
  const abandon = () => {
    void keys.abandon();
    written.abandon();
  };
  abandoned.addEventListener('abort', abandon, { once: true });
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
      const insert = orm.insert(whatsappCredentials).values({ instanceId, ...row });
      const target = whatsappCredentials.instanceId;
      await insert.onConflictDoUpdate({ target, set: row });
    },
    keys: reachable(keys),
    keyWrites: keys,
    async forget() {
      await keys.abandon();
      await orm.batch([
        orm.delete(whatsappKeys).where(eq(whatsappKeys.instanceId, instanceId)),
        orm.delete(whatsappCredentials).where(own),
      ]);
      written.forget();
    },
  };
}

interface Sealing {
  seal(value: unknown, place: Place): string;
  open(sealed: string, place: Place): unknown;
}

/** How keys are sealed: as the library's own JSON. */
export function sealingOf({ BufferJSON }: Client, vault: Vault): Sealing {
  const { replacer, reviver } = BufferJSON;
  return {
    seal: (value, place) => vault.seal(JSON.stringify(value, replacer), place),
    open: (sealed, place) => JSON.parse(vault.open(sealed, place), reviver),
  };
}

/** Keys of conversations, one row each. */
function storedKeys(orm: Orm, client: Client, owner: string, sealing: Sealing): SignalKeyStore {
  const { instanceId, type: kind, id: name, valueSealed } = whatsappKeys;
  const named = (type: string, ids: string[]) =>
    and(eq(instanceId, owner), eq(kind, type), inArray(name, ids));
  const place = (type: string, id: string): Place => placeOf(valueSealed, owner, type, id);
  /** Plain JSON is not what the library expects of one type. */
  const revived = (type: string, value: unknown): unknown =>
    type === 'app-state-sync-key'
      ? client.proto.Message.AppStateSyncKeyData.fromObject(value as object)
      : value;
  return {
    async get(type, ids) {
      const rows = await orm
        .select({ id: name, sealed: valueSealed })
        .from(whatsappKeys)
        .where(named(type, ids));
      const found = rows.map(({ id, sealed }) => [
        id,
        revived(type, sealing.open(sealed, place(type, id))),
      ]);
      return Object.fromEntries(found);
    },
    async set(data) {
      const { stored, gone } = sorted(data);
      const rows = stored.map(({ type, id, value }) => {
        const sealed = sealing.seal(value, place(type, id));
        return { instanceId: owner, type, id, valueSealed: sealed };
      });
      const upsert = {
        target: [instanceId, kind, name],
        set: { valueSealed: sql`excluded.value_sealed` },
      };
      const statements = [
        ...parts(rows).map((part) =>
          orm.insert(whatsappKeys).values(part).onConflictDoUpdate(upsert),
        ),
        ...gone.map(({ type, ids }) => orm.delete(whatsappKeys).where(named(type, ids))),
      ];
      await writeWithJoined(async (joined) => {
        const [first, ...others] = [...joined, ...statements];
        return first === undefined ? [] : orm.batch([first, ...others]);
      });
    },
  };
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

/** In parts that fit one statement each. */
export function parts<T>(all: readonly T[]): T[][] {
  const result: T[][] = [];
  for (let from = 0; from < all.length; from += ROWS_MAX) {
    result.push(all.slice(from, from + ROWS_MAX));
  }
  return result;
}
