/** All instances in memory, because each request and each event needs one; changes are written to disk first. */

import { randomInt } from 'node:crypto';
import type { FirstRow, Statement } from '../db/client.ts';
import { type Phase, type ProviderName, type State, stateOf } from '../providers/provider.ts';
import { createKeyedMutex } from '../shared/async/mutex.ts';
import type { Clock } from '../shared/clock.ts';
import { type InstanceKey, type InstanceKeys, keyHashesOf } from './keys.ts';

/** Records are replaced, never changed in place. Times are in ms since 1970. */
export interface InstanceRecord extends GraphIds {
  readonly id: string;
  readonly name: string;
  readonly provider: ProviderName;
  readonly state: State;
  readonly phase: Phase;
  readonly reason: string | null;
  /** When it entered its phase; absent if that was at its creation. */
  readonly phaseSince?: number;
  readonly number: string | null;
  readonly ownerJid: string | null;
  readonly profileName: string | null;
  readonly key: InstanceKey;
  /** The replaced key while it is still valid. */
  readonly previousKeys: readonly InstanceKey[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface InstanceDirectory {
  byName(name: string): InstanceRecord | null;
  byId(id: string): InstanceRecord | null;
  /** Returns the instance with a key of this hash, even if the key has expired. */
  byKeyHash(hash: string): InstanceRecord | null;
  byPhoneNumberId(phoneNumberId: string): InstanceRecord | null;
  /** Returns the instances of an account at Meta; the account of any other instance has that one only. */
  byWabaId(wabaId: string): readonly InstanceRecord[];
  /** Returns all instances in the order of creation. */
  all(): readonly InstanceRecord[];
}

/** Stores the records on disk. */
export interface InstanceStore {
  all(): Promise<InstanceRecord[]>;
  /** Returns null when there is no such instance. */
  one(id: string): Promise<InstanceRecord | null>;
  /**
   * Writes the row, its first state and the rows of other tables, all or none of them. Rejects with the fault `unique`
   * when the name or the key is taken.
   */
  insert(record: InstanceRecord, others: readonly FirstRow['statement'][]): Promise<void>;
  /** Returns whether the id has ever had events, even if what had it was deleted. */
  hasHistory(id: string): Promise<boolean>;
  /** Writes the paired account. */
  pair(record: InstanceRecord): Promise<void>;
  /** Writes a change of state and adds it to the history, both or neither. */
  transition(record: InstanceRecord): Promise<void>;
  /** Writes the keys, and runs `note` right after that in the same commit. */
  rotate(record: InstanceRecord, note: Statement | undefined): Promise<void>;
  /** Deletes the row and everything that belongs to it. */
  remove(id: string): Promise<void>;
}

/** Writes instances; only the instance service uses it. Writes to a deleted instance do nothing. */
export class InstanceRegister implements InstanceDirectory {
  readonly #store: InstanceStore;
  readonly #clock: Clock;
  readonly #byId = new Map<string, InstanceRecord>();
  readonly #byName = new Map<string, InstanceRecord>();
  readonly #byKeyHash = new Map<string, InstanceRecord>();
  readonly #byPhoneNumberId = new Map<string, InstanceRecord>();
  /** Ids of instances by the account that they belong to. */
  readonly #ofWaba = new Map<string, Set<string>>();
  /** Writes of an instance run one after the other, because each builds on the record that it replaces. */
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

  byPhoneNumberId(phoneNumberId: string): InstanceRecord | null {
    return this.#byPhoneNumberId.get(phoneNumberId) ?? null;
  }

  byWabaId(wabaId: string): readonly InstanceRecord[] {
    return [...(this.#ofWaba.get(wabaId) ?? [])].flatMap((id) => this.byId(id) ?? []);
  }

  all(): readonly InstanceRecord[] {
    return [...this.#byId.values()];
  }

  async load(): Promise<void> {
    for (const record of await this.#store.all()) this.#put(record);
  }

  /**
   * Reads an instance again after it may have been created, changed or deleted by other means. With `isOwn` its session
   * runs here, so the phase in memory is right.
   */
  refresh(id: string, isOwn: boolean): Promise<void> {
    return this.#writing.run(id, async () => {
      const row = await this.#store.one(id);
      const before = this.byId(id);
      const now = row && before && isOwn ? await this.#correct(row, before) : row;
      // An unchanged record stays the same object.
      if (Bun.deepEquals(now, before)) return;
      if (before !== null && now === null) this.#forget(before);
      else if (before !== null) this.#forgetKeys(before);
      if (now !== null) this.#put(now);
    });
  }

  /** Undoes an outdated change: one whose answer was lost may reach the table after a later one. */
  async #correct(row: InstanceRecord, known: InstanceRecord): Promise<InstanceRecord> {
    const { phase, state, reason, phaseSince } = known;
    const own = { phase, state, reason, ...(phaseSince !== undefined && { phaseSince }) };
    if (row.state === state) return { ...row, ...own };
    const now = { ...row, ...own, updatedAt: this.#clock.now() };
    await this.#store.transition(now);
    return now;
  }

  /** Writes all rows in one transaction. Rejects with the fault `unique` when the name or the key is taken. */
  async insert(record: InstanceRecord, others: readonly FirstRow[]): Promise<void> {
    await this.#store.insert(
      record,
      others.map(({ statement }) => statement),
    );
    for (const { recordWritten } of others) recordWritten();
    this.#put(record);
  }

  /** Returns whether the id has been used, so that old events would seem to belong to a new instance. */
  async hasHistory(id: string): Promise<boolean> {
    return this.#byId.has(id) || this.#store.hasHistory(id);
  }

  /** Stores a change of phase with its reason; a phase that is already stored is not stored again. */
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

  /** Stores the paired account; nulls store that the instance is not paired. */
  pair(id: string, ownerJid: string | null, profileName: string | null): Promise<void> {
    return this.#write(id, async (present) => {
      const next = { ...present, ownerJid, profileName, updatedAt: this.#clock.now() };
      await this.#store.pair(next);
      this.#put(next);
    });
  }

  /**
   * Replaces the keys with those that `next` returns for the current ones. Returns null when the instance is deleted.
   * If `next` throws, this rejects and changes nothing. `noteOf` returns a statement for the same commit, see
   * `InstanceStore`.
   */
  rotate(
    id: string,
    next: (present: InstanceKeys) => InstanceKeys,
    noteOf: (made: InstanceRecord) => Statement | undefined = () => undefined,
  ): Promise<InstanceRecord | null> {
    return this.#writing.run(id, async () => {
      const present = this.byId(id);
      if (!present) return null;
      const record = { ...present, ...next(present), updatedAt: this.#clock.now() };
      await this.#store.rotate(record, noteOf(record));
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
    for (const hash of keyHashesOf(record)) this.#byKeyHash.set(hash, record);
    this.#byPhoneNumberId.set(record.phoneNumberId, record);
    this.#ofWaba.getOrInsertComputed(record.wabaId, () => new Set()).add(record.id);
  }

  #forget(record: InstanceRecord): void {
    this.#byId.delete(record.id);
    forgetFor(this.#byName, record.name, record);
    forgetFor(this.#byPhoneNumberId, record.phoneNumberId, record);
    const others = this.#ofWaba.get(record.wabaId);
    others?.delete(record.id);
    if (others?.size === 0) this.#ofWaba.delete(record.wabaId);
    this.#forgetKeys(record);
  }

  #forgetKeys(record: InstanceRecord): void {
    for (const hash of keyHashesOf(record)) forgetFor(this.#byKeyHash, hash, record);
  }
}

/** Another instance may have got the name, number or key of a deleted one before that is forgotten here. */
function forgetFor(map: Map<string, InstanceRecord>, key: string, { id }: InstanceRecord): void {
  if (map.get(key)?.id === id) map.delete(key);
}

/**
 * Allows any letters, digits, marks, punctuation, symbols and plain blanks. It forbids slashes, which divide paths; a
 * leading dot, since `.` and `..` are folders in URLs; a leading dash, which commands take for an option; and blanks at
 * either end, which nobody sees.
 */
const NAME = /^(?![-. ])(?:[^\p{C}\p{Z}/]| ){1,64}(?<! )$/u;

/** Returns `text` as it is stored and compared: a letter and its accent are one character, however they were typed. */
export const storedName = (text: string): string => text.normalize('NFC');

export const isInstanceName = (text: string): boolean => NAME.test(storedName(text));

/** The ids of a number and of its account, in digits, as clients of Meta's Graph API name them. */
interface GraphIds {
  readonly phoneNumberId: string;
  readonly wabaId: string;
}

/** Returns ids for an instance that has none at Meta. They have 15 digits, as Meta's often do. */
export const newGraphIds = (): GraphIds => ({ phoneNumberId: newGraphId(), wabaId: newGraphId() });

const newGraphId = (): string => `${10 ** 14 + randomInt(2 ** 48 - 1)}`;

/** The error of a step that exceeded its time limit. */
export const tookTooLong = (): Error => new Error('it took too long');
