/** Brings instances from the states that the last process left to those of a new one. */
import type { Provider, ProviderName } from '../../providers/provider.ts';
import { Semaphore } from '../../shared/async/semaphore.ts';
import { type Clock, sleep } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { EventSettingsStore } from '../webhook/settings.ts';
import type { InstanceRecord, InstanceRegister } from './directory.ts';
import { wasDisconnected } from './disconnect.ts';
import type { Sessions } from './sessions.ts';

/** Per provider, so that one that hangs delays no instance of another. */
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

/**
 * Makes the recorded states of these true again and returns the instances that are to be reconnected.
 * Directory and settings are loaded; none of them has a live session yet.
 */
export async function settleStates(
  deps: StartupDeps,
  records: readonly InstanceRecord[],
  reason: string,
): Promise<readonly InstanceRecord[]> {
  const { directory, settings } = deps;
  const returning = records.filter((record) => deps.connectOnStartup && mayReturn(record));
  const isReturning = new Set(returning);
  const settle = async (record: InstanceRecord) => {
    // A crash between the two inserts of a creation leaves an instance without settings.
    if (!settings.get(record.id)) await settings.create(record.id);
    if (isReturning.has(record)) await directory.enter(record.id, 'reconnecting', reason);
    else if (record.state !== 'close') await directory.enter(record.id, 'stopped', reason);
  };
  await Promise.all(records.map(settle));
  return returning;
}

/** A banned account is not tried again by itself: that makes it worse. */
const mayReturn = (record: InstanceRecord): boolean =>
  record.ownerJid !== null && record.phase !== 'banned' && !wasDisconnected(record);

/** Reconnects a few at a time, at the pace of each provider; ends early when `signal` aborts. Never rejects. */
export async function reconnect(
  deps: StartupDeps,
  returning: readonly InstanceRecord[],
  { reason, signal }: { readonly reason: string; readonly signal: AbortSignal },
): Promise<void> {
  const byProvider = Map.groupBy(returning, ({ provider }) => provider);
  const all = [...byProvider].map(([name, records]) => {
    const pauseMs = deps.providers.get(name)?.loginPauseMs ?? 0;
    return reconnectPaced(deps, records, { pauseMs, reason, signal });
  });
  await Promise.all(all);
}

async function reconnectPaced(
  deps: StartupDeps,
  returning: readonly InstanceRecord[],
  {
    pauseMs,
    reason,
    signal,
  }: { readonly pauseMs: number; readonly reason: string; readonly signal: AbortSignal },
): Promise<void> {
  const starting = new Semaphore(STARTING_MAX);
  for (const { id } of returning) {
    if (!(await starting.acquire(signal))) return;
    void reconnectOne(deps, id, reason).finally(() => starting.release());
    if (pauseMs > 0) await sleep(deps.clock, pauseMs, signal);
  }
}

async function reconnectOne(deps: StartupDeps, id: string, reason: string): Promise<void> {
  const { sessions, log } = deps;
  try {
    await sessions.runExclusive(id, async (record) => {
      // A call by hand came first.
      if (record.phase !== 'reconnecting' || record.reason !== reason) return;
      await sessions.bringUp(id, () => sessions.sessionOf(record).connect({}));
    });
  } catch (error) {
    log.warn('instance did not reconnect', { instanceId: id, reason: messageOf(error) });
  }
}
