/** A platform to which any node may log in for any instance, and which notes who does; sessions hear of messages. */
import type { Provider, Session, SessionHost } from '../../../src/core/providers/provider.ts';
import type { Process, World } from './world.ts';

/** What is common to the nodes of a run. */
export class Platform {
  /** By instance. */
  readonly #sessions = new Map<string, Set<SimulatedSession>>();
  readonly #broken: (promise: string) => void;

  constructor(broken: (promise: string) => void) {
    this.#broken = broken;
  }

  /** Of the processes that run at this moment, and are not about to find out that they stood still for too long. */
  #running(instanceId: string): SimulatedSession[] {
    return [...(this.#sessions.get(instanceId) ?? [])].filter(({ isActive }) => isActive);
  }

  loggedIn(session: SimulatedSession): void {
    const { instanceId } = session;
    if (session.isActive && this.#running(instanceId).length > 0)
      this.#broken('two log in to one account at once');
    const all = this.#sessions.get(instanceId) ?? new Set();
    this.#sessions.set(instanceId, all.add(session));
  }

  loggedOut(session: SimulatedSession): void {
    this.#sessions.get(session.instanceId)?.delete(session);
  }

  /** Whether exactly one is logged in. */
  isOpen(instanceId: string): boolean {
    return this.#running(instanceId).length === 1;
  }
}

interface SimulatedProviderDeps {
  readonly world: World;
  readonly process: Process;
  readonly platform: Platform;
  /** Called once a session is open; what it gives is called when that ends. */
  readonly opened: (instanceId: string) => () => void;
  /** Whether the node trusts its lease. */
  readonly isCertain: () => boolean;
}

const AGAIN_MS = 1_000;

class SimulatedSession {
  readonly instanceId: string;
  readonly #deps: SimulatedProviderDeps;
  readonly #host: SessionHost;
  #isConnecting = false;
  #isOver = false;
  #ended: () => void = () => {};

  constructor(deps: SimulatedProviderDeps, host: SessionHost) {
    this.#deps = deps;
    this.#host = host;
    this.instanceId = host.instanceId;
  }

  get isActive(): boolean {
    const { process, isCertain } = this.#deps;
    return process.isRunning && isCertain();
  }

  connect(): void {
    const { world, process } = this.#deps;
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    process.at(world.now + 50 + world.below(400), () => {
      if (this.#isOver) return;
      this.#deps.platform.loggedIn(this);
      this.#ended = this.#deps.opened(this.instanceId);
      this.#tellOpen();
    });
  }

  #tellOpen(): void {
    const { world, process } = this.#deps;
    this.#host.enter('open', null).catch(() =>
      process.at(world.now + AGAIN_MS, () => {
        if (!this.#isOver) this.#tellOpen();
      }),
    );
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#deps.platform.loggedOut(this);
    this.#ended();
  }
}

export function simulatedProvider(deps: SimulatedProviderDeps): Provider {
  return {
    name: 'sandbox',
    loginPauseMs: 50,
    open(host) {
      const session = new SimulatedSession(deps, host);
      const used: Pick<Session, 'connect' | 'offer' | 'stop' | 'abandon'> = {
        connect: async () => session.connect(),
        offer: () => null,
        stop: async () => session.end(),
        abandon: () => session.end(),
      };
      // Nobody asks more of it here.
      return used as Session;
    },
  };
}
