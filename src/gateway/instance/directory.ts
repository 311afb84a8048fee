/**
 * Every instance in memory: what each request and each event asks first.
 * Owns: the in-memory copy of `instances`; written through, disk first. Must never: hold a key in clear.
 */
import { type Phase, type ProviderName, type State, stateOf } from '../../providers/provider.ts';
import { createKeyedMutex } from '../../shared/async/keyed-mutex.ts';
import type { Clock } from '../../shared/clock.ts';
import type { InstanceKey, InstanceKeys } from './keys.ts';

/** Records are replaced, never changed in place. Times are ms since 1970. */
export interface InstanceRecord {
  readonly id: string;
  readonly name: string;
  readonly provider: ProviderName;
  readonly state: State;
  readonly phase: Phase;
  readonly reason: string | null;
  readonly number: string | null;
  readonly ownerJid: string | null;
  readonly profileName: string | null;
  readonly key: InstanceKey;
  /** The key that it replaced, while that is still good. */
  readonly previousKey: InstanceKey | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface InstanceDirectory {
  byName(name: string): InstanceRecord | null;
  byId(id: string): InstanceRecord | null;
  /** The instance that one of whose keys has this hash, whether or not the key has expired. */
  byKeyHash(hash: string): InstanceRecord | null;
  /** In order of creation. */
  all(): readonly InstanceRecord[];
}

/** The writing side, for the instance service alone. Writes to an instance that is gone do nothing. */
export interface InstanceRegister extends InstanceDirectory {
  load(): Promise<void>;
  /** Rejects with the fault `unique` when the name is taken. */
  insert(record: InstanceRecord): Promise<void>;
  /** Records a change of phase with its reason; what is already so is not recorded again. */
  enter(id: string, phase: Phase, reason: string | null): Promise<void>;
  /** Remembers the paired account, or (nulls) that there is none. */
  pair(id: string, ownerJid: string | null, profileName: string | null): Promise<void>;
  /**
   * Replaces its keys by what `next` makes of the present ones; null when the instance is gone.
   * Rejects as `next` throws, and changes nothing then.
   */
  rotate(id: string, next: (present: InstanceKeys) => InstanceKeys): Promise<InstanceRecord | null>;
  remove(id: string): Promise<void>;
}

/** Where the records are on disk. */
export interface InstanceStore {
  all(): Promise<InstanceRecord[]>;
  /** Writes the row and its first state; rejects with the fault `unique` when the name is taken. */
  insert(record: InstanceRecord): Promise<void>;
  /** Writes the paired account. */
  pair(record: InstanceRecord): Promise<void>;
  /** Writes a change of state and notes it in the history, both or neither. */
  transition(record: InstanceRecord): Promise<void>;
  /** Writes the keys. */
  rotate(record: InstanceRecord): Promise<void>;
  /** Removes the row and all that belongs to it. */
  remove(id: string): Promise<void>;
}

export function createDirectory(store: InstanceStore, clock: Clock): InstanceRegister {
  const byId = new Map<string, InstanceRecord>();
  const byName = new Map<string, InstanceRecord>();
  const byKeyHash = new Map<string, InstanceRecord>();
  const turns = createKeyedMutex();

  const keep = (record: InstanceRecord) => {
    byId.set(record.id, record);
    byName.set(record.name, record);
    for (const hash of hashesOf(record)) byKeyHash.set(hash, record);
  };
  const forgetKeys = (record: InstanceRecord) => {
    for (const hash of hashesOf(record)) byKeyHash.delete(hash);
  };
  /** One write per instance at a time: two would each build on a record that the other replaces. */
  const inTurn = (id: string, write: (present: InstanceRecord) => Promise<void>) =>
    turns.run(id, async () => {
      const present = byId.get(id);
      if (present) await write(present);
    });

  return {
    byName: (name) => byName.get(name) ?? null,
    byId: (id) => byId.get(id) ?? null,
    byKeyHash: (hash) => byKeyHash.get(hash) ?? null,
    all: () => [...byId.values()],
    async load() {
      for (const record of await store.all()) keep(record);
    },
    async insert(record) {
      await store.insert(record);
      keep(record);
    },
    enter: (id, phase, reason) =>
      inTurn(id, async (present) => {
        if (present.phase === phase && present.reason === reason) return;
        const next = { ...present, phase, state: stateOf(phase), reason, updatedAt: clock.now() };
        await store.transition(next);
        keep(next);
      }),
    pair: (id, ownerJid, profileName) =>
      inTurn(id, async (present) => {
        const next = { ...present, ownerJid, profileName, updatedAt: clock.now() };
        await store.pair(next);
        keep(next);
      }),
    rotate: (id, next) =>
      turns.run(id, async () => {
        const present = byId.get(id);
        if (!present) return null;
        const record = { ...present, ...next(present), updatedAt: clock.now() };
        await store.rotate(record);
        forgetKeys(present);
        keep(record);
        return record;
      }),
    remove: (id) =>
      inTurn(id, async (present) => {
        await store.remove(id);
        byId.delete(id);
        byName.delete(present.name);
        forgetKeys(present);
      }),
  };
}

const hashesOf = ({ key, previousKey }: InstanceRecord): string[] =>
  previousKey === null ? [key.hash] : [key.hash, previousKey.hash];
