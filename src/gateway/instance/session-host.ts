/**
 * What one instance's session may ask of the house.
 * Owns: where a session's facts go (event log, directory) and telling those who wait for them.
 * Must never: let a session of a deleted instance write anything.
 */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { Engine } from '../../events/engine.ts';
import type { EventRateLimitOf } from '../../events/publish/rate-limit.ts';
import type { SessionHost } from '../../providers/provider.ts';
import type { InstanceRecord, InstanceRegister } from './directory.ts';

export interface SessionHostDeps {
  readonly directory: InstanceRegister;
  readonly engine: Engine;
  readonly paceOf: EventRateLimitOf;
  /** Whether files of this instance's messages go to anybody. */
  readonly wantsFiles: (instanceId: string) => boolean;
  /** Called after every fact, once it is on disk. */
  readonly notify: () => void;
  /** True while the service stops: the phase on disk must stay what the next start continues from. */
  readonly isStopping: () => boolean;
}

export function createSessionHost(record: InstanceRecord, deps: SessionHostDeps): SessionHost {
  const { directory, engine, paceOf, notify, isStopping } = deps;
  const { id, name } = record;
  const isGone = () => directory.byId(id) === null;

  const emitAll = async (events: readonly CatalogEvent[]) => {
    if (isGone()) return;
    await engine.publish({ id, name }, events);
    notify();
  };
  return {
    instanceId: id,
    instanceName: name,
    pace: paceOf({ id, name }),
    emit: (event) => emitAll([event]),
    emitAll,
    async enter(phase, reason) {
      if (isStopping()) return;
      await directory.enter(id, phase, reason);
      notify();
    },
    async paired(account) {
      await directory.pair(id, account?.jid ?? null, account?.pushName ?? null);
      notify();
    },
    wantsFiles: () => deps.wantsFiles(id),
    async wipeCodes() {
      if (!isGone()) await engine.wipeCodes(id);
    },
  };
}
