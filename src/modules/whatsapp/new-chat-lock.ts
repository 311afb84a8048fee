/**
 * Notes until when WhatsApp locks the account for new chats, and asks for it when a message is refused because of that.
 */

import { lockEnd, lockedSentence } from '../../core/messages/new-chats.ts';
import type { StatusChange } from '../../core/messages/status.ts';
import { resultInTime } from '../../core/shared/async/deadline.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { SessionContext } from './context.ts';
import type { WASocket } from './engine/surface.ts';

type NewChatLockDeps = Pick<SessionContext, 'clock' | 'log' | 'host' | 'ended'>;

/** A refusal has to be reported within 5 s. */
const ANSWER_MS = 3_000;
/** Refusals that come together are explained by one question. */
const ASK_AGAIN_MS = 10_000;
/** WhatsApp's own clients assume this length when no end of the lock is named. */
const UNNAMED_MS = 60_000;

export class NewChatLock {
  readonly #deps: NewChatLockDeps;
  #noting: Promise<void> = Promise.resolve();
  #asking: Promise<unknown> = Promise.resolve();
  /** In steady ms. */
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: NewChatLockDeps) {
    this.#deps = deps;
  }

  listenTo(socket: WASocket): void {
    socket.ev.on('connection.update', ({ reachoutTimeLock: lock }) => {
      if (lock === undefined) return;
      const unnamed = this.#deps.clock.now() + UNNAMED_MS;
      const end = lock.timeEnforcementEnds?.getTime() ?? unnamed;
      this.#noting = this.#note(lock.isActive ? end : null);
    });
  }

  /** Returns the refusal with the day from which new chats may be opened, if WhatsApp says it. Never rejects. */
  async explained(refusal: StatusChange, socket: WASocket): Promise<StatusChange> {
    await this.#ask(socket);
    const { host, clock } = this.#deps;
    const limit = await host.newChats.limit().catch(() => null);
    const end = limit && lockEnd(limit, clock.now());
    return end === null ? refusal : { ...refusal, reason: lockedSentence(end) };
  }

  async #ask(socket: WASocket): Promise<void> {
    const { clock, log, host, ended: signal } = this.#deps;
    if (clock.steady() - this.#askedAt >= ASK_AGAIN_MS) {
      this.#askedAt = clock.steady();
      // Baileys also reports the answer as an update of the connection.
      const answer = socket.fetchAccountReachoutTimelock();
      this.#asking = resultInTime({ clock, ms: ANSWER_MS, signal }, answer).catch((error) => {
        const fields = { instanceName: host.instanceName, reason: messageOf(error) };
        log.warn('WhatsApp does not say until when new chats are locked', fields);
      });
    }
    await this.#asking;
    await this.#noting;
  }

  async #note(lockedUntil: number | null): Promise<void> {
    const { clock, log, host } = this.#deps;
    try {
      await host.newChats.learned({ lockedUntil, checkedAt: clock.now() });
    } catch (error) {
      const fields = { instanceName: host.instanceName, reason: messageOf(error) };
      log.warn('the lock of new chats could not be written', fields);
    }
  }
}
