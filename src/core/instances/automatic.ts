/** Does what the settings of an account demand once an event is on disk. No caller waits for it. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import { IGNORED, type MessageRecord, UNDECRYPTABLE } from '../messages/rows.ts';
import { showPresence } from '../providers/chat-actions.ts';
import { type AccountSettings, STATUS_JID } from '../providers/chats.ts';
import type { Session } from '../providers/provider.ts';
import type { Clock } from '../shared/clock.ts';
import { AppError, messageOf } from '../shared/errors.ts';
import { LimitedMap } from '../shared/limited-map.ts';
import type { Log } from '../shared/log.ts';

/** A call that came while the account was not connected is not rejected after this time. */
const CALL_RINGS_MS = 60_000;
/** The most calls that are rejected at the same time; further ones ring on. */
const CALLS_MAX = 20;
/** A caller who calls again within this time is rejected without another text. */
const TEXT_AGAIN_MS = 60_000;
const CALLERS_MAX = 1_000;
/** The most messages that wait to be marked as read; the oldest are dropped. */
const UNREAD_MAX = 1_000;
const CONFIRMED_AT_ONCE = 100;

interface AutomaticDeps {
  readonly instanceName: string;
  readonly settings: () => AccountSettings;
  readonly session: () => Pick<Session, 'chats' | 'phoneCalls' | 'send'>;
  /** Stores that the account has read messages. */
  readonly markRead: (messages: readonly MessageRecord[]) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

type Call = Extract<CatalogEvent, { type: 'CallOffer' }>['data'];

export class AutomaticActions {
  readonly #deps: AutomaticDeps;
  readonly #unread = new LimitedMap<string, MessageRecord>(UNREAD_MAX);
  /** When each caller last got the text that calls are not taken, in ms since 1970. */
  readonly #written = new LimitedMap<string, number>(CALLERS_MAX);
  #callsInHand = 0;
  #isConfirming = false;

  constructor(deps: AutomaticDeps) {
    this.#deps = deps;
  }

  /** Must be called with events and messages that are on disk. */
  after(events: readonly CatalogEvent[], messages: readonly MessageRecord[]): void {
    for (const event of events) if (event.type === 'CallOffer') this.#onCall(event.data);
    const settings = this.#deps.settings();
    for (const message of messages)
      if (isToBeRead(message, settings)) this.#unread.set(`${message.chat} ${message.id}`, message);
    if (this.#unread.size > 0) void this.#confirm();
  }

  /** Must be called when the account has got a name; without one nobody sees that it is online. */
  recordName(): void {
    const { settings, session } = this.#deps;
    if (!settings().alwaysOnline) return;
    void showPresence(session(), true).catch((error) =>
      this.#report('the account could not be shown as online', error),
    );
  }

  #onCall(call: Call): void {
    const { settings, clock } = this.#deps;
    const isOver = clock.now() - Date.parse(call.Timestamp) > CALL_RINGS_MS;
    if (!settings().rejectCall || isOver || this.#callsInHand >= CALLS_MAX) return;
    this.#callsInHand++;
    void this.#reject(call)
      .catch((error) => this.#report('a call could not be rejected', error))
      .finally(() => this.#callsInHand--);
  }

  async #reject({ CallID, From }: Call): Promise<void> {
    const { settings, session, clock } = this.#deps;
    await session().phoneCalls().reject(CallID);
    const { msgCall: text } = settings();
    const lately = this.#written.get(From) ?? Number.NEGATIVE_INFINITY;
    if (text === '' || clock.now() - lately < TEXT_AGAIN_MS) return;
    this.#written.set(From, clock.now());
    await session().send({ number: From, content: { kind: 'text', text } });
  }

  /**
   * Marks messages as read. A failure is tried again with the next event, because the connection may have been lost.
   */
  async #confirm(): Promise<void> {
    if (this.#isConfirming) return;
    this.#isConfirming = true;
    try {
      while (this.#unread.size > 0) {
        const batch = [...this.#unread].slice(0, CONFIRMED_AT_ONCE);
        const messages = batch.map(([, message]) => message);
        await this.#deps.session().chats().confirm('read', messages);
        await this.#deps.markRead(messages);
        for (const [key] of batch) this.#unread.delete(key);
      }
    } catch (error) {
      if (!(error instanceof AppError)) this.#unread.clear();
      this.#report('messages could not be confirmed as read', error);
    } finally {
      this.#isConfirming = false;
    }
  }

  #report(problem: string, error: unknown): void {
    // The caller has hung up in the meantime.
    if (error instanceof AppError && error.reason === 'not_found') return;
    const { log, instanceName } = this.#deps;
    log.warn(problem, { instanceName, reason: messageOf(error) });
  }
}

const NOT_FOR_RECEIVERS: ReadonlySet<string> = new Set([IGNORED, UNDECRYPTABLE]);

function isToBeRead(
  { isFromMe, chat, kind, fetchedAt }: MessageRecord,
  { readMessages, readStatus }: AccountSettings,
): boolean {
  if (
    isFromMe ||
    fetchedAt !== undefined ||
    NOT_FOR_RECEIVERS.has(kind) ||
    chat.endsWith('@newsletter')
  )
    return false;
  return chat === STATUS_JID ? readStatus : readMessages;
}
