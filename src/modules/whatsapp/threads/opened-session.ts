/** Runs one session in its thread; its host and its callers are in the main thread. */
import type { EventRateLimit } from '../../../core/events/publish/rate-limit.ts';
import { lockEnd, type NewChatLimit, type NewChats } from '../../../core/messages/new-chats.ts';
import type { Ceremony } from '../../../core/providers/passkey.ts';
import type { Provider, Session, SessionHost } from '../../../core/providers/provider.ts';
import {
  ceremonyName,
  type HostMirror,
  hostName,
  newChatsName,
  PARTS,
  paceName,
  partName,
  type RemoteHost,
  type SessionFacts,
  type SessionUpdate,
  sessionName,
} from './seam.ts';
import type { ThreadCalls } from './thread-calls.ts';

type Method = (...args: unknown[]) => Promise<unknown>;
type Methods = Record<string | symbol, Method>;

export class OpenedSession {
  readonly #calls: ThreadCalls;
  readonly #number: number;
  readonly #host: RemoteHost;
  readonly #session: Session;
  #mirror: HostMirror;
  #ceremonies = 0;
  #ceremony: Ceremony | null = null;
  /** The offer and the ceremony that the main thread knows, as text. */
  #told = '';

  constructor(calls: ThreadCalls, number: number, facts: SessionFacts, provider: Provider) {
    this.#calls = calls;
    this.#number = number;
    this.#mirror = facts.mirror;
    this.#host = calls.remote<RemoteHost>(hostName(number));
    this.#session = provider.open(this.#hostOf(facts), facts.account);
    const session = telling(this.#session, () => this.#tell());
    calls.expose(sessionName(number), () => session);
    for (const part of PARTS) calls.expose(partName(number, part), () => this.#session[part]());
  }

  follow(mirror: HostMirror): void {
    this.#mirror = mirror;
  }

  close(): void {
    const names = PARTS.map((part) => partName(this.#number, part));
    for (const name of [sessionName(this.#number), this.#ceremonyName(), ...names])
      this.#calls.withdraw(name);
  }

  #hostOf({ instanceId, instanceName, eventsPerSecond }: SessionFacts): SessionHost {
    const own = {
      instanceId,
      instanceName,
      settings: () => this.#mirror.settings,
      wantsFiles: () => this.#mirror.wantsFiles,
      newChats: knownNewChats(this.#calls.remote<NewChats>(newChatsName(this.#number))),
      pace: this.#pace(eventsPerSecond),
      openCeremony: (ceremony: Ceremony) => this.#open(ceremony),
    };
    return new Proxy(own, {
      get: (_, name) =>
        Reflect.get(own, name) ?? ((...args: unknown[]) => this.#ask(String(name), args)),
    }) as SessionHost;
  }

  /**
   * Calls the host. News of the session goes with the call, so that whoever learns of a fact also
   * finds what belongs to it.
   */
  async #ask(method: string, args: unknown[]): Promise<unknown> {
    const update = this.#update();
    const host = this.#host as unknown as Methods;
    try {
      return await (update === null
        ? host[method]?.(...args)
        : this.#host.withUpdate(update, method, args));
    } finally {
      // The consequences of the answer happen in this turn of the event loop.
      setImmediate(() => this.#tell());
    }
  }

  /** Sessions only wait for their turn. Where there is no limit, the main thread is not asked. */
  #pace(perSecond: number | null): Pick<EventRateLimit, 'wait'> {
    if (perSecond === null) return { wait: async () => true };
    return this.#calls.remote<EventRateLimit>(paceName(this.#number));
  }

  #open(ceremony: Ceremony): ReturnType<SessionHost['openCeremony']> {
    this.#tell();
    this.#calls.withdraw(this.#ceremonyName());
    this.#ceremony = ceremony;
    this.#ceremonies++;
    const taking = telling(ceremony, () => this.#tell());
    this.#calls.expose(this.#ceremonyName(), () => taking);
    return this.#host.openCeremony(this.#ceremonies, ceremony.state());
  }

  #ceremonyName(): string {
    return ceremonyName(this.#number, this.#ceremonies);
  }

  /** Returns what the main thread does not know yet, or null. */
  #update(): SessionUpdate | null {
    const update = { offer: this.#session.offer(), ceremony: this.#ceremony?.state() ?? null };
    const offer = update.offer && { ...update.offer, expiresInMs: 0 };
    const text = JSON.stringify({ ...update, offer });
    if (text === this.#told) return null;
    this.#told = text;
    return update;
  }

  #tell(): void {
    const update = this.#update();
    if (update !== null) void this.#host.update(update).catch(() => {});
  }
}

/** Returns the same object with methods that call `tell` when they have ended. */
function telling<T extends object>(target: T, tell: () => void): T {
  const methods = target as unknown as Methods;
  return new Proxy(target, {
    get: (_, name) => {
      const method = methods[name];
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        try {
          return await Reflect.apply(method, target, args);
        } finally {
          tell();
        }
      };
    },
  });
}

/**
 * Knows whether the instance may open new chats, so that few messages ask the main thread. Only the instance's session
 * learns of a limit, so what it has asked or learned once stays true.
 */
export function knownNewChats(remote: NewChats): NewChats {
  let known: NewChatLimit | null = null;
  const limit = async () => {
    if (known !== null) return known;
    const asked = await remote.limit();
    // The limit may have been learned during the call.
    known ??= asked;
    return known;
  };
  const requireUnknown = async (addresses: readonly string[], nowMs: number) => {
    if (lockEnd(await limit(), nowMs) !== null) await remote.require(addresses, nowMs);
  };
  return {
    limit,
    async learned(limit) {
      await remote.learned(limit);
      known = limit;
    },
    require: (addresses, nowMs) =>
      known !== null && lockEnd(known, nowMs) === null
        ? undefined
        : requireUnknown(addresses, nowMs),
  };
}
