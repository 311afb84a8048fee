/**
 * Unpairing and deleting an instance.
 * Owns: that nothing of the pairing, the settings or the instance's own deliveries is left behind.
 */
import { faultOf } from '../../db/client.ts';
import type { Destination } from '../../events/contract/channel.ts';
import type { Engine } from '../../events/engine.ts';
import type { Session } from '../../providers/provider.ts';
import { type Clock, sleep } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import type { EventSettingsStore } from '../webhook/settings.ts';
import type { InstanceRecord, InstanceRegister } from './directory.ts';
import { failed } from './failed.ts';
import type { Sessions } from './sessions.ts';

const OWN_DESTINATIONS: readonly Destination[] = ['webhook', 'amqp', 'nats'];
/** How long a deletion waits for the platform to hear of it. */
const UNPAIR_LIMIT_MS = 5_000;

export interface LogoutAndDeleteDeps {
  readonly sessions: Sessions;
  readonly directory: InstanceRegister;
  readonly settings: EventSettingsStore;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly log: Log;
}

/** Unpairs; says whether there was anything to end. Rejects, naming the reason, when the platform did not take it. */
export const logOut = (deps: LogoutAndDeleteDeps, id: string): Promise<boolean> =>
  deps.sessions.inTurn(id, async (record) => {
    if (record.state === 'close' && record.ownerJid === null) return false;
    try {
      await deps.sessions.sessionOf(record).logout();
    } catch (error) {
      if (faultOf(error)) throw error;
      throw failed(`the instance could not be logged out: ${messageOf(error)}`, error);
    }
    await forgetPairing(deps, id);
    return true;
  });

/** Whatever a session itself recorded: after a log-out the instance is closed and unpaired. */
async function forgetPairing(
  { directory, engine }: LogoutAndDeleteDeps,
  id: string,
): Promise<void> {
  const record = directory.byId(id);
  if (!record) return;
  if (record.ownerJid !== null) await directory.pair(id, null, null);
  if (record.state !== 'close') await directory.enter(id, 'logged_out', 'logged out by request');
  await engine.wipeCodes(id);
}

/** Unpairs, ends the session and removes all that belongs to the instance; its event history stays. */
export const deleteInstance = (deps: LogoutAndDeleteDeps, id: string): Promise<void> =>
  deps.sessions.inTurn(id, async (record) => {
    const { sessions, directory, settings, engine } = deps;
    if (record.ownerJid !== null) await tryToUnpair(deps, record);
    await sessions.end(id);
    await engine.wipeCodes(id);
    await directory.remove(id);
    settings.forget(id);
    for (const endpoint of OWN_DESTINATIONS) await engine.retarget(id, endpoint);
  });

/** A platform that cannot be reached must not keep an instance from being deleted. */
async function tryToUnpair(deps: LogoutAndDeleteDeps, record: InstanceRecord): Promise<void> {
  const over = new AbortController();
  const limit = sleep(deps.clock, UNPAIR_LIMIT_MS, over.signal).then(() => 'it took too long');
  const problem = await Promise.race([unpaired(deps, record), limit]);
  over.abort();
  if (problem === null) return;
  deps.log.warn('deleted instance may still be paired', { instanceId: record.id, problem });
}

async function unpaired(
  { sessions }: LogoutAndDeleteDeps,
  record: InstanceRecord,
): Promise<string | null> {
  try {
    const session: Session = sessions.sessionOf(record);
    await session.logout();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
