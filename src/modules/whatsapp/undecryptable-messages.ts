/** Publishes an event for each message that cannot be read: once, and never after the message itself. */

import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { SessionContext } from './context.ts';
import type { WAMessage } from './engine/surface.ts';
import { keyOf } from './received-messages.ts';
import { type UndecryptableReason, undecryptableEvent } from './translate/undecryptable.ts';

/**
 * How many reports are remembered: a message that was requested again and is still unreadable is not reported again.
 */
const REPORTS_MAX = 500;

export class UndecryptableMessages {
  readonly #deps: SessionContext;
  readonly #reports = new LimitedMap<string, Promise<void>>(REPORTS_MAX);

  constructor(deps: SessionContext) {
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
    const { clock, inbox, queues, addresses, isIgnored } = this.#deps;
    const reported = `unreadable/${key}`;
    const known = await inbox.findStored([key, reported]);
    if (known.size > 0) return;
    const self = await addresses.forMessage(message);
    const event = undecryptableEvent(message, why, self, clock.now());
    if (event === null || isIgnored(event.data.Info.Chat)) return;
    const mark = { statement: inbox.noteStatement(reported) };
    if (!(await queues.publish(event, undefined, mark)))
      throw new Error('the event of a message that cannot be read is not on disk');
  }
}
