/** Reads the fates of sent messages; those read or written last are cached. */
import type { Database } from '../db/client.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import type { Fate } from './fate.ts';
import { readOwnIds } from './find.ts';
import { forgetInstances } from './left-instances.ts';
import type { QueuedMessages } from './queued.ts';
import type { QueuedMessage } from './queued-message.ts';
import { readFates } from './rows.ts';
import type { StatusChange } from './status.ts';

const NAME = `update messages set platform_id = ?
  where instance_id = ? and id = ? and is_from_me = 1 and platform_id is null`;

/** The limit for all instances together; mostly the messages sent last change. */
const REMEMBERED_MAX = 10_000;

export class Fates {
  readonly #db: Pick<Database, 'query'>;
  readonly #remembered = new LimitedMap<string, Fate>(REMEMBERED_MAX);

  constructor(db: Pick<Database, 'query'>) {
    this.#db = db;
  }

  /** Returns the fates that `changes` are about, by our ids, and our ids for those named by the platform's id. */
  async about(instanceId: string, changes: readonly StatusChange[]) {
    const ids = changes.map(({ id }) => id);
    const fates = await this.of(instanceId, ids);
    const others = ids.filter((id) => !fates.has(id));
    if (others.length === 0) return { fates, ownIds: new Map<string, string>() };
    const ownIds = await readOwnIds(this.#db, instanceId, others);
    const ownFates = await this.of(instanceId, [...ownIds.values()]);
    return { fates: new Map([...fates, ...ownFates]), ownIds };
  }

  /** Returns the fates of those messages in `ids` that were sent through the instance. */
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

  /** Returns the fate of a sent or queued message by our id, or null when neither is stored. */
  async find(
    instanceId: string,
    id: string,
    queue: Pick<QueuedMessages, 'find' | 'read'> | null,
  ): Promise<Fate | null> {
    const queued = queue?.find(instanceId, id) ?? null;
    if (queued !== null && !queued.replaces) return queuedFate(queued);
    const stored = async () => (await this.of(instanceId, [id])).get(id) ?? null;
    const before = await stored();
    if (before !== null || queue === null) return before;
    const waiting = await queue.read(instanceId, id);
    // It may have left the queue after the first read.
    return waiting === null ? stored() : queuedFate(waiting);
  }

  /** Caches a fate that is on disk. */
  remember(instanceId: string, id: string, fate: Fate): void {
    this.#remembered.set(keyOf(instanceId, id), fate);
  }

  /** As in `MessageLog`. */
  async recordPlatformId(instanceId: string, id: string, platformId: string): Promise<void> {
    await this.#db.query(NAME, [platformId, instanceId, id]);
    const fate = this.#remembered.get(keyOf(instanceId, id));
    if (fate) this.remember(instanceId, id, { platformId, ...fate });
  }

  /** Drops the cached fate of a message that is no longer stored. */
  drop(instanceId: string, id: string): void {
    this.#remembered.delete(keyOf(instanceId, id));
  }

  /** Drops the cached fates of instances for which another node may have written newer ones. */
  forget(instanceIds: ReadonlySet<string>): void {
    forgetInstances(this.#remembered, instanceIds);
  }
}

const queuedFate = ({ chat, createdAt }: QueuedMessage): Fate => ({
  chat,
  status: 'Queued',
  code: null,
  reason: null,
  history: [{ status: 'Queued', at: createdAt }],
});

const keyOf = (instanceId: string, id: string): string => `${instanceId}/${id}`;
