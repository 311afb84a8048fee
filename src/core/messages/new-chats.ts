/** Stores whether instances may open new chats, as their platforms reported it last. */
import type { Database, Row } from '../db/client.ts';
import { iso } from '../shared/clock.ts';
import { failure } from '../shared/errors.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import { reasonSentence } from '../shared/reasons/reasons.ts';

/** Times are ms since 1970. */
export interface NewChatLimit {
  /** The end of the time in which no new chat may be opened; null if there is no limit. */
  readonly lockedUntil: number | null;
  /** When the platform reported it; null if it never has. */
  readonly checkedAt: number | null;
}

/** One instance's limit. */
export interface NewChats {
  limit(): Promise<NewChatLimit>;
  /** Stores what the platform reports; it is on disk when this resolves. */
  learned(limit: NewChatLimit): Promise<void>;
  /**
   * Throws `conflict`, naming the end, while no new chat may be opened and none of `addresses` (JIDs of one person) is
   * a chat. Returns undefined instead of a promise when it is already known that there is no limit.
   */
  require(addresses: readonly string[], nowMs: number): Promise<void> | undefined;
}

/** Says why a message is not sent or was refused while the limit lasts. */
export const lockedSentence = (until: number): string =>
  reasonSentence('new_chats_locked', { time: iso(until) });

const isLocked = ({ lockedUntil }: NewChatLimit, nowMs: number): boolean =>
  lockedUntil !== null && lockedUntil > nowMs;

/** Returns the end of the limit, or null if the limit has ended at `nowMs`. */
export const lockEnd = (limit: NewChatLimit, nowMs: number): number | null =>
  isLocked(limit, nowMs) ? limit.lockedUntil : null;

const UNSAID: NewChatLimit = { lockedUntil: null, checkedAt: null };
/** How many limits are cached. */
const KNOWN_MAX = 10_000;

const READ = 'select locked_until, checked_at from new_chat_limits where instance_id = ?';
const WRITE = `insert into new_chat_limits (instance_id, locked_until, checked_at) values (?, ?, ?)
  on conflict (instance_id) do update set locked_until = excluded.locked_until, checked_at = excluded.checked_at`;
// A refused message has opened no chat.
const CHATS = `select value from json_each(?) where exists (
    select 1 from messages where instance_id = ? and chat = value and status is not 'Error')`;
// The platform's own address is not indexed, so it is compared last, and for all in one pass over the messages.
const PLATFORM_CHATS = `select distinct chat_address from messages
  where instance_id = ? and status is not 'Error' and chat_address in (select value from json_each(?))`;

/** The limits of all instances; each is read from disk on first use. */
export class NewChatLimits {
  readonly #db: Pick<Database, 'query'>;
  readonly #own: (instanceId: string) => Pick<Database, 'query'>;
  readonly #known = new LimitedMap<string, NewChatLimit>(KNOWN_MAX);

  /** `own` is used for writing. */
  constructor(
    db: Pick<Database, 'query'>,
    own: (instanceId: string) => Pick<Database, 'query'> = () => db,
  ) {
    this.#db = db;
    this.#own = own;
  }

  of(instanceId: string): NewChats {
    const limit = () => this.#limit(instanceId);
    return {
      limit,
      learned: (learned) => this.#learned(instanceId, learned),
      require: (addresses, nowMs) => {
        const known = this.#known.get(instanceId);
        if (known !== undefined && !isLocked(known, nowMs)) return undefined;
        return this.#require(instanceId, addresses, nowMs);
      },
    };
  }

  /** Drops the cached limits of instances for which another node may have stored newer ones. */
  forget(instanceIds: ReadonlySet<string>): void {
    for (const id of instanceIds) this.#known.delete(id);
  }

  async #require(instanceId: string, addresses: readonly string[], nowMs: number): Promise<void> {
    const end = lockEnd(await this.#limit(instanceId), nowMs);
    if (end === null) return;
    const people = new Map([['', addresses]]);
    if ((await peopleWithChats(this.#db, instanceId, people)).size === 0)
      throw failure('new_chats_locked', { time: iso(end) }, { kind: 'no_new_chats' });
  }

  async #limit(instanceId: string): Promise<NewChatLimit> {
    const known = this.#known.get(instanceId);
    if (known !== undefined) return known;
    const [row] = await this.#db.query(READ, [instanceId]);
    // One that was stored during the query is newer.
    const stored = this.#known.get(instanceId);
    if (stored !== undefined) return stored;
    const limit = row === undefined ? UNSAID : limitOf(row);
    this.#known.set(instanceId, limit);
    return limit;
  }

  async #learned(instanceId: string, limit: NewChatLimit): Promise<void> {
    await this.#own(instanceId).query(WRITE, [instanceId, limit.lockedUntil, limit.checkedAt]);
    this.#known.set(instanceId, limit);
  }
}

/**
 * Returns those of `people` with whom the instance has a chat. Each is a key with all JIDs that the person may have a
 * chat under.
 */
export async function peopleWithChats(
  db: Pick<Database, 'query'>,
  instanceId: string,
  people: ReadonlyMap<string, readonly string[]>,
): Promise<Set<string>> {
  const found = new Set<string>();
  const missing = () => [...people].filter(([key]) => !found.has(key));
  const listed = () => JSON.stringify(missing().flatMap(([, addresses]) => addresses));
  const add = (rows: readonly Row[]) => {
    const chats = new Set(rows.map(([chat]) => String(chat)));
    for (const [key, addresses] of missing())
      if (addresses.some((address) => chats.has(address))) found.add(key);
  };
  add(await db.query(CHATS, [listed(), instanceId]));
  if (missing().length > 0) add(await db.query(PLATFORM_CHATS, [instanceId, listed()]));
  return found;
}

function limitOf([lockedUntil, checkedAt]: Row): NewChatLimit {
  return {
    lockedUntil: lockedUntil === null ? null : Number(lockedUntil),
    checkedAt: Number(checkedAt),
  };
}
