/** The end of a pairing, or of a connection that must not come back by itself. */
import type { SessionHost } from '../provider.ts';
import { loggedOut } from '../session-events.ts';
import type { SessionTasks } from '../session-tasks.ts';
import type { AfterClose } from './close-reason.ts';
import type { Device } from './device.ts';
import type { Wire } from './wire.ts';

interface LogoutDeps {
  readonly host: SessionHost;
  readonly life: SessionTasks;
  readonly device: Device;
}

/** Resolves when it has left. The library would end the connection before what waits for keys on their way to disk. */
export async function removeDevice({ socket, left }: Wire): Promise<void> {
  const jid = socket.authState.creds.me?.id ?? '';
  await socket.sendNode({
    tag: 'iq',
    attrs: { to: 's.whatsapp.net', type: 'set', id: socket.generateMessageTag(), xmlns: 'md' },
    content: [{ tag: 'remove-companion-device', attrs: { jid, reason: 'user_initiated' } }],
  });
  await left();
}

export class Logout {
  readonly #deps: LogoutDeps;

  constructor(deps: LogoutDeps) {
    this.#deps = deps;
  }

  /** Rejects when it cannot be written: nothing has happened then. */
  announce(reason: string): Promise<void> {
    return this.#deps.host.emit(loggedOut(reason));
  }

  /** What follows once it is announced; tried again until it is done. */
  complete(reason: string): Promise<void> {
    return this.#deps.life.retryUntilDone(() => this.#clear(reason));
  }

  /** Both, for an end that has happened already. */
  announceAndComplete(reason: string): Promise<void> {
    return this.#deps.life.retryUntilDone(
      () => this.announce(reason),
      () => this.#clear(reason),
    );
  }

  /** A ban is published like a log-out, since nothing comes any more; but the pairing may outlive it. */
  stop({ phase, reason, code }: Extract<AfterClose, { kind: 'stop' }>): Promise<void> {
    const { host, life } = this.#deps;
    const steps = phase === 'banned' ? [() => host.emit(loggedOut(reason, code, true))] : [];
    return life.retryUntilDone(...steps, () => host.enter(phase, reason));
  }

  /** For an end that is no word of WhatsApp's: trying again by itself would not help. */
  fail(reason: string): Promise<void> {
    return this.#deps.life.retryUntilDone(() => this.#deps.host.enter('failed', reason));
  }

  async #clear(reason: string): Promise<void> {
    const { host, device } = this.#deps;
    await device.forget();
    await host.paired(null);
    await host.enter('logged_out', reason);
  }
}
