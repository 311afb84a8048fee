/** Reads the fates of sent messages; those read or written last are cached. */
import type { Database } from '../db/client.ts';
import type { CatalogEvent } from '../events/contract/catalog.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import { readOwnIds } from './find.ts';
import { forgetInstances } from './left-instances.ts';
import type { QueuedMessage } from './queued-message.ts';
import type { QueuedMessages } from './queued-messages.ts';
import { readFates } from './rows.ts';
import { callbackOf, type Fate, type StatusChange } from './status.ts';

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

// Marks receipts of messages that were sent through the instance, whose progress a MessageStatus tells as well, and
// repeats what their callers gave with them.

/** Messages that are read on another device of the account were sent by others. */
const idsIn = (event: CatalogEvent): readonly string[] =>
  event.type === 'Receipt' && event.data.Type !== 'read-self' ? event.data.MessageIDs : [];

/** By id of a message that was sent: the caller's text that its statuses repeat, or undefined. */
export type SentMessages = Map<string, string | undefined>;

interface Finding {
  /** Gets the messages in receipts that have a status. */
  readonly sent: SentMessages;
  /** A promise that the result waits for too, or any other value. */
  readonly ready: unknown;
}

/** Returns `ready` when there are no receipts; otherwise a promise for it, which resolves when `sent` is complete. */
export function findSent(
  fates: Pick<Fates, 'of'>,
  instanceId: string,
  events: readonly CatalogEvent[],
  { sent, ready }: Finding,
): unknown {
  const ids = events.flatMap(idsIn);
  if (ids.length === 0) return ready;
  const found = fates.of(instanceId, ids).then((known) => {
    for (const [id, { history }] of known) sent.set(id, callbackOf(history));
  });
  return Promise.all([ready, found]);
}

export const withSentIds = (
  events: readonly CatalogEvent[],
  sent: Readonly<SentMessages>,
): readonly CatalogEvent[] =>
  sent.size === 0 ? events : events.map((event) => markedReceipt(event, sent));

function markedReceipt(event: CatalogEvent, sent: Readonly<SentMessages>): CatalogEvent {
  if (event.type !== 'Receipt') return event;
  const SentIDs = idsIn(event).filter((id) => sent.has(id));
  if (SentIDs.length === 0) return event;
  const callbacks = SentIDs.flatMap((id) => {
    const text = sent.get(id);
    return text === undefined ? [] : [[id, text] as const];
  });
  const Callbacks = callbacks.length > 0 && { Callbacks: Object.fromEntries(callbacks) };
  return { ...event, data: { ...event.data, SentIDs, ...Callbacks } };
}
