/** The running sessions, one for each instance. They are opened on first use and get one call after the other. */
import { faultOf } from '../db/client.ts';
import type { Engine } from '../events/engine.ts';
import { notOwned } from '../events/publish/ownership.ts';
import type { EventRateLimitOf } from '../events/publish/rate-limit.ts';
import type { MessageLog } from '../messages/log.ts';
import type { PairingOffer, Provider, ProviderName, Session } from '../providers/provider.ts';
import { resultInTime, runWithin, withTimeout } from '../shared/async/deadline.ts';
import { Semaphore } from '../shared/async/semaphore.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import { AppError, failure, messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { AllAccountSettings } from './account-settings.ts';
import { AutomaticActions } from './automatic.ts';
import { type InstanceRecord, type InstanceRegister, tookTooLong } from './directory.ts';
import type { Ceremonies } from './passkey-ceremonies.ts';
import type { InstanceProxies } from './proxies.ts';
import { createSessionHost } from './session-host.ts';

/** A code may change without a change of phase, so waiting callers also check after this time. */
const LOOK_AGAIN_MS = 250;
const STOP_LIMIT_MS = 5_000;
const CALLS_END_MS = 3_000;

export interface SessionsDeps {
  readonly directory: InstanceRegister;
  /** The providers of this deployment, in the order in which answers list them. */
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly engine: Pick<Engine, 'wipeCodes'>;
  readonly messages: MessageLog;
  readonly paceOf: EventRateLimitOf;
  readonly proxies: Pick<InstanceProxies, 'routeOf'>;
  readonly accountSettings: Pick<AllAccountSettings, 'get'>;
  readonly ceremonies: Pick<Ceremonies, 'open'>;
  /** Returns whether an endpoint or reader gets the files of an instance's messages. */
  readonly wantsFiles: (instanceId: string) => boolean;
  /** Returns whether sessions of the instance belong to this node. */
  readonly owns: (instanceId: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

interface OpenSession {
  readonly session: Session;
  /** The callers that wait for a change. */
  readonly watchers: Set<() => void>;
  /** Whether another node has the instance: nothing of this session is recorded any more. */
  isAbandoned: boolean;
}

export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #open = new Map<string, OpenSession>();
  readonly #queues = new Map<string, CallQueue>();
  #isStopping = false;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /**
   * Runs `call` with the current record when all earlier calls on this instance have ended. Throws not_found when the
   * instance has been deleted by then; otherwise rejects as CallQueue does.
   */
  async runExclusive<T>(id: string, call: (record: InstanceRecord) => Promise<T>): Promise<T> {
    const queue = this.#queues.get(id) ?? createCallQueue(this.#deps.clock);
    this.#queues.set(id, queue);
    const turn = queue.run(async () => {
      if (this.#isStopping) throw stopping();
      const record = this.#deps.directory.byId(id);
      if (!record) throw failure('instance_not_found');
      return call(record);
    });
    return turn.finally(() => {
      if (queue.isIdle()) this.#queues.delete(id);
    });
  }

  /** Limits a call that continues after its turn: rejects when it has not ended within `ms`. */
  inTime<T>(call: Promise<T>, ms?: number): Promise<T> {
    return callInTime(this.#deps.clock, call, ms);
  }

  /**
   * Returns the instance's session, and opens it if necessary. Throws when its provider is not part of this deployment.
   */
  sessionOf(record: InstanceRecord): Session {
    const known = this.#open.get(record.id);
    if (known) return known.session;
    if (this.#isStopping) throw stopping();
    if (!this.#deps.owns(record.id)) throw notOwned();
    const live = openSession(this.#deps, record, () => this.#isStopping || live.isAbandoned);
    this.#open.set(record.id, live);
    return live.session;
  }

  /** Returns false before the first `sessionOf`, and after `end`. */
  hasSession(id: string): boolean {
    return this.#open.has(id);
  }

  /**
   * Runs a step of connecting. When it fails, or the provider is left out, the instance is recorded as failed and the
   * error names the reason; a refusal by the provider (an AppError) is passed on and changes nothing.
   */
  async bringUp(id: string, step: () => Promise<void>): Promise<void> {
    const { directory } = this.#deps;
    const before = directory.byId(id);
    try {
      await step();
    } catch (error) {
      const isLeftOut = error instanceof AppError && error.reasonCode === 'provider_left_out';
      if (error instanceof AppError && error.reason !== 'internal' && !isLeftOut) throw error;
      if (faultOf(error)) throw error;
      const now = directory.byId(id);
      // A session that closed by itself has recorded a better reason.
      const hasClosed = now?.state === 'close' && now !== before;
      if (!hasClosed && !this.#isStopping) await directory.enter(id, 'failed', messageOf(error));
      if (isLeftOut) throw error;
      throw failure('connecting_failed', { problem: messageOf(error) }, { cause: error });
    }
  }

  /** Must be called after the settings of an instance's account have changed. */
  settingsChanged(id: string): void {
    this.#open.get(id)?.session.settingsChanged?.();
  }

  offer(id: string): PairingOffer | null {
    return this.#open.get(id)?.session.offer() ?? null;
  }

  /** Resolves when the instance may have changed, or when `signal` aborts. */
  async change(id: string, signal: AbortSignal): Promise<void> {
    const changed = new AbortController();
    const watchers = this.#open.get(id)?.watchers;
    const wake = () => changed.abort();
    watchers?.add(wake);
    await sleep(this.#deps.clock, LOOK_AGAIN_MS, AbortSignal.any([changed.signal, signal]));
    watchers?.delete(wake);
  }

  /** Ends a session within 5 s; the next call opens another. */
  async end(id: string): Promise<void> {
    const live = this.#open.get(id);
    if (live) await stopSession(this.#deps, id, live.session);
    this.#open.delete(id);
  }

  /**
   * Drops these sessions, which record nothing more. The next call opens another one if this node owns the instance.
   */
  abandon(ids: readonly string[]): void {
    for (const id of ids) {
      const live = this.#open.get(id);
      if (!live) continue;
      live.isAbandoned = true;
      this.#open.delete(id);
      live.session.abandon();
    }
  }

  /**
   * Ends the session of an instance that goes to another node, within 8 s, of which running and waiting calls get 3 s.
   * Everything that the session had in memory is dropped. Never rejects.
   */
  async close(id: string): Promise<void> {
    const live = this.#open.get(id);
    if (!live) return;
    const { clock } = this.#deps;
    const turn = this.runExclusive(id, async () => {}).catch(() => {});
    await resultInTime({ clock, ms: CALLS_END_MS }, turn);
    await stopSession(this.#deps, id, live.session);
    if (this.#open.get(id) === live) this.abandon([id]);
  }

  /** Ends all sessions within 5 s. Afterwards no call is accepted and no phase recorded. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(
      [...this.#open].map(([id, live]) => stopSession(this.#deps, id, live.session)),
    );
    this.#open.clear();
  }
}

function openSession(
  deps: SessionsDeps,
  record: InstanceRecord,
  isStopping: () => boolean,
): OpenSession {
  const provider = deps.providers.get(record.provider);
  if (!provider) throw providerLeftOut(record.provider);
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const wake of [...watchers]) wake();
  };
  const automatic = new AutomaticActions({
    ...deps,
    instanceName: record.name,
    settings: () => deps.accountSettings.get(record.id),
    session: () => session,
    markRead: (read) => deps.messages.markRead(record, read),
  });
  const host = createSessionHost(record, { ...deps, notify, isStopping, automatic });
  const { ownerJid, profileName } = record;
  const account = ownerJid === null ? null : { jid: ownerJid, pushName: profileName ?? '' };
  const session = provider.open(host, account);
  return { session, watchers, isAbandoned: false };
}

/** Repeating the request does not help before somebody changes the deployment. */
const providerLeftOut = (provider: ProviderName): AppError => {
  const hint = `the operator takes ${provider} off GATEHOUSE_WITHOUT and starts the service again`;
  return failure('provider_left_out', { provider }, { hint });
};

/** Nothing was done, and another node or the next start can do it, so it is not a fault of the service (500). */
const stopping = (): AppError => failure('stopping', {}, { headers: { 'retry-after': '1' } });

/** Resolves when the session has stopped, or gives up on it, because a stop must end. */
async function stopSession(
  { clock, log }: SessionsDeps,
  id: string,
  session: Session,
): Promise<void> {
  try {
    await withTimeout({ clock, ms: STOP_LIMIT_MS }, session.stop(), tookTooLong);
  } catch (error) {
    log.warn('the session did not stop cleanly', { instanceId: id, problem: messageOf(error) });
  }
}

const CALLS_MAX = 1_000;
/** Half of a call's own limit. A call whose wait was cancelled has not started, so repeating it is safe. */
const TURN_LIMIT_MS = 10_000;
const CALL_LIMIT_MS = 20_000;

interface CallQueue {
  /**
   * Runs `call` once all earlier calls have ended. Rejects when too many wait, when it has not started within 10 s (it
   * then never starts), or when it has not ended 20 s later (the next one then starts).
   */
  run<T>(call: () => Promise<T>): Promise<T>;
  isIdle(): boolean;
}

const callInTime = <T>(clock: Clock, call: Promise<T>, ms = CALL_LIMIT_MS): Promise<T> =>
  withTimeout({ clock, ms }, call, () => failure('instance_unanswered'));

export function createCallQueue(clock: Clock): CallQueue {
  const turn = new Semaphore(1);
  let calls = 0;
  return {
    isIdle: () => calls === 0,
    async run(call) {
      if (calls >= CALLS_MAX) throw failure('instance_calls_full');
      calls++;
      try {
        const limit = { clock, ms: TURN_LIMIT_MS };
        const place = await runWithin(limit, ({ signal }) => turn.acquire(signal));
        if (place === null) throw failure('instance_busy');
        try {
          return await callInTime(clock, call());
        } finally {
          place.release();
        }
      } finally {
        calls--;
      }
    },
  };
}
