/** Limits how many messages an instance sends a minute, and how many new chats it opens a day. */
import type { Database, Value } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import { hasChat } from './new-chats.ts';

interface PaceDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Pick<Clock, 'now'>;
  /** 0 means no limit. */
  readonly perMinute: number;
  readonly newChatsPerDay: number;
  /** Returns every JID that the chat's person may have a chat under; empty for a chat that writing does not open. */
  readonly addressesOf: (chat: string) => readonly string[];
}

export type PaceDecision =
  | {
      readonly kind: 'now';
      /** Must be called when the message was not sent and so opened no chat. */
      readonly releaseChat: () => void;
    }
  | {
      readonly kind: 'wait';
      /** With `minute` every message of the instance waits, with `day` only those that would open a chat. */
      readonly limit: 'minute' | 'day';
      /** In how many ms to ask again. */
      readonly ms: number;
      /** A part of a sentence. */
      readonly reason: string;
    };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How many instances are cached; the others are read from disk again. */
const INSTANCES_MAX = 10_000;

/** The decision when no limit applies. */
export const SEND_NOW: PaceDecision = { kind: 'now', releaseChat() {} };

/** Times are ms since 1970. */
interface SendingHistory {
  /** When the messages of the last minute were sent, the oldest first. */
  times: number[];
  /** The chats that were opened within the last day, and when. */
  readonly opened: Map<string, number>;
}

const TIMES = `select sent_at from messages
  where instance_id = ? and status is not null and sent_at > ? order by sent_at desc limit ?`;
// SQLite takes `is_from_me` from the row with the least time, so it says who wrote first.
const OPENED = `select chat, min(sent_at) as first, is_from_me from messages
  where instance_id = ? and status is not 'Error' and (chat like '%@s.whatsapp.net' or chat like '%@lid')
  group by chat having first > ? and is_from_me = 1 order by first desc limit ?`;

/** Counts what instances send. What was sent before this process counted is read from disk. */
export class SendingPace {
  readonly #deps: PaceDeps;
  readonly #known = new LimitedMap<string, Promise<SendingHistory>>(INSTANCES_MAX);

  constructor(deps: PaceDeps) {
    this.#deps = deps;
  }

  /** Decides about the next message. A decision of `now` is counted as a sent message. */
  take(instanceId: string, chat: string): PaceDecision | Promise<PaceDecision> {
    const { perMinute, newChatsPerDay } = this.#deps;
    return perMinute === 0 && newChatsPerDay === 0 ? SEND_NOW : this.#take(instanceId, chat);
  }

  /** Drops the counts of instances for which another node may have sent. */
  forget(instanceIds: ReadonlySet<string>): void {
    for (const id of instanceIds) this.#known.delete(id);
  }

  async #take(instanceId: string, chat: string): Promise<PaceDecision> {
    const { clock, perMinute, newChatsPerDay } = this.#deps;
    const sent = await this.#sent(instanceId);
    const isNew = await this.#isNew(instanceId, chat, sent);
    const now = clock.now();
    sent.times = sent.times.filter((at) => at > now - MINUTE_MS);
    for (const [opened, at] of sent.opened) if (at <= now - DAY_MS) sent.opened.delete(opened);
    const [first = now] = sent.times;
    if (perMinute > 0 && sent.times.length >= perMinute)
      return wait(
        'minute',
        first + MINUTE_MS - now,
        `${perMinute} messages went out within a minute`,
      );
    const [oldest = now] = sent.opened.values();
    if (isNew && !sent.opened.has(chat) && sent.opened.size >= newChatsPerDay)
      return wait(
        'day',
        oldest + DAY_MS - now,
        `${newChatsPerDay} new chats were opened within 24 hours`,
      );
    if (perMinute > 0) sent.times.push(now);
    if (!isNew || sent.opened.has(chat)) return SEND_NOW;
    sent.opened.set(chat, now);
    return { kind: 'now', releaseChat: () => void sent.opened.delete(chat) };
  }

  async #isNew(instanceId: string, chat: string, { opened }: SendingHistory): Promise<boolean> {
    const { db, newChatsPerDay, addressesOf } = this.#deps;
    if (newChatsPerDay === 0) return false;
    const addresses = addressesOf(chat);
    if (addresses.length === 0 || addresses.some((address) => opened.has(address))) return false;
    return !(await hasChat(db, instanceId, addresses));
  }

  #sent(instanceId: string): Promise<SendingHistory> {
    const known = this.#known.get(instanceId);
    if (known !== undefined) return known;
    const sent = this.#read(instanceId);
    this.#known.set(instanceId, sent);
    sent.catch(() => this.#known.delete(instanceId));
    return sent;
  }

  /** Reads what was sent before this process counted. */
  async #read(instanceId: string): Promise<SendingHistory> {
    const { db, clock, perMinute, newChatsPerDay } = this.#deps;
    const now = clock.now();
    const [times, opened] = await Promise.all([
      perMinute === 0 ? [] : db.query(TIMES, [instanceId, now - MINUTE_MS, perMinute]),
      newChatsPerDay === 0 ? [] : db.query(OPENED, [instanceId, now - DAY_MS, newChatsPerDay]),
    ]);
    // The clock of the process that sent them may have been ahead of this one.
    const sentAt = (at: Value | undefined) => Math.min(Number(at), now);
    return {
      times: times.map(([at]) => sentAt(at)).reverse(),
      opened: new Map(opened.map(([chat, at]) => [String(chat), sentAt(at)] as const).reverse()),
    };
  }
}

const wait = (limit: 'minute' | 'day', ms: number, reason: string): PaceDecision => ({
  kind: 'wait',
  limit,
  ms,
  reason,
});
