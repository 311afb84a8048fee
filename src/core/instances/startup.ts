/** Corrects the states that the last process recorded, and reconnects instances. */
import { wasAccepted } from '../providers/pairing-state.ts';
import type { Provider, ProviderName } from '../providers/provider.ts';
import { Semaphore } from '../shared/async/semaphore.ts';
import { type Clock, sleep } from '../shared/clock.ts';
import { messageOf } from '../shared/errors.ts';
import type { Log } from '../shared/log.ts';
import type { EventSettingsStore } from '../webhooks/settings-store.ts';
import type { InstanceRecord, InstanceRegister } from './directory.ts';
import { wasDisconnected } from './disconnect.ts';
import type { Sessions } from './sessions.ts';

/** The limit for each provider, so that one that hangs does not delay instances of others. */
const STARTING_MAX = 8;

export interface StartupDeps {
  readonly directory: InstanceRegister;
  readonly settings: EventSettingsStore;
  readonly sessions: Sessions;
  readonly providers: ReadonlyMap<ProviderName, Pick<Provider, 'loginPauseMs'>>;
  readonly connectOnStartup: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Corrects the recorded states and returns the instances that must be reconnected. */
async function settleStates(
  deps: StartupDeps,
  records: readonly InstanceRecord[],
  reason: string,
): Promise<readonly InstanceRecord[]> {
  const { directory, settings, providers } = deps;
  const returning = records.filter((record) => deps.connectOnStartup && mayReturn(record));
  const isReturning = new Set(returning);
  const settle = async (record: InstanceRecord) => {
    // A crash between the two inserts of a creation leaves an instance without settings.
    if (!settings.get(record.id)) await settings.create(record.id);
    // Its provider resumes the pairing when it is there again.
    if (!providers.has(record.provider) && record.ownerJid === null && wasAccepted(record)) return;
    if (isReturning.has(record)) await directory.enter(record.id, 'reconnecting', reason);
    else if (record.state !== 'close') await directory.enter(record.id, 'stopped', reason);
  };
  await Promise.all(records.map(settle));
  return returning;
}

/**
 * A banned account is not reconnected automatically, because that makes it worse. A crash right after a phone's consent
 * leaves an instance whose account is not stored yet.
 */
const mayReturn = (record: InstanceRecord): boolean =>
  (record.ownerJid !== null || wasAccepted(record)) &&
  record.phase !== 'banned' &&
  !wasDisconnected(record);

/** The pace of one provider's log-ins. */
interface Pace {
  /** It is taken from one log-in until the next may start. */
  readonly turn: Semaphore;
  readonly starting: Semaphore;
}

/** Reconnects a few instances at a time, at the pace of each provider, however many are requested. */
export class Reconnector {
  readonly #deps: StartupDeps;
  readonly #paces = new Map<ProviderName, Pace>();

  constructor(deps: StartupDeps) {
    this.#deps = deps;
  }

  /**
   * Corrects the recorded states of instances without a session; resolves when that is done. Reconnects in the
   * background until `signal` aborts. Rejects with a DatabaseError.
   */
  async open(
    instanceIds: readonly string[],
    asked: { readonly reason: string; readonly signal: AbortSignal },
  ): Promise<void> {
    const records = instanceIds.flatMap((id) => this.#deps.directory.byId(id) ?? []);
    const returning = await settleStates(this.#deps, records, asked.reason);
    for (const [name, ofProvider] of Map.groupBy(returning, ({ provider }) => provider))
      void this.#inTurn(name, ofProvider, asked);
  }

  async #inTurn(
    name: ProviderName,
    records: readonly InstanceRecord[],
    asked: { readonly reason: string; readonly signal: AbortSignal },
  ): Promise<void> {
    for (const { id } of records) await this.#begin(name, { id, ...asked });
  }

  /** Resolves when the next log-in may start. */
  async #begin(
    name: ProviderName,
    { id, reason, signal }: { id: string; reason: string; signal: AbortSignal },
  ): Promise<void> {
    const { providers, clock } = this.#deps;
    const { turn, starting } = this.#paceOf(name);
    const ownTurn = await turn.acquire(signal);
    if (ownTurn === null) return;
    try {
      const place = await starting.acquire(signal);
      if (place === null) return;
      void reconnectOne(this.#deps, id, reason).finally(() => place.release());
      const pauseMs = providers.get(name)?.loginPauseMs ?? 0;
      if (pauseMs > 0) await sleep(clock, pauseMs, signal);
    } finally {
      ownTurn.release();
    }
  }

  #paceOf(name: ProviderName): Pace {
    const pace = this.#paces.get(name) ?? {
      turn: new Semaphore(1),
      starting: new Semaphore(STARTING_MAX),
    };
    this.#paces.set(name, pace);
    return pace;
  }
}

async function reconnectOne(deps: StartupDeps, id: string, reason: string): Promise<void> {
  const { sessions, log } = deps;
  try {
    await sessions.runExclusive(id, async (record) => {
      // A caller has connected or stopped it in the meantime.
      if (record.phase !== 'reconnecting' || record.reason !== reason) return;
      await sessions.bringUp(id, () => sessions.sessionOf(record).connect({}));
    });
  } catch (error) {
    log.warn('the instance did not reconnect', { instanceId: id, reason: messageOf(error) });
  }
}
