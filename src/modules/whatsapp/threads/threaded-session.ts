/** The main thread's side of one session that runs in another thread and is opened again when that thread ends. */

import type { Ceremony } from '../../../core/providers/passkey.ts';
import {
  type Account,
  type Phase,
  type Session,
  type SessionHost,
  stateOf,
} from '../../../core/providers/provider.ts';
import { failingOnceAbandoned } from '../../../core/providers/session-tasks.ts';
import { type Clock, sleep } from '../../../core/shared/clock.ts';
import { NotConnected } from '../../../core/shared/errors.ts';
import type { Log } from '../../../core/shared/log.ts';
import { retryAfterMs } from '../close-reason.ts';
import { SEND_MS } from '../hand-over.ts';
import type { Logins } from '../login-pace.ts';
import { KnownPairing } from './known-pairing.ts';
import {
  ceremonyName,
  type HostMirror,
  hostName,
  newChatsName,
  type PARTS,
  paceName,
  partName,
  type RemoteHost,
  sessionName,
  withStreams,
} from './seam.ts';
import type { SessionThread, ThreadUser } from './session-thread.ts';

interface ThreadedSessionDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly logins: Logins;
  /** Returns the thread in which to open the session now. */
  readonly threadFor: (user: ThreadUser) => SessionThread;
  /** Called when the session has left its thread. */
  readonly left: (thread: SessionThread) => void;
}

/** An abandoned session is cut at once: by its thread, or after this time by ending the thread. */
const ABANDON_MS = 1_000;
const RETRY_MS = 1_000;
/** A thread that lasted this long resets the count of losses. */
const STEADY_MS = 600_000;
let lastNumber = 0;

/** Where the session currently runs. */
interface Place {
  readonly thread: SessionThread;
  /** The thread knows the session by this number. */
  readonly number: number;
  readonly asked: Session;
}

export const openThreaded = (...args: ConstructorParameters<typeof ThreadedSession>): Session =>
  new ThreadedSession(...args).session;

class ThreadedSession implements ThreadUser {
  readonly #deps: ThreadedSessionDeps;
  readonly #host: SessionHost;
  readonly #end = new AbortController();
  readonly #abandoned = new AbortController();
  #account: Account | null;
  #place: Place | null = null;
  /** Resolves once the session is in a thread again. */
  #reopened: Promise<void> = Promise.resolve();
  /** How it was asked to connect, or null when it should not be connected. */
  #wanted: { readonly phone?: string } | null = null;
  #isOpen = false;
  readonly #pairing: KnownPairing;
  /** How many threads were lost recently, and when the last was lost, in steady ms. */
  #losses = 0;
  #lostAt = 0;

  constructor(deps: ThreadedSessionDeps, host: SessionHost, account: Account | null) {
    this.#deps = deps;
    this.#host = host;
    this.#account = account;
    this.#pairing = new KnownPairing(deps.clock);
    this.#openInThread();
  }

  get session(): Session {
    const part = <P extends (typeof PARTS)[number]>(name: P) => this.#part(name);
    const session: Session = {
      connect: async (options) => {
        this.#wanted = options;
        await (await this.#placed()).asked.connect(options);
      },
      offer: () => this.#pairing.offer(),
      restart: async () => {
        if (this.#account !== null) this.#wanted ??= {};
        await (await this.#placed()).asked.restart();
      },
      logout: async () => {
        await (await this.#placed()).asked.logout();
        this.#wanted = null;
      },
      stop: () => this.#stop(),
      abandon: () => this.#abandon(),
      settingsChanged: () => this.#settingsChanged(),
      sendMs: SEND_MS,
      send: async (message) => this.#requirePlace().asked.send(message),
      sendMedia: async (message) => this.#requirePlace().asked.sendMedia(message),
      fileOf: async (message) => this.#requirePlace().asked.fileOf(message),
      chats: () => part('chats'),
      groups: () => withStreams(part('groups')),
      newsletters: () => part('newsletters'),
      phoneCalls: () => part('phoneCalls'),
      ownProfile: () => part('ownProfile'),
    };
    return failingOnceAbandoned(session, this.#abandoned.signal);
  }

  lost(reason: string): void {
    const former = this.#place;
    this.#forget();
    if (former === null || this.#end.signal.aborted) return;
    this.#reopened = this.#reopen(former, `its thread ended: ${reason}`);
  }

  #forget(): void {
    this.#place = null;
    this.#isOpen = false;
    this.#pairing.end();
  }

  async #reopen({ thread }: Place, reason: string): Promise<void> {
    const { clock, logins } = this.#deps;
    const ended = this.#end.signal;
    // Writes that the former thread requested may still be running; what is read next must include them.
    await thread.calls.served();
    const isWanted = this.#wanted !== null;
    if (isWanted) await this.#untilDone(() => this.#host.enter('reconnecting', reason));
    // A message that crashes threads comes again with the next log-in, so log-ins must not follow each other at once.
    if (clock.steady() - this.#lostAt > STEADY_MS) this.#losses = 0;
    this.#lostAt = clock.steady();
    await sleep(clock, retryAfterMs(++this.#losses, Math.random()), ended);
    const loggedIn = isWanted ? await logins.place(ended) : null;
    if (ended.aborted) return;
    const { asked } = this.#openInThread();
    // A session that cannot connect reports it and tries again by itself.
    if (this.#wanted !== null)
      asked
        .connect(this.#wanted)
        .catch(() => {})
        .finally(loggedIn);
    else loggedIn?.();
  }

  async #untilDone(step: () => Promise<void>): Promise<void> {
    const { clock, log } = this.#deps;
    while (!this.#end.signal.aborted) {
      try {
        return await step();
      } catch (error) {
        log.warn('a session could not be opened again', {
          instanceName: this.#host.instanceName,
          error,
        });
        await sleep(clock, RETRY_MS, this.#end.signal);
      }
    }
  }

  #openInThread(): Place {
    const { instanceId, instanceName, pace } = this.#host;
    const thread = this.#deps.threadFor(this);
    const number = ++lastNumber;
    const place = { thread, number, asked: thread.calls.remote<Session>(sessionName(number)) };
    const host = this.#hostFor(place);
    thread.calls.expose(hostName(number), () => host);
    thread.calls.expose(paceName(number), () => this.#host.pace);
    thread.calls.expose(newChatsName(number), () => this.#host.newChats);
    const facts = {
      instanceId,
      instanceName,
      account: this.#account,
      mirror: this.#mirror(),
      eventsPerSecond: pace.perSecond,
    };
    this.#place = place;
    thread.asked.open(number, facts).catch((error) => {
      this.#deps.log.error('a session could not be opened in its thread', { instanceName, error });
    });
    return place;
  }

  /** Returns the host itself, except for what has to be known here too. */
  #hostFor({ thread, number }: Place): RemoteHost {
    const host = this.#host;
    const own: Pick<
      RemoteHost,
      'enter' | 'rememberAccount' | 'update' | 'withUpdate' | 'openCeremony'
    > = {
      enter: async (phase, reason) => {
        if (phase !== 'open') this.#isOpen = false;
        await host.enter(phase, reason);
        this.#entered(phase);
      },
      rememberAccount: async (account) => {
        await host.rememberAccount(account);
        this.#account = account;
      },
      update: async (update) => this.#pairing.follow(update),
      withUpdate: async (update, method, args) => {
        this.#pairing.follow(update);
        return Reflect.apply(Reflect.get(told, method), told, args);
      },
      openCeremony: (ceremony, state) => {
        const asked = thread.calls.remote<Ceremony>(ceremonyName(number, ceremony));
        return host.openCeremony(this.#pairing.begin(asked, state));
      },
    };
    const told: RemoteHost = Object.assign(Object.create(host), own);
    return told;
  }

  #entered(phase: Phase): void {
    this.#isOpen = phase === 'open';
    // For example, the phone removed the device or nobody scanned its codes.
    if (stateOf(phase) === 'close') this.#wanted = null;
  }

  async #placed(): Promise<Place> {
    await this.#reopened;
    return this.#requirePlace();
  }

  #requirePlace(): Place {
    if (this.#place === null) throw new NotConnected();
    return this.#place;
  }

  #part<P extends (typeof PARTS)[number]>(part: P): ReturnType<Session[P]> {
    if (!this.#isOpen) throw new NotConnected();
    const { thread, number } = this.#requirePlace();
    return thread.calls.remote<ReturnType<Session[P]>>(partName(number, part));
  }

  #mirror(): HostMirror {
    return { settings: this.#host.settings(), wantsFiles: this.#host.wantsFiles() };
  }

  #settingsChanged(): void {
    const place = this.#place;
    if (place === null) return;
    place.thread.asked
      .settingsChanged(place.number, this.#mirror())
      // The thread has ended: the next one gets this when the session is opened there.
      .catch(() => {});
  }

  async #stop(): Promise<void> {
    this.#end.abort();
    const place = this.#place;
    if (place === null) return;
    try {
      await place.asked.stop();
    } finally {
      this.#leave(place);
    }
  }

  #abandon(): void {
    this.#end.abort();
    this.#abandoned.abort();
    const place = this.#place;
    if (place === null) return;
    // Further messages of the thread are ignored.
    this.#withdrawHost(place);
    const stuck = () => place.thread.end('it did not cut a session off');
    const cancel = this.#deps.clock.after(ABANDON_MS, stuck);
    const left = () => {
      cancel();
      this.#leave(place);
    };
    Promise.resolve(place.asked.abandon()).then(left, left);
    this.#forget();
  }

  #leave(place: Place): void {
    const { thread, number } = place;
    this.#withdrawHost(place);
    thread.asked.close(number).catch(() => {});
    thread.users.delete(this);
    this.#forget();
    this.#deps.left(thread);
  }

  #withdrawHost({ thread, number }: Place): void {
    for (const name of [hostName(number), paceName(number), newChatsName(number)])
      thread.calls.withdraw(name);
  }
}
