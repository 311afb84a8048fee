/** Runs one session's work and timers, until it ends or another process has taken over its instance. */
import { UNKNOWN_FATE } from '../db/client.ts';
import { Mutex } from '../shared/async/mutex.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import { type AppError, failure, NotConnected } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { Session, SessionHost } from './provider.ts';

/** Work that failed in the background, or before a caller was answered, is tried again after this. */
const RETRY_MS = 1000;

export class SessionTasks {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #name: string;
  readonly #mutex = new Mutex();
  readonly #end = new AbortController();
  readonly #abandoned = new AbortController();
  readonly #timers = new Set<Cancel>();
  /** Work that continues although its turn is over. */
  readonly #begun = new Set<Promise<unknown>>();
  #cancelNext: Cancel | null = null;

  /** `name` is the instance's, for the log. */
  constructor(clock: Clock, log: Log, name: string) {
    this.#clock = clock;
    this.#log = log;
    this.#name = name;
  }

  /** Aborts when the session ends. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Aborts when the session is abandoned, which is an end too. */
  get abandoned(): AbortSignal {
    return this.#abandoned.signal;
  }

  /** Throws `conflict` after the end. Call it before anything becomes visible outside. */
  checkAlive(): void {
    if (this.#end.signal.aborted) throw new NotConnected();
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      this.checkAlive();
      return await work();
    });
  }

  /**
   * Begins `work` in its turn, which ends at the first `await` of `work`: later work only waits until it has begun, and
   * `stop` waits until it ends. Use it for work that takes its place in another order before that `await`.
   */
  async begin<T>(work: () => Promise<T>): Promise<T> {
    // It is wrapped in an object, since the turn would wait for a promise that is returned.
    const { ended } = await this.run(async () => ({ ended: this.#tracked(work()) }));
    return ended;
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#begun.add(work);
    const forget = () => this.#begun.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Schedules `work` as the only next task, replacing the previous one. Call it within `run`. */
  next(ms: number, work: () => Promise<void>): void {
    this.forgetNext();
    let isWanted = true;
    const cancel = this.after(ms, async () => {
      // Between the timer and its turn, earlier work in the queue may have replaced it.
      if (isWanted) await work();
    });
    this.#cancelNext = () => {
      isWanted = false;
      cancel();
    };
  }

  /**
   * Runs `work` in its turn like `next`, but only once `place` has given it a place, which `work` has to give back.
   * Scheduling another task, or the end of the session, aborts the signal. Other work has its turns until then.
   */
  nextInPlace(
    ms: number,
    place: (unwanted: AbortSignal) => Promise<(() => void) | null>,
    work: (release: () => void) => Promise<void>,
  ): void {
    this.forgetNext();
    const unwanted = new AbortController();
    const forget = () => {
      unwanted.abort();
      cancel();
    };
    const begin = async (): Promise<void> => {
      const release = await place(AbortSignal.any([unwanted.signal, this.#end.signal]));
      if (release === null) return;
      await this.run(async () => {
        if (unwanted.signal.aborted) return;
        // From now on the place belongs to the work.
        if (this.#cancelNext === forget) this.#cancelNext = null;
        await work(release);
      });
    };
    const cancel = this.#at(ms, () => void begin().catch((error) => this.#report(error)));
    this.#cancelNext = forget;
  }

  forgetNext(): void {
    this.#cancelNext?.();
    this.#cancelNext = null;
  }

  /**
   * Does `steps` now, as the session's current aim. When one fails the caller gets the error, and it is tried again
   * every second until all are done or another aim replaces them. A step that is done is not repeated.
   */
  async retryUntilDone(...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
    this.forgetNext();
    for (const [done, step] of steps.entries()) {
      try {
        await step();
      } catch (error) {
        this.next(RETRY_MS, () => this.retryUntilDone(...steps.slice(done)));
        throw error;
      }
    }
  }

  /** Runs `work` after earlier work, with no caller waiting; failures are logged. */
  runLater(work: () => Promise<void>): void {
    this.run(work).catch((error) => this.#report(error));
  }

  /** Runs `work` in its turn after `ms`; failures are logged. */
  after(ms: number, work: () => Promise<void>): Cancel {
    return this.#at(ms, () => this.runLater(work));
  }

  /** Begins `work` in its turn after `ms`; failures are logged. */
  beginAfter(ms: number, work: () => Promise<void>): Cancel {
    return this.#at(ms, () => this.begin(work).catch((error) => this.#report(error)));
  }

  #at(ms: number, act: () => void): Cancel {
    if (this.#end.signal.aborted) return () => {};
    const cancelTimer = this.#clock.after(ms, () => {
      this.#timers.delete(cancelTimer);
      act();
    });
    this.#timers.add(cancelTimer);
    return () => {
      this.#timers.delete(cancelTimer);
      cancelTimer();
    };
  }

  /** Starts nothing more, and resolves when the running work has ended. */
  async stop(): Promise<void> {
    this.#finish();
    await this.#mutex.idle();
    await Promise.allSettled(this.#begun);
  }

  /** Starts nothing more and does not wait for running work, since another process has the instance. */
  abandon(): void {
    this.#abandoned.abort();
    this.#finish();
  }

  #finish(): void {
    this.#end.abort();
    this.#cancelNext = null;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  #report(error: unknown): void {
    if (this.#end.signal.aborted) return;
    this.#log.error('the session failed in the background', { instanceName: this.#name, error });
  }
}

/** Returns a host that ignores a session that has ended. */
export function whileSessionRuns(host: SessionHost, tasks: SessionTasks): SessionHost {
  const alive =
    <A extends unknown[]>(method: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      tasks.checkAlive();
      await method(...args);
    };
  return {
    instanceId: host.instanceId,
    instanceName: host.instanceName,
    pace: host.pace,
    emit: alive((event) => host.emit(event)),
    emitAll: alive((...args) => host.emitAll(...args)),
    recordStatuses: alive((changes) => host.recordStatuses(changes)),
    recordPlatformId: alive((id, platformId) => host.recordPlatformId(id, platformId)),
    mergePeople: alive((people) => host.mergePeople(people)),
    updateChats: alive((chats) => host.updateChats(chats)),
    updateContacts: alive((contacts) => host.updateContacts(contacts)),
    findMessage: (...asked) => host.findMessage(...asked),
    oldestIn: (chat) => host.oldestIn(chat),
    newestIn: (chat) => host.newestIn(chat),
    windowOf: (chat) => host.windowOf(chat),
    newChats: host.newChats,
    enter: alive((phase, reason) => host.enter(phase, reason)),
    rememberAccount: alive((account) => host.rememberAccount(account)),
    wantsFiles: () => host.wantsFiles(),
    settings: () => host.settings(),
    proxy: () => host.proxy(),
    checkOwned: () => host.checkOwned(),
    openCeremony: (ceremony) => host.openCeremony(ceremony),
    wipeCodes: alive(() => host.wipeCodes()),
  };
}

const refused = (): AppError => failure('taken_over', { fate: '' });

const lost = (): AppError => failure('taken_over', { fate: UNKNOWN_FATE }, { mayBeDone: true });

/** These return at once and ask nothing of the platform. */
const AT_ONCE = new Set<string | symbol>([
  'offer',
  'stop',
  'abandon',
  'settingsChanged',
  'actions',
]);
/** These are or return objects whose calls belong to the session too. */
const PARTS = new Set<string | symbol>([
  'chats',
  'groups',
  'newsletters',
  'phoneCalls',
  'ownProfile',
  'templates',
]);

/**
 * Returns the same session, whose running calls reject with `unavailable` as soon as `abandoned` aborts, as do all
 * later calls.
 */
export function failingOnceAbandoned<S extends Session>(session: S, abandoned: AbortSignal): S {
  return guarded(session, abandoned);
}

function guarded<T extends object>(target: T, abandoned: AbortSignal): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      if (AT_ONCE.has(name)) return value;
      if (typeof value === 'object' && value !== null && PARTS.has(name))
        return guarded(value, abandoned);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (abandoned.aborted) return refusal(name);
        const result: unknown = Reflect.apply(value, target, args);
        if (result instanceof Promise) return unlessAborted(result, abandoned);
        const isPart = PARTS.has(name) && typeof result === 'object' && result !== null;
        return isPart ? guarded(result, abandoned) : result;
      };
    },
  });
}

function refusal(name: string | symbol): Promise<never> {
  if (PARTS.has(name)) throw refused();
  return Promise.reject(refused());
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = () => reject(lost());
  signal.addEventListener('abort', fail, { once: true });
  const over = () => signal.removeEventListener('abort', fail);
  work.then(resolve, reject).finally(over);
  return promise;
}
