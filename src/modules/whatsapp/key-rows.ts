/** Stores an account's keys in our database: sealed, written in one batch at a time and never logged. */
import { eq } from 'drizzle-orm';
import type { Database, Statement } from '../../core/db/client.ts';
import { whatsappCredentials, whatsappKeys } from '../../core/db/schema/whatsapp.ts';
import { placeOf } from '../../core/db/sealed-tables.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Place, Vault } from '../../core/shared/crypto.ts';
import { SessionRecord } from './engine/signal.ts';
import type { AuthenticationCreds, Baileys, SignalDataSet } from './engine/surface.ts';
import { entriesOf } from './key-memory.ts';

/** Thrown when they were sealed with another key than the current one. */
export class UnreadableCredentials extends Error {
  constructor(cause: unknown) {
    const repair = 'set ENCRYPTION_KEY to the one they were sealed with, or log out and pair again';
    super(`the keys of the account cannot be read: ${repair}`, { cause });
    this.name = 'UnreadableCredentials';
  }
}

interface KeyRowsDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
}

/** Every promise resolves once the fact is on disk. */
export interface KeyRows {
  /** Resolves with the device's own keys, or null while it is not paired. Rejects with `UnreadableCredentials`. */
  load(): Promise<AuthenticationCreds | null>;
  save(creds: AuthenticationCreds): Promise<void>;
  /** Resolves with the keys that exist, by id. */
  read(type: string, ids: readonly string[]): Promise<Record<string, unknown>>;
  /** Returns the statements that write keys of conversations; null removes a key. */
  statements(keys: SignalDataSet): Statement[];
  /** Removes all keys of the instance. */
  removeAll(): Promise<void>;
}

const SELECT_KEYS = `select id, value_sealed from whatsapp_keys
  where instance_id = ? and type = ? and id in (select value from json_each(?))`;
const UPSERT_KEYS = `insert into whatsapp_keys (instance_id, type, id, value_sealed)
  select ?, value ->> 0, value ->> 1, value ->> 2 from json_each(?) where true
  on conflict do update set value_sealed = excluded.value_sealed`;
const DELETE_KEYS = `delete from whatsapp_keys
  where instance_id = ? and type = ? and id in (select value from json_each(?))`;

export function createKeyRows(
  { db, vault, clock }: KeyRowsDeps,
  baileys: Baileys,
  instanceId: string,
): KeyRows {
  const { orm } = db;
  const sealing = sealingOf(baileys, vault);
  const place = placeOf(whatsappCredentials.credsSealed, instanceId);
  const own = eq(whatsappCredentials.instanceId, instanceId);
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
    async read(type, ids) {
      const rows = await db.query(SELECT_KEYS, [instanceId, type, JSON.stringify(ids)]);
      const found = rows.map(([id, sealed]) => {
        const value = sealing.open(String(sealed), keyPlace(instanceId, type, String(id)));
        return [id, revived(baileys, type, value)];
      });
      return Object.fromEntries(found);
    },
    statements(keys) {
      const { stored, gone } = sorted(keys);
      return [
        ...(stored.length === 0 ? [] : [upsertKeys(sealing, instanceId, stored)]),
        ...[...gone].map(([type, ids]) => ({
          sql: DELETE_KEYS,
          params: [instanceId, type, JSON.stringify(ids)],
        })),
      ];
    },
    async removeAll() {
      await orm.batch([
        orm.delete(whatsappKeys).where(eq(whatsappKeys.instanceId, instanceId)),
        orm.delete(whatsappCredentials).where(own),
      ]);
    },
  };
}

/** For one type Baileys expects an object of its own, not plain JSON. */
const revived = ({ proto }: Baileys, type: string, value: unknown): unknown =>
  type === 'app-state-sync-key'
    ? proto.Message.AppStateSyncKeyData.fromObject(value as object)
    : value;

interface Sealing {
  seal(value: unknown, place: Place): string;
  open(sealed: string, place: Place): unknown;
}

/** Seals keys as Baileys' own JSON. */
export function sealingOf({ BufferJSON }: Baileys, vault: Vault): Sealing {
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

/** Separates the keys to write from those that null marks as removed, by type. */
function sorted(keys: SignalDataSet) {
  const stored: StoredKey[] = [];
  const gone = new Map<string, string[]>();
  for (const [type, id, value] of entriesOf(keys))
    if (value !== null) stored.push({ type, id, value });
    else gone.set(type, [...(gone.get(type) ?? []), id]);
  return { stored, gone };
}
