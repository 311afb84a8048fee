/** Does what follows when a connection or a pairing ends and must not simply be dialled again. */

import { loggedOut } from '../../core/providers/session-events.ts';
import { iso } from '../../core/shared/clock.ts';
import type { AfterClose } from './close-reason.ts';
import type { SessionContext } from './context.ts';
import type { Wire } from './engine/wire.ts';

/**
 * Resolves when the request has left. Baileys itself would end the connection before frames
 * that wait for their keys to be on disk.
 */
export async function removeDevice({ socket, left }: Wire): Promise<void> {
  const jid = socket.authState.creds.me?.id ?? '';
  await socket.sendNode({
    tag: 'iq',
    attrs: { to: 's.whatsapp.net', type: 'set', id: socket.generateMessageTag(), xmlns: 'md' },
    content: [{ tag: 'remove-companion-device', attrs: { jid, reason: 'user_initiated' } }],
  });
  await left();
}

export class ConnectionEnds {
  readonly #deps: SessionContext;
  #isBanPublished = false;

  constructor(deps: SessionContext) {
    this.#deps = deps;
  }

  /** Publishes LoggedOut. Rejects, with nothing done, when it cannot be written. */
  announce(reason: string): Promise<void> {
    return this.#deps.host.emit(loggedOut(reason));
  }

  /** Does what follows the announcement, again and again until it succeeds. */
  complete(reason: string): Promise<void> {
    return this.#deps.tasks.retryUntilDone(() => this.#clear(reason));
  }

  /** Does both, when the pairing has ended already. */
  announceAndComplete(reason: string): Promise<void> {
    return this.#deps.tasks.retryUntilDone(
      () => this.announce(reason),
      () => this.#clear(reason),
    );
  }

  /** A ban is published like a log-out, since nothing arrives any more; but the pairing may outlive the ban. */
  stop({ phase, reason, code }: Extract<AfterClose, { kind: 'stop' }>): Promise<void> {
    const { host, tasks } = this.#deps;
    const steps = phase === 'banned' ? [() => host.emit(loggedOut(reason, code, true))] : [];
    return tasks.retryUntilDone(...steps, () => host.enter(phase, reason));
  }

  /**
   * Publishes a ban that ends by itself, once until a connection opens, and calls `again` with the ms until its end. The
   * phase remains a connecting one, so that another process goes on waiting after a restart.
   */
  pause(
    { reason, code, ms }: Extract<AfterClose, { kind: 'wait' }>,
    again: (ms: number) => void,
  ): Promise<void> {
    const { host, tasks, clock } = this.#deps;
    const told = `${reason}: until ${iso(clock.now() + ms)}, and connects again then (${code})`;
    const publish = async () => {
      if (!this.#isBanPublished) await host.emit(loggedOut(told, code, true));
      this.#isBanPublished = true;
    };
    return tasks.retryUntilDone(
      publish,
      () => host.enter('reconnecting', told),
      async () => again(ms),
    );
  }

  /** Notes that a connection has opened, so that no ban lasts. */
  opened(): void {
    this.#isBanPublished = false;
  }

  /** Stops for a reason that is not WhatsApp's, when trying again automatically would not help. */
  fail(reason: string): Promise<void> {
    return this.#deps.tasks.retryUntilDone(() => this.#deps.host.enter('failed', reason));
  }

  async #clear(reason: string): Promise<void> {
    const { host, device } = this.#deps;
    await device.forget();
    await host.rememberAccount(null);
    await host.enter('logged_out', reason);
  }
}
