import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Database, Orm, Statement } from '../db/client.ts';
import { instances, instanceTransitions, portalLinks } from '../db/schema/gateway.ts';
import { hasStream } from '../events/log/events.ts';
import type { OwnDatabase } from '../events/publish/ownership.ts';
import type { Phase, ProviderName, State } from '../providers/provider.ts';
import { newId } from '../shared/ids.ts';
import type { InstanceRecord, InstanceStore } from './directory.ts';
import { type InstanceKey, type InstanceKeys, instanceKey } from './keys.ts';
import type { Scope } from './scopes.ts';

/** Older changes of state are deleted, so that a flapping connection cannot fill the disk. */
const TRANSITIONS_MAX = 200;

/** `own` is the database for writes of an instance's owner; by default it is the same database. */
export function createInstanceStore(
  database: Database,
  own: OwnDatabase = () => database,
): InstanceStore {
  const { orm } = database;
  const read = () =>
    orm.select({ row: instances, phaseSince: lastTransitionAt }).from(instances).$dynamic();
  return {
    async all() {
      return (await read().orderBy(instances.createdAt, instances.id)).map(toKnown);
    },
    async one(id) {
      const [row] = await read().where(eq(instances.id, id));
      return row ? toKnown(row) : null;
    },
    async insert(record, others) {
      await orm.batch([...insertionOf(orm, record), ...others]);
    },
    hasHistory: (id) => hasStream(orm, id),
    async pair({ id, ownerJid, profileName, updatedAt }) {
      const update = own(id).orm.update(instances).set({ ownerJid, profileName, updatedAt });
      await update.where(eq(instances.id, id));
    },
    async transition(record) {
      const { id, state, reason, updatedAt } = record;
      const phase = rowPhase(record.phase);
      await own(id).orm.batch([
        orm.update(instances).set({ state, phase, reason, updatedAt }).where(eq(instances.id, id)),
        insertTransition(orm, record),
        deleteOlderTransitions(orm, id),
      ]);
    },
    async rotate(record, note) {
      const { id, updatedAt } = record;
      const columns = { ...keyColumns(record), updatedAt };
      const change = orm.update(instances).set(columns).where(eq(instances.id, id));
      // Somebody who replaces a key wants every page closed that may have been opened with it.
      const closing = orm.delete(portalLinks).where(eq(portalLinks.instanceId, id));
      const [first, last] = [change, closing].map((query) => query.toSQL() as Statement);
      await own(id).batch([first, note, last].filter((one) => one !== undefined));
    },
    async remove(id) {
      await orm.delete(instances).where(eq(instances.id, id));
    },
  };
}

/** Returns the statements that insert an instance and its state as the first of its history. */
export const insertionOf = (orm: Orm, record: InstanceRecord) =>
  [orm.insert(instances).values(toRow(record)), insertTransition(orm, record)] as const;

/** The last transition of the instance, or null if none is stored. */
const lastTransitionAt = sql<number | null>`(
  select t.at from instance_transitions t where t.instance_id = instances.id order by t.id desc limit 1)`;

/** Returns the statement that adds the record's state to the history. */
const insertTransition = (orm: Orm, record: InstanceRecord) =>
  orm.insert(instanceTransitions).values({
    id: newId(),
    instanceId: record.id,
    state: record.state,
    phase: record.phase,
    reason: record.reason,
    at: record.updatedAt,
  });

interface Transition {
  /** In ms since 1970. */
  readonly at: number;
  readonly state: State;
  readonly phase: Phase;
  readonly reason: string | null;
}

/** Returns the changes of an instance's state, the newest first. */
export async function readTransitions(
  orm: Orm,
  instanceId: string,
  limit: number,
): Promise<Transition[]> {
  const { at, state, phase, reason } = instanceTransitions;
  const rows = await orm
    .select({ at, state, phase, reason })
    .from(instanceTransitions)
    .where(eq(instanceTransitions.instanceId, instanceId))
    .orderBy(desc(instanceTransitions.id))
    .limit(limit);
  // The casts hold because the rows are written from typed records alone.
  return rows.map((row) => ({ ...row, state: row.state as State, phase: row.phase as Phase }));
}

function deleteOlderTransitions(orm: Orm, instanceId: string) {
  const isOwn = eq(instanceTransitions.instanceId, instanceId);
  const newest = orm
    .select({ id: instanceTransitions.id })
    .from(instanceTransitions)
    .where(isOwn)
    .orderBy(desc(instanceTransitions.id))
    .limit(TRANSITIONS_MAX);
  return orm
    .delete(instanceTransitions)
    .where(and(isOwn, notInArray(instanceTransitions.id, newest)));
}

type Row = typeof instances.$inferSelect;

const toKnown = ({ row, phaseSince }: { row: Row; phaseSince: number | null }) => ({
  ...toRecord(row),
  ...(phaseSince !== null && { phaseSince }),
});

/**
 * The phases of a passkey ceremony are stored as an older one: the table's CHECK does not know them, and changing it
 * would mean to drop the table with all that refers to it. No ceremony outlives its process, and the history stores
 * every phase by its own name.
 */
const rowPhase = (phase: Phase): Phase =>
  phase === 'passkey' || phase === 'passkey_confirm' ? 'pairing' : phase;

export const toRow = ({ key, previousKeys, phaseSince: _, ...record }: InstanceRecord): Row => ({
  ...record,
  phase: rowPhase(record.phase),
  ...keyColumns({ key, previousKeys }),
});

const keyColumns = ({ key, previousKeys }: InstanceKeys) => ({
  keyHash: key.hash,
  keyScopes: JSON.stringify(key.scopes),
  keyExpiresAt: key.expiresAt,
  previousKeys: JSON.stringify(
    previousKeys.map(({ hash, scopes, expiresAt }) => ({ hash, scopes, expiresAt })),
  ),
});

/** The casts are safe because only this store writes the rows, from typed records. */
function toRecord(row: Row): InstanceRecord {
  const { keyHash, keyScopes, keyExpiresAt, previousKeys, ...record } = row;
  return {
    ...record,
    provider: row.provider as ProviderName,
    phase: row.phase as Phase,
    key: instanceKey({
      hash: keyHash,
      scopes: JSON.parse(keyScopes) as Scope[],
      expiresAt: keyExpiresAt,
    }),
    previousKeys: parseKeys(previousKeys).map(instanceKey),
  };
}

/** Returns the replaced keys in a row. Only `keyColumns` writes them. */
const parseKeys = (column: string): Omit<InstanceKey, 'id'>[] => JSON.parse(column);
