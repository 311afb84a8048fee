/** Whether instances may write to people they have no chat with, as their platforms said it last. */
import type { Database, Row } from '../db/client.ts';
import { iso } from '../shared/clock.ts';
import { conflict } from '../shared/errors.ts';
import { LimitedMap } from '../shared/limited-map.ts';

/** Times are ms since 1970. */
export interface NewChatLimit {
  /** Until when no new chat may be opened; null: they may. */
  readonly lockedUntil: number | null;
  /** When the platform said so; null: it has never said anything. */
  readonly checkedAt: number | null;
}

/** One instance's limit. */
export interface NewChats {
  limit(): Promise<NewChatLimit>;
  /** Remembers what the platform says; on disk when it resolves. */
  learned(limit: NewChatLimit): Promise<void>;
  /**
   * Rejects with `conflict`, naming the end, while no new chat may be opened and none of `addresses` (JIDs of one
   * person) is a chat. Undefined: it is known without waiting that nothing is locked.
   */
  require(addresses: readonly string[], nowMs: number): Promise<void> | undefined;
}

/** Why a message is not sent, or was refused, while the limit holds. */
export const lockedSentence = (until: number): string =>
  `WhatsApp does not let this account open new chats until ${iso(until)}. Write to people who wrote first, and to others after that.`;

const isLocked = ({ lockedUntil }: NewChatLimit, nowMs: number): boolean =>
  lockedUntil !== null && lockedUntil > nowMs;

/** The end of the limit while it holds; null: it does not. */
export const lockEnd = (limit: NewChatLimit, nowMs: number): number | null =>
  isLocked(limit, nowMs) ? limit.lockedUntil : null;

const UNSAID: NewChatLimit = { lockedUntil: null, checkedAt: null };
/** Limits in memory; those that were learned longest ago are read again. */
const KNOWN_MAX = 10_000;

const READ = 'select locked_until, checked_at from new_chat_limits where instance_id = ?';
const WRITE = `insert into new_chat_limits (instance_id, locked_until, checked_at) values (?, ?, ?)
  on conflict (instance_id) do update set locked_until = excluded.locked_until, checked_at = excluded.checked_at`;
// A message that was refused has opened no chat. The platform's own address is not indexed: it is asked last.
const CHAT = `select 1 from messages where instance_id = ? and status is not 'Error' and chat in (select value from json_each(?))
  union all
  select 1 from messages where instance_id = ? and status is not 'Error' and chat_address in (select value from json_each(?))
  limit 1`;

/** The limits of all instances, read from disk when they are asked for first. */
export class NewChatLimits {
  readonly #db: Pick<Database, 'query'>;
  readonly #own: (instanceId: string) => Pick<Database, 'query'>;
  readonly #known = new LimitedMap<string, NewChatLimit>(KNOWN_MAX);

  /** `own` is for writing. */
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

  /** Another process may have learned them since. */
  forget(instanceIds: ReadonlySet<string>): void {
    for (const id of instanceIds) this.#known.delete(id);
  }

  async #require(instanceId: string, addresses: readonly string[], nowMs: number): Promise<void> {
    const end = lockEnd(await this.#limit(instanceId), nowMs);
    if (end === null) return;
    if (!(await hasChat(this.#db, instanceId, addresses))) throw conflict(lockedSentence(end));
  }

  async #limit(instanceId: string): Promise<NewChatLimit> {
    const known = this.#known.get(instanceId);
    if (known !== undefined) return known;
    const [row] = await this.#db.query(READ, [instanceId]);
    const limit = row === undefined ? UNSAID : limitOf(row);
    this.#known.set(instanceId, limit);
    return limit;
  }

  async #learned(instanceId: string, limit: NewChatLimit): Promise<void> {
    await this.#own(instanceId).query(WRITE, [instanceId, limit.lockedUntil, limit.checkedAt]);
    this.#known.set(instanceId, limit);
  }
}

/** Whether the instance has a chat under one of `addresses`. */
export async function hasChat(
  db: Pick<Database, 'query'>,
  instanceId: string,
  addresses: readonly string[],
): Promise<boolean> {
  const listed = JSON.stringify(addresses);
  return (await db.query(CHAT, [instanceId, listed, instanceId, listed])).length > 0;
}

function limitOf([lockedUntil, checkedAt]: Row): NewChatLimit {
  return {
    lockedUntil: lockedUntil === null ? null : Number(lockedUntil),
    checkedAt: Number(checkedAt),
  };
}
