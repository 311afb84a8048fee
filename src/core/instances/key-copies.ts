/** Copies of the keys of instances, for answers and bodies that show them. Elsewhere keys are stored as hashes alone. */
import { eq } from 'drizzle-orm';
import type { FirstRow, Orm } from '../db/client.ts';
import { instanceKeyCopies } from '../db/schema/gateway.ts';
import { placeOf } from '../db/sealed-tables.ts';
import { createKeyedMutex } from '../shared/async/mutex.ts';
import type { Clock } from '../shared/clock.ts';
import { sha256, type Vault } from '../shared/crypto.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { InstanceDirectory, InstanceRecord } from './directory.ts';
import { isExpired } from './keys.ts';

interface KeyCopiesDeps {
  /** EVOLUTION_SHOW_KEYS. */
  readonly isOn: boolean;
  readonly orm: Orm;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  readonly directory: Pick<InstanceDirectory, 'byId'>;
}

interface KeyCopy {
  readonly apikey: string;
  readonly hash: string;
}

/** While it is off nothing is kept and nothing is shown. */
export class KeyCopies {
  readonly isOn: boolean;
  readonly #deps: KeyCopiesDeps;
  readonly #copies = new Map<string, KeyCopy>();
  /** Writes of an instance run one after the other, so that memory has what was written last. */
  readonly #writing = createKeyedMutex();
  /** Hashes of keys whose copy is being written. */
  readonly #noticing = new Set<string>();

  constructor(deps: KeyCopiesDeps) {
    this.#deps = deps;
    this.isOn = deps.isOn;
  }

  /** Reads every copy, or deletes all of them while it is off. Throws when one was sealed with another key. */
  async load(): Promise<void> {
    const { orm } = this.#deps;
    if (!this.isOn) {
      await orm.delete(instanceKeyCopies);
      return;
    }
    for (const row of await orm.select().from(instanceKeyCopies))
      this.#copies.set(row.instanceId, this.#open(row));
  }

  /** Reads the copy of an instance again, which another node may have written. */
  async refresh(instanceId: string): Promise<void> {
    if (!this.isOn) return;
    await this.#writing.run(instanceId, async () => {
      const rows = this.#deps.orm.select().from(instanceKeyCopies);
      const [row] = await rows.where(eq(instanceKeyCopies.instanceId, instanceId));
      if (row) this.#copies.set(instanceId, this.#open(row));
      else this.#copies.delete(instanceId);
    });
  }

  /** Returns the current key of an instance, or null when no copy of it is kept or it has expired. */
  of(instanceId: string): string | null {
    const record = this.#deps.directory.byId(instanceId);
    const copy = this.#copies.get(instanceId);
    const isCurrent = record !== null && copy !== undefined && copy.hash === record.key.hash;
    return isCurrent && !isExpired(record.key, this.#deps.clock.now()) ? copy.apikey : null;
  }

  /** Returns the row of an instance that is being created. */
  firstRows(instanceId: string, apikey: string): readonly FirstRow[] {
    if (!this.isOn) return [];
    const row = this.#row(instanceId, apikey);
    const recordWritten = () => void this.#copies.set(instanceId, { apikey, hash: sha256(apikey) });
    return [{ statement: this.#deps.orm.insert(instanceKeyCopies).values(row), recordWritten }];
  }

  /** Keeps a key that has become the current one. Never rejects: without a copy the key is valid all the same. */
  async keep(instanceId: string, apikey: string): Promise<void> {
    if (!this.isOn) return;
    try {
      await this.#writing.run(instanceId, async () => {
        const { instanceId: _, ...columns } = this.#row(instanceId, apikey);
        await this.#deps.orm
          .insert(instanceKeyCopies)
          .values({ instanceId, ...columns })
          .onConflictDoUpdate({ target: instanceKeyCopies.instanceId, set: columns });
        this.#copies.set(instanceId, { apikey, hash: sha256(apikey) });
      });
    } catch (error) {
      const problem = messageOf(error);
      this.#deps.log.warn('the copy of a key was not kept', { instanceId, problem });
    }
  }

  /** To be called with the key that a request was admitted by, once; `hash` is its SHA-256. */
  learn({ id, key }: InstanceRecord, apikey: string, hash: string): void {
    const isNews = this.isOn && key.hash === hash && this.#copies.get(id)?.hash !== hash;
    if (!isNews || this.#noticing.has(hash)) return;
    this.#noticing.add(hash);
    void this.keep(id, apikey).finally(() => this.#noticing.delete(hash));
  }

  /** Must be called after the instance was deleted, which also deletes the row. */
  remove(instanceId: string): void {
    this.#copies.delete(instanceId);
  }

  #row(instanceId: string, apikey: string) {
    const { vault, clock } = this.#deps;
    const keySealed = vault.seal(apikey, placeOf(instanceKeyCopies.keySealed, instanceId));
    return { instanceId, keySealed, updatedAt: clock.now() };
  }

  #open({ instanceId, keySealed }: typeof instanceKeyCopies.$inferSelect): KeyCopy {
    const place = placeOf(instanceKeyCopies.keySealed, instanceId);
    const apikey = this.#deps.vault.open(keySealed, place);
    return { apikey, hash: sha256(apikey) };
  }
}
