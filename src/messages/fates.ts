/** What became of messages that were sent; the fates that were asked for or written last are remembered. */
import type { Database } from '../db/client.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import { readOwnIds } from './find.ts';
import { forgetInstances } from './left-instances.ts';
import { type Fate, readFates } from './rows.ts';
import type { StatusChange } from './status.ts';

/** Of all instances: those that change soon are those of what was sent last. */
const REMEMBERED_MAX = 10_000;

export class Fates {
  readonly #db: Pick<Database, 'query'>;
  readonly #remembered = new LimitedMap<string, Fate>(REMEMBERED_MAX);

  constructor(db: Pick<Database, 'query'>) {
    this.#db = db;
  }

  /** The fates that `changes` are about, by our ids; and those where the platform's stand in their place. */
  async about(instanceId: string, changes: readonly StatusChange[]) {
    const ids = changes.map(({ id }) => id);
    const fates = await this.of(instanceId, ids);
    const others = ids.filter((id) => !fates.has(id));
    if (others.length === 0) return { fates, ownIds: new Map<string, string>() };
    const ownIds = await readOwnIds(this.#db, instanceId, others);
    const more = await this.of(instanceId, [...ownIds.values()]);
    return { fates: new Map([...fates, ...more]), ownIds };
  }

  /** The fates of those of `ids` that were sent through the instance. */
  async of(instanceId: string, ids: readonly string[]): Promise<Map<string, Fate>> {
    const found = new Map<string, Fate>();
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const fate = this.#remembered.get(keyOf(instanceId, id));
      if (fate) found.set(id, fate);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    for (const [id, fate] of await readFates(this.#db, instanceId, missing)) found.set(id, fate);
    return found;
  }

  /** It is on disk. */
  remember(instanceId: string, id: string, fate: Fate): void {
    this.#remembered.set(keyOf(instanceId, id), fate);
  }

  /** Another process may have written what is on disk of them now. */
  forget(instanceIds: ReadonlySet<string>): void {
    forgetInstances(this.#remembered, instanceIds);
  }
}

const keyOf = (instanceId: string, id: string): string => `${instanceId}/${id}`;
