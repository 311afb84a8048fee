/** Every instance in memory, which each request and each event asks for first; written to disk first. */

import type { FirstRow } from '../db/first-row.ts';
import { type Phase, type ProviderName, type State, stateOf } from '../providers/provider.ts';
import { createKeyedMutex } from '../shared/async/keyed-mutex.ts';
import type { Clock } from '../shared/clock.ts';
import type { InstanceKey, InstanceKeys } from './keys.ts';
import { storedName } from './name.ts';

/** Records are replaced, never changed in place. Times are ms since 1970. */
export interface InstanceRecord {
  readonly id: string;
  readonly name: string;
  readonly provider: ProviderName;
  readonly state: State;
  readonly phase: Phase;
  readonly reason: string | null;
  /** When it entered its phase; absent: when it was created. */
  readonly phaseSince?: number;
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

/** Where the records are on disk. */
export interface InstanceStore {
  all(): Promise<InstanceRecord[]>;
  /** Null: there is none. */
  one(id: string): Promise<InstanceRecord | null>;
  /**
   * Writes the row, its first state and the rows of other tables, all or none of them; rejects with the fault `unique`
   * when the name or the key is taken.
   */
  insert(record: InstanceRecord, others: readonly FirstRow['statement'][]): Promise<void>;
  /** Whether anything has ever had events under this id, deleted or not. */
  hasHistory(id: string): Promise<boolean>;
  /** Writes the paired account. */
  pair(record: InstanceRecord): Promise<void>;
  /** Writes a change of state and notes it in the history, both or neither. */
  transition(record: InstanceRecord): Promise<void>;
  /** Writes the keys. */
  rotate(record: InstanceRecord): Promise<void>;
  /** Removes the row and all that belongs to it. */
  remove(id: string): Promise<void>;
}

/** The writing side, for the instance service alone. Writes to an instance that is gone do nothing. */
export class InstanceRegister implements InstanceDirectory {
  readonly #store: InstanceStore;
  readonly #clock: Clock;
  readonly #byId = new Map<string, InstanceRecord>();
  readonly #byName = new Map<string, InstanceRecord>();
  readonly #byKeyHash = new Map<string, InstanceRecord>();
  /** One write per instance at a time: two would each build on a record that the other replaces. */
  readonly #writing = createKeyedMutex();

  constructor(store: InstanceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  byName(name: string): InstanceRecord | null {
    return this.#byName.get(storedName(name)) ?? null;
  }

  byId(id: string): InstanceRecord | null {
    return this.#byId.get(id) ?? null;
  }

  byKeyHash(hash: string): InstanceRecord | null {
    return this.#byKeyHash.get(hash) ?? null;
  }

  all(): readonly InstanceRecord[] {
    return [...this.#byId.values()];
  }

  async load(): Promise<void> {
    for (const record of await this.#store.all()) this.#put(record);
  }

  /**
   * Reads an instance again, which may have been changed, made or deleted otherwise than through this register.
   * `isOwn`: its session is here, and what this register has of its phase is right.
   */
  refresh(id: string, isOwn: boolean): Promise<void> {
    return this.#writing.run(id, async () => {
      const row = await this.#store.one(id);
      const before = this.byId(id);
      const now = row && before && isOwn ? await this.#corrected(row, before) : row;
      // The record stays the same one while nothing has changed.
      if (Bun.deepEquals(now, before)) return;
      if (before !== null && now === null) this.#forget(before);
      else if (before !== null) this.#forgetKeys(before);
      if (now !== null) this.#put(now);
    });
  }

  /** A change whose answer was lost may come to the table after a later one, and is undone. */
  async #corrected(row: InstanceRecord, known: InstanceRecord): Promise<InstanceRecord> {
    const { phase, state, reason, phaseSince } = known;
    const own = { phase, state, reason, ...(phaseSince !== undefined && { phaseSince }) };
    if (row.state === state) return { ...row, ...own };
    const now = { ...row, ...own, updatedAt: this.#clock.now() };
    await this.#store.transition(now);
    return now;
  }

  /** All rows or none; rejects with the fault `unique` when the name or the key is taken. */
  async insert(record: InstanceRecord, others: readonly FirstRow[] = []): Promise<void> {
    await this.#store.insert(
      record,
      others.map(({ statement }) => statement),
    );
    for (const { written } of others) written();
    this.#put(record);
  }

  /** Whether the id has been used, so that what is left of its events would be taken for another's. */
  async hasHistory(id: string): Promise<boolean> {
    return this.#byId.has(id) || this.#store.hasHistory(id);
  }

  /** Records a change of phase with its reason; what is already so is not recorded again. */
  enter(id: string, phase: Phase, reason: string | null): Promise<void> {
    return this.#write(id, async (present) => {
      if (present.phase === phase && present.reason === reason) return;
      const state = stateOf(phase);
      const now = this.#clock.now();
      const next = { ...present, phase, state, reason, phaseSince: now, updatedAt: now };
      await this.#store.transition(next);
      this.#put(next);
    });
  }

  /** Records the paired account, or (nulls) that there is none. */
  pair(id: string, ownerJid: string | null, profileName: string | null): Promise<void> {
    return this.#write(id, async (present) => {
      const next = { ...present, ownerJid, profileName, updatedAt: this.#clock.now() };
      await this.#store.pair(next);
      this.#put(next);
    });
  }

  /**
   * Replaces its keys by what `next` makes of the present ones; null when the instance is gone.
   * Rejects as `next` throws, and changes nothing then.
   */
  rotate(
    id: string,
    next: (present: InstanceKeys) => InstanceKeys,
  ): Promise<InstanceRecord | null> {
    return this.#writing.run(id, async () => {
      const present = this.byId(id);
      if (!present) return null;
      const record = { ...present, ...next(present), updatedAt: this.#clock.now() };
      await this.#store.rotate(record);
      this.#forgetKeys(present);
      this.#put(record);
      return record;
    });
  }

  remove(id: string): Promise<void> {
    return this.#write(id, async (present) => {
      await this.#store.remove(id);
      this.#forget(present);
    });
  }

  #write(id: string, write: (present: InstanceRecord) => Promise<void>): Promise<void> {
    return this.#writing.run(id, async () => {
      const present = this.byId(id);
      if (present) await write(present);
    });
  }

  #put(record: InstanceRecord): void {
    this.#byId.set(record.id, record);
    this.#byName.set(record.name, record);
    for (const hash of hashesOf(record)) this.#byKeyHash.set(hash, record);
  }

  #forget(record: InstanceRecord): void {
    this.#byId.delete(record.id);
    this.#byName.delete(record.name);
    this.#forgetKeys(record);
  }

  #forgetKeys(record: InstanceRecord): void {
    for (const hash of hashesOf(record)) this.#byKeyHash.delete(hash);
  }
}

const hashesOf = ({ key, previousKey }: InstanceRecord): string[] =>
  previousKey === null ? [key.hash] : [key.hash, previousKey.hash];
