/** Turns the changes of webhooks for one number into events and stored messages, each once. */
import type { Statement } from '../../core/db/client.ts';
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { createInbox } from '../../core/messages/inbox.ts';
import { ignoredRecord, type MessageRecord } from '../../core/messages/rows.ts';
import { text } from '../../core/providers/foreign-values.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { Mutex } from '../../core/shared/async/mutex.ts';
import { yieldToEventLoop } from '../../core/shared/clock.ts';
import { type AppError, failure, NotConnected } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { CloudContext } from './context.ts';
import type { CloudFiles } from './files.ts';
import { findKnown } from './find-messages.ts';
import { CloudHeldMessages, type HeldMessage } from './held-messages.ts';
import type { People } from './people.ts';
import { ReportedStatuses, statusOf } from './statuses.ts';
import { callEvent } from './translate/calls.ts';
import { messageOf, namedIn, recordOf, type TranslatedMessage } from './translate/message.ts';
import { addressChangeIn, jidOf } from './translate/people.ts';
import { type Change, noticeEvent } from './webhook-changes.ts';
import {
  itemsIn,
  noteOdd,
  type ReceivedCall,
  type ReceivedMessage,
  type ReceivedStatus,
  type WebhookItems,
} from './webhook-items.ts';

export interface InboundDeps
  extends Pick<
    CloudContext,
    'db' | 'clock' | 'log' | 'ended' | 'historyEvents' | 'fileSlots' | 'self' | 'isIgnored'
  > {
  readonly host: Pick<
    SessionHost,
    'instanceId' | 'instanceName' | 'pace' | 'emitAll' | 'recordStatuses' | 'wantsFiles'
  >;
  readonly people: People;
  readonly files: Pick<CloudFiles, 'fetch' | 'sizeOf'>;
}

/** The most that are written at once. */
const TOGETHER_MAX = 100;
/** How many webhooks may wait for the one before them; Meta sends further ones again. */
const WAITING_MAX = 100;
const CALLS_MAX = 1_000;

export class InboundWebhooks {
  readonly #deps: InboundDeps;
  readonly #people: People;
  readonly #held: CloudHeldMessages;
  readonly #statuses = new ReportedStatuses();
  /** Steps of calls that were published last. */
  readonly #calls = new LimitedMap<string, true>(CALLS_MAX);
  readonly #turn = new Mutex();
  #waiting = 0;

  constructor(deps: InboundDeps) {
    this.#deps = deps;
    const { db, clock, host } = deps;
    this.#people = deps.people;
    this.#held = new CloudHeldMessages({
      ...deps,
      inbox: createInbox(db, clock, host.instanceId),
      translated: async (held) => (await this.#translated(await this.#placed([held])))[0] ?? null,
      emitAll: (...written) => this.#write(...written),
      enter: async (held) => this.#enter(await this.#placed([held])),
      wantsFiles: () => host.wantsFiles(),
    });
  }

  /** Publishes what the previous session left on disk. */
  begin(): void {
    this.#held.begin();
  }

  /** Resolves when nothing runs any more. Call it once the session has ended. */
  async stop(): Promise<void> {
    await this.#turn.idle();
    await this.#held.idle();
  }

  /**
   * Resolves when everything is on disk; what was there before is not published again. Rejects with `rate_limited` when
   * too many wait, with `conflict` when the session has ended, and with the errors of the database.
   */
  async receive(changes: readonly Change[]): Promise<void> {
    if (this.#waiting >= WAITING_MAX) throw busy();
    this.#waiting++;
    try {
      await this.#turn.run(() => this.#receive(changes));
    } finally {
      this.#waiting--;
    }
  }

  async #receive(changes: readonly Change[]): Promise<void> {
    for (const items of itemsIn(changes)) {
      if (this.#deps.ended.aborted) throw new NotConnected();
      await this.#take(items);
      await yieldToEventLoop();
    }
  }

  async #take(items: WebhookItems): Promise<void> {
    await this.#messages(items.messages);
    await this.#past(items.past);
    await this.#progress(items.statuses);
    await this.#ring(items.calls);
    await this.#write(items.notices.map(noticeEvent));
    noteOdd(this.#deps.log, this.#deps.host.instanceName, items);
  }

  async #messages(arrived: readonly ReceivedMessage[]): Promise<void> {
    const news = await this.#news(arrived);
    const translated = await this.#translated(news);
    const events: CatalogEvent[] = [];
    const records: MessageRecord[] = [];
    const ignored: MessageRecord[] = [];
    const now: HeldMessage[] = [];
    const later: HeldMessage[] = [];
    const held = new Set<string>();
    for (const [at, one] of news.entries()) {
      const incoming = translated[at];
      if (!incoming) continue;
      const { chat } = one;
      // Only Meta knows how large a file is, and has to be asked even where nobody wants the file.
      const needsFile = incoming.media !== null;
      if (this.#deps.isIgnored(chat)) ignored.push(ignoredRecord(recordOf(incoming)));
      else if (needsFile || held.has(chat) || this.#held.isWaiting(chat)) {
        held.add(chat);
        later.push(one);
      } else {
        now.push(one);
        events.push({ type: 'Message', data: incoming.data });
        records.push(recordOf(incoming));
      }
    }
    await this.#write([], ignored);
    await this.#write(events, records);
    if (later.length > 0) await this.#held.hold(later);
    await this.#enter(now);
  }

  /** In a group no person is stored under the chat. */
  async #enter(published: readonly HeldMessage[]): Promise<void> {
    const people = published.filter(({ group }) => group === '');
    await this.#people.enter(people.map(({ person: { ids }, chat }) => ({ ids, chat })));
  }

  /** Returns those that are not stored yet, each once, with their chats. */
  async #news(arrived: readonly ReceivedMessage[]): Promise<HeldMessage[]> {
    const { db, host, log } = this.#deps;
    const byId = new Map(arrived.map((one) => [text(one.message.id), one]));
    const known = await findKnown(db, host.instanceId, [...byId.keys()]);
    const news = [...byId].filter(([id]) => !known.has(id)).map(([, one]) => one);
    const placed = await this.#placed(await this.#afterChanges(news));
    const wanted = placed.filter(({ chat, message }) => chat !== '' && text(message.id) !== '');
    const { instanceName } = host;
    if (wanted.length < placed.length)
      log.warn('messages without an id or a sender were ignored', { instanceName });
    return wanted;
  }

  /** Follows those who have another number or id, and returns the messages with them as they are now. */
  async #afterChanges(news: readonly ReceivedMessage[]): Promise<ReceivedMessage[]> {
    const followed: ReceivedMessage[] = [];
    for (const one of news) {
      const change = addressChangeIn(one.message);
      if (change !== null) await this.#people.moved(change);
      const isNamed = change !== null && jidOf(change.present) !== '';
      followed.push(isNamed ? { ...one, person: { ...one.person, ids: change.present } } : one);
    }
    return followed;
  }

  /** Returns the messages with their chats and senders. */
  async #placed(all: readonly ReceivedMessage[]): Promise<HeldMessage[]> {
    const chats = await this.#people.chatsOf(all.map(({ person }) => person.ids));
    return all.map((one, at) => {
      const own = chats[at] ?? '';
      return { ...one, chat: one.group || own, sender: jidOf(one.person.ids, own) };
    });
  }

  async #translated(all: readonly HeldMessage[]): Promise<(TranslatedMessage | null)[]> {
    const { db, host, clock } = this.#deps;
    const named = all.flatMap(({ message }) => namedIn(message));
    const known = await findKnown(db, host.instanceId, named);
    const find = (wamid: string) => known.get(wamid) ?? null;
    const self = this.#deps.self();
    return all.map(({ message, ...place }) =>
      messageOf(message, { ...place, self }, find, clock.now()),
    );
  }

  /** Stores them so that they can be read and answered; publishes events only where they are requested. */
  async #past(arrived: readonly ReceivedMessage[]): Promise<void> {
    const { clock, historyEvents } = this.#deps;
    const fetchedAt = clock.now();
    const all = await this.#translated(await this.#news(arrived));
    const incoming = all.filter((one) => one !== null);
    const records = incoming.map((one) => {
      const { opensWindow: _, ...record } = recordOf(one);
      return { ...record, fetchedAt, ...(!historyEvents && { shown: one.data }) };
    });
    const events = incoming.map(({ data }): CatalogEvent => ({ type: 'Message', data }));
    await this.#write(historyEvents ? events : [], records);
  }

  async #progress(arrived: readonly ReceivedStatus[]): Promise<void> {
    const { db, host, clock } = this.#deps;
    const read = arrived.flatMap((one) => {
      const notice = statusOf(one.status, clock.now());
      return notice === null ? [] : [{ arrived: one, notice }];
    });
    if (read.length === 0) return;
    const ids = read.flatMap(({ notice: { wamid, callback } }) => [wamid, callback]);
    const known = await findKnown(
      db,
      host.instanceId,
      ids.filter((id) => id !== ''),
    );
    const chats = await this.#people.chatsOf(arrived.map(({ person }) => person.ids));
    const ownChatOf = new Map(arrived.map((one, at) => [one, chats[at] ?? '']));
    const { events, changes, written } = this.#statuses.progress(
      read.map((one) => {
        const { wamid, callback } = one.notice;
        const found = known.get(wamid) ?? known.get(callback);
        const message = found?.isFromMe ? found : null;
        const own = ownChatOf.get(one.arrived) ?? '';
        const chat = message?.chat ?? (one.arrived.group || own);
        return { ...one, message, chat, sender: jidOf(one.arrived.person.ids, own) };
      }),
    );
    // The calls are written before the statuses are: what fails here comes again.
    await this.#write(events, []);
    if (changes.length > 0) await host.recordStatuses(changes);
    written();
  }

  async #ring(arrived: readonly ReceivedCall[]): Promise<void> {
    const { clock } = this.#deps;
    const chats = await this.#people.chatsOf(arrived.map(({ person }) => person.ids));
    const { jid } = this.#deps.self();
    const steps = arrived.flatMap(({ call }, at) => {
      const event = callEvent(call, chats[at] ?? '', jid, clock.now());
      const key = `${text(call.id)}/${text(call.event)}`;
      return event === null || this.#calls.has(key) ? [] : [{ event, key }];
    });
    const once = new Map(steps.map(({ event, key }) => [key, event]));
    await this.#write([...once.values()], []);
    for (const key of once.keys()) this.#calls.set(key, true);
  }

  /**
   * Writes in pieces of the size of a transaction; where several are given, each event is written with its message and
   * its statement.
   */
  async #write(
    events: readonly CatalogEvent[],
    records: readonly MessageRecord[] = [],
    changes: readonly Statement[] = [],
  ): Promise<void> {
    const { host, ended } = this.#deps;
    const together = Math.min(TOGETHER_MAX, host.pace.perSecond ?? TOGETHER_MAX);
    const pieces = Math.ceil(Math.max(events.length, records.length) / together);
    for (let piece = 0; piece < pieces; piece++) {
      const [from, to] = [piece * together, (piece + 1) * together];
      const some = events.slice(from, to);
      if (!(await host.pace.wait(some.length, ended))) throw new NotConnected();
      await host.emitAll(some, records.slice(from, to), changes.slice(from, to));
    }
  }
}

const RETRY_SECONDS = '5';

const busy = (): AppError =>
  failure('webhooks_full', {}, { headers: { 'retry-after': RETRY_SECONDS } });
