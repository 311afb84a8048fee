/** Publishes an event for each message that cannot be read: once, and never after the message itself. */
import type { MessageInbox } from '../../messages/inbox.ts';
import type { Clock } from '../../shared/clock.ts';
import { LimitedMap } from '../../shared/limited-map.ts';
import type { WAMessage } from './engine/surface.ts';
import type { Publish } from './queues.ts';
import { keyOf } from './received-messages.ts';
import type { Self } from './translate/jids.ts';
import { type UndecryptableReason, undecryptableEvent } from './translate/undecryptable.ts';

interface UndecryptableMessagesDeps {
  readonly clock: Clock;
  readonly inbox: Pick<MessageInbox, 'findStored' | 'noteStatement'>;
  readonly publish: Publish;
  /** Resolves with the account's own addresses, once every address in `message` that can be resolved is. */
  readonly selfFor: (message: WAMessage) => Promise<Self>;
  readonly isIgnored: (chat: string) => boolean;
}

/**
 * How many reports are remembered: a message that was requested again and is still unreadable is not reported again.
 */
const REPORTS_MAX = 500;

export class UndecryptableMessages {
  readonly #deps: UndecryptableMessagesDeps;
  readonly #reports = new LimitedMap<string, Promise<void>>(REPORTS_MAX);

  constructor(deps: UndecryptableMessagesDeps) {
    this.#deps = deps;
  }

  /** Resolves when the event is on disk, or at once if no event is due. Rejects when the session ends before. */
  report(message: WAMessage, why: UndecryptableReason): Promise<void> {
    const key = keyOf(message);
    const report = this.#reports.get(key) ?? this.#publish(message, why, key);
    this.#reports.set(key, report);
    report.catch(() => this.#reports.delete(key));
    return report;
  }

  async #publish(message: WAMessage, why: UndecryptableReason, key: string): Promise<void> {
    const { clock, inbox, publish, selfFor, isIgnored } = this.#deps;
    const reported = `unreadable/${key}`;
    const known = await inbox.findStored([key, reported]);
    if (known.size > 0) return;
    const event = undecryptableEvent(message, why, await selfFor(message), clock.now());
    if (event === null || isIgnored(event.data.Info.Chat)) return;
    if (!(await publish(event, undefined, { statement: inbox.noteStatement(reported) })))
      throw new Error('the event of a message that cannot be read is not on disk');
  }
}
