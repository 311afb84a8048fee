/** The history of the sandbox's phone. It is kept only in memory. */
import { isInChat } from '../../messages/find.ts';
import { invalid } from '../../shared/errors.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { ChatHistory, HistoryRequest } from '../chat-actions.ts';
import { beginningOf } from '../history.ts';
import type { SessionHost } from '../provider.ts';
import type { PastMessage } from './driver.ts';
import { chatJid } from './jids.ts';
import { type ArrivalContext, type MessageEvent, messageEvent } from './received-messages.ts';
import type { RecentFiles } from './recent-files.ts';
import { recordOf } from './sent-messages.ts';

/** The message that was added longest ago is removed. */
const KEPT_MAX = 500;

interface PastDeps {
  readonly host: Pick<SessionHost, 'oldestIn' | 'emitAll'>;
  /** Returns the facts of the current arrival. */
  readonly arrival: () => ArrivalContext;
  readonly files: Pick<RecentFiles, 'addOf'>;
}

interface Past {
  readonly event: MessageEvent;
  readonly kind: string;
  /** Ms since 1970. */
  readonly sentAt: number;
}

export class SandboxPast {
  readonly #deps: PastDeps;
  readonly #messages = new LimitedMap<string, Past>(KEPT_MAX);

  constructor(deps: PastDeps) {
    this.#deps = deps;
  }

  /** Adds a message to the history. Throws `invalid` for what `messageEvent` refuses, and for a time in the future. */
  add({ sentAt, ...message }: PastMessage): { messageId: string } {
    const arrival = this.#deps.arrival();
    if (sentAt > arrival.nowMs) throw invalid('sentAt must not be in the future');
    const event = messageEvent(message, { ...arrival, nowMs: sentAt });
    const { ID: messageId } = event.data.Info;
    this.#deps.files.addOf(event);
    this.#messages.set(messageId, { event, kind: message.kind, sentAt });
    return { messageId };
  }

  /** Implements `ChatActions.history`. */
  async find({ number, count, before }: HistoryRequest): Promise<ChatHistory> {
    const { host, arrival } = this.#deps;
    const chat = chatJid('number', number);
    const anchor = await beginningOf(chat, before, host);
    const isHere = (one: string) => one === chat || isInChat(anchor, one);
    const older = [...this.#messages.values()]
      .filter(({ event, sentAt }) => isHere(event.data.Info.Chat) && sentAt < anchor.sentAt)
      .sort((one, other) => one.sentAt - other.sentAt);
    const found = older.slice(-count);
    const fetchedAt = arrival().nowMs;
    const records = found.map(({ event: { data }, kind, sentAt }) => ({
      ...recordOf(data, kind, { content: data.Message }, sentAt),
      fetchedAt,
      shown: data,
    }));
    await host.emitAll([], records);
    const messages = found.map(({ event }) => event.data);
    return { chat, messages, isBeginning: found.length === older.length };
  }
}
