/** Limits how many messages an instance sends a minute, and how many new chats it opens a day. */
import type { Database, Value } from '../db/client.ts';
import type { Clock } from '../shared/clock.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import { peopleWithChats } from './new-chats.ts';

interface PaceDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  /** 0 means no limit. */
  readonly perMinute: number;
  readonly newChatsPerDay: number;
  /** Returns every JID that the chat's person may have a chat under; empty for a chat that writing does not open. */
  readonly addressesOf: (chat: string) => readonly string[];
}

/** The turn of a queued message. */
interface Turn {
  /** In how many ms it will be sent if it may be. */
  readonly delayMs: number;
  /** Returns those that are asked about next, so that what is known of their chats is read together. */
  readonly ahead: () => Iterable<{ readonly chat: string }>;
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
/** How many chats are cached, and how many are read together. */
const CHATS_MAX = 20_000;
const AHEAD_MAX = 500;
/** How long the absence of a chat is trusted after it was read ahead: its person may write in the meantime. */
const NEW_MS = 10 * MINUTE_MS;

/** The decision when no limit applies. */
export const SEND_NOW: PaceDecision = { kind: 'now', releaseChat() {} };

/** Times are ms of the steady clock. */
interface SendingHistory {
  /** When the messages of the last minute were sent, and when those with a delay will be. */
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

/** Counts the messages that instances send. Messages from before the first count of this process are read from disk. */
export class SendingPace {
  readonly #deps: PaceDeps;
  readonly #known = new LimitedMap<string, Promise<SendingHistory>>(INSTANCES_MAX);
  /** Which chats exist, as they were read. */
  readonly #chats = new LimitedMap<string, 'exists' | { readonly newUntil: number }>(CHATS_MAX);

  constructor(deps: PaceDeps) {
    this.#deps = deps;
  }

  /** Decides about the next message. A decision of `now` is counted as a sent message. */
  take(instanceId: string, chat: string, turn?: Turn): PaceDecision | Promise<PaceDecision> {
    const { perMinute, newChatsPerDay } = this.#deps;
    return perMinute === 0 && newChatsPerDay === 0 ? SEND_NOW : this.#take(instanceId, chat, turn);
  }

  /** Drops the counts of instances for which another node may have sent. */
  forget(instanceIds: ReadonlySet<string>): void {
    for (const id of instanceIds) this.#known.delete(id);
  }

  async #take(instanceId: string, chat: string, turn?: Turn): Promise<PaceDecision> {
    const { clock, perMinute, newChatsPerDay } = this.#deps;
    const sent = await this.#sent(instanceId);
    const busy = this.#minuteIsFull(sent);
    if (busy !== null) return busy;
    const isNew = await this.#isNew(instanceId, chat, sent, turn);
    // Others may have been counted while the chat was read.
    const busier = this.#minuteIsFull(sent);
    if (busier !== null) return busier;
    const now = clock.steady();
    for (const [opened, at] of sent.opened) if (at <= now - DAY_MS) sent.opened.delete(opened);
    const [oldest = now] = sent.opened.values();
    if (isNew && !sent.opened.has(chat) && sent.opened.size >= newChatsPerDay)
      return wait(
        'day',
        oldest + DAY_MS - now,
        `${newChatsPerDay} new chats were opened within 24 hours`,
      );
    if (perMinute > 0) sent.times.push(now + (turn?.delayMs ?? 0));
    if (!isNew || sent.opened.has(chat)) return SEND_NOW;
    sent.opened.set(chat, now);
    return { kind: 'now', releaseChat: () => void sent.opened.delete(chat) };
  }

  /** Returns null while the minute has room for another message. */
  #minuteIsFull(sent: SendingHistory): PaceDecision | null {
    const { clock, perMinute } = this.#deps;
    if (perMinute === 0) return null;
    const now = clock.steady();
    sent.times = sent.times.filter((at) => at > now - MINUTE_MS);
    if (sent.times.length < perMinute) return null;
    return wait(
      'minute',
      Math.min(...sent.times) + MINUTE_MS - now,
      `${perMinute} messages went out within a minute`,
    );
  }

  async #isNew(
    instanceId: string,
    chat: string,
    { opened }: SendingHistory,
    turn: Turn | undefined,
  ): Promise<boolean> {
    const { newChatsPerDay, addressesOf, clock } = this.#deps;
    if (newChatsPerDay === 0) return false;
    const addresses = addressesOf(chat);
    if (addresses.length === 0 || addresses.some((address) => opened.has(address))) return false;
    const key = keyOf(instanceId, chat);
    const known = this.#chats.get(key);
    if (known === 'exists') return false;
    // It is believed once: a caller that asks again wants to know whether the person has written since.
    this.#chats.delete(key);
    if (turn !== undefined && known !== undefined && clock.steady() < known.newUntil) return true;
    await this.#readChats(instanceId, chat, turn);
    const isNew = this.#chats.get(key) !== 'exists';
    if (isNew) this.#chats.delete(key);
    return isNew;
  }

  /** Reads whether the chat exists, and those that are asked about next. */
  async #readChats(instanceId: string, chat: string, turn: Turn | undefined): Promise<void> {
    const { db, addressesOf, clock } = this.#deps;
    const people = new Map([[chat, addressesOf(chat)]]);
    for (const { chat: next } of turn?.ahead() ?? []) {
      if (people.size >= AHEAD_MAX) break;
      if (!this.#chats.has(keyOf(instanceId, next))) people.set(next, addressesOf(next));
    }
    const withChats = await peopleWithChats(db, instanceId, people);
    const newUntil = clock.steady() + NEW_MS;
    for (const one of people.keys())
      this.#chats.set(keyOf(instanceId, one), withChats.has(one) ? 'exists' : { newUntil });
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
    const steady = clock.steady();
    // The clock of the process that sent them may have been ahead of this one.
    const sentAt = (at: Value | undefined) => steady - Math.max(0, now - Number(at));
    return {
      times: times.map(([at]) => sentAt(at)).reverse(),
      opened: new Map(opened.map(([chat, at]) => [String(chat), sentAt(at)] as const).reverse()),
    };
  }
}

const keyOf = (instanceId: string, chat: string): string => `${instanceId} ${chat}`;

const wait = (limit: 'minute' | 'day', ms: number, reason: string): PaceDecision => ({
  kind: 'wait',
  limit,
  ms,
  reason,
});
