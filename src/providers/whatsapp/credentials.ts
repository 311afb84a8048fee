/** Stores an account's keys in our database: sealed, written in one batch at a time and never logged. */
import type { AuthenticationCreds, SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys';
import { eq } from 'drizzle-orm';
import type { Database, Statement } from '../../db/client.ts';
import { whatsappCredentials, whatsappKeys } from '../../db/schema/whatsapp.ts';
import { placeOf } from '../../db/sealed-tables.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Place, Vault } from '../../shared/crypto.ts';
import type { Client } from './client.ts';
import { type KeysWithMessages, KeyWrites } from './key-writes.ts';
import type { MessageCommit } from './message-commit.ts';
import type { RecentKeys } from './recent-keys.ts';
import { SessionRecord } from './signal/session-record.ts';
import { KeysUnavailable } from './vendor-faults.ts';

/** Thrown when they were sealed with another key than the current one. */
export class UnreadableCredentials extends Error {
  constructor(cause: unknown) {
    const repair = 'set ENCRYPTION_KEY to the one they were sealed with, or log out and pair again';
    super(`the keys of the account cannot be read: ${repair}`, { cause });
    this.name = 'UnreadableCredentials';
  }
}

interface CredentialsDeps {
  readonly db: Database;
  /** Writes keys, together with the messages that they opened. */
  readonly commit: MessageCommit;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly recentKeys: RecentKeys;
  /** Aborts when the session ends. */
  readonly ended: AbortSignal;
  /** Aborts when another process has taken the instance: changes that wait are given up, and no key stays in memory. */
  readonly abandoned: AbortSignal;
  readonly keysRetryMs?: number | undefined;
}

/** The keys of one instance's device. Every promise resolves once the fact is on disk, except those of `keys`. */
export interface Credentials {
  /** Resolves with the device's own keys, or null while it is not paired. Rejects with `UnreadableCredentials`. */
  load(): Promise<AuthenticationCreds | null>;
  save(creds: AuthenticationCreds): Promise<void>;
  /** The keys of conversations; changes are on disk soon after `set`. */
  readonly keys: SignalKeyStore;
  /** How far those changes are on disk. */
  readonly keyWrites: Pick<KeyWrites, 'generation' | 'unwritten' | 'settled'>;
  /** Removes all keys of the instance. */
  forget(): Promise<void>;
}

const SELECT_KEYS = `select id, value_sealed from whatsapp_keys
  where instance_id = ? and type = ? and id in (select value from json_each(?))`;
const UPSERT_KEYS = `insert into whatsapp_keys (instance_id, type, id, value_sealed)
  select ?, value ->> 0, value ->> 1, value ->> 2 from json_each(?) where true
  on conflict do update set value_sealed = excluded.value_sealed`;
const DELETE_KEYS = `delete from whatsapp_keys
  where instance_id = ? and type = ? and id in (select value from json_each(?))`;

export function createCredentials(
  { db, commit, vault, clock, recentKeys, ended, abandoned, keysRetryMs }: CredentialsDeps,
  client: Client,
  instanceId: string,
): Credentials {
  const { orm } = db;
  const sealing = sealingOf(client, vault);
  const place = placeOf(whatsappCredentials.credsSealed, instanceId);
  const own = eq(whatsappCredentials.instanceId, instanceId);
  const written = recentKeys.wrap(
    storedKeys({ db, commit }, client, instanceId, sealing),
    instanceId,
  );
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
        // Only the code below writes this column.
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

/** Seals keys as the library's own JSON. */
export function sealingOf({ BufferJSON }: Client, vault: Vault): Sealing {
  const { replacer, reviver } = BufferJSON;
  return {
    seal(value, place) {
      // A session has no bytes in its stored form, and the replacer would be called for each of its fields.
      const isSession = value instanceof SessionRecord;
      const text = isSession ? JSON.stringify(value) : JSON.stringify(value, replacer);
      return vault.seal(text, place);
    },
    open: (sealed, place) => JSON.parse(vault.open(sealed, place), reviver),
  };
}

/** Keys of conversations, one row each. */
function storedKeys(
  { db, commit }: Pick<CredentialsDeps, 'db' | 'commit'>,
  client: Client,
  owner: string,
  sealing: Sealing,
): KeysWithMessages {
  /** For one type the library expects an object of its own, not plain JSON. */
  const revived = (type: string, value: unknown): unknown =>
    type === 'app-state-sync-key'
      ? client.proto.Message.AppStateSyncKeyData.fromObject(value as object)
      : value;
  return {
    async get(type, ids) {
      const rows = await db.query(SELECT_KEYS, [owner, type, JSON.stringify(ids)]);
      const found = rows.map(([id, sealed]) => [
        id,
        revived(type, sealing.open(String(sealed), keyPlace(owner, type, String(id)))),
      ]);
      return Object.fromEntries(found);
    },
    async set(data, messages = []) {
      const { stored, gone } = sorted(data);
      await commit(messages, [
        ...(stored.length === 0 ? [] : [upsertKeys(sealing, owner, stored)]),
        ...gone.map(({ type, ids }) => ({
          sql: DELETE_KEYS,
          params: [owner, type, JSON.stringify(ids)],
        })),
      ]);
    },
  };
}

/** Throws KeysUnavailable for every failure, so the library learns only that its keys cannot be reached. */
function reachable(keys: SignalKeyStore): SignalKeyStore {
  const refuse = (cause: unknown): never => {
    throw new KeysUnavailable(cause);
  };
  return {
    async get(type, ids) {
      try {
        return await keys.get(type, ids);
      } catch (error) {
        return refuse(error);
      }
    },
    async set(data) {
      try {
        await keys.set(data);
      } catch (error) {
        refuse(error);
      }
    },
  };
}

/** Returns the statement that stores keys, sealed. */
export function upsertKeys(
  sealing: Pick<Sealing, 'seal'>,
  owner: string,
  keys: readonly StoredKey[],
): Statement {
  const rows = keys.map(({ type, id, value }) => [
    type,
    id,
    sealing.seal(value, keyPlace(owner, type, id)),
  ]);
  return { sql: UPSERT_KEYS, params: [owner, JSON.stringify(rows)] };
}

const keyPlace = (owner: string, type: string, id: string): Place =>
  placeOf(whatsappKeys.valueSealed, owner, type, id);

interface StoredKey {
  readonly type: string;
  readonly id: string;
  readonly value: unknown;
}

/** Separates the keys to write from those that null marks as removed. */
function sorted(data: SignalDataSet): {
  readonly stored: readonly StoredKey[];
  readonly gone: readonly { readonly type: string; readonly ids: string[] }[];
} {
  const stored: StoredKey[] = [];
  const gone: { type: string; ids: string[] }[] = [];
  for (const [type, values] of Object.entries(data)) {
    const entries = Object.entries(values ?? {});
    const ids = entries.filter(([, value]) => value === null).map(([id]) => id);
    if (ids.length > 0) gone.push({ type, ids });
    for (const [id, value] of entries) if (value !== null) stored.push({ type, id, value });
  }
  return { stored, gone };
}
