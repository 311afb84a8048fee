/** Stores instances that an import takes: all of one with its audit row, or nothing. */

import { noProxy } from '../../core/config/environment.ts';
import type { Database, Statement } from '../../core/db/client.ts';
import type { FirstRow } from '../../core/db/first-row.ts';
import { AllAccountSettings } from '../../core/instances/account-settings.ts';
import { InstanceProxies } from '../../core/instances/proxies.ts';
import { insertionOf } from '../../core/instances/store.ts';
import type { NetworkGuard } from '../../core/outbound/network-guard.ts';
import type { Clock } from '../../core/shared/clock.ts';
import type { Vault } from '../../core/shared/crypto.ts';
import { createEventSettings } from '../../core/webhooks/settings-store.ts';
import { createAuditRows, NO_REQUEST } from '../gateway/api.ts';
import { type Baileys, storingOf } from '../whatsapp/api.ts';
import type { PlannedInstance } from './plan.ts';

interface WriterDeps {
  readonly db: Database;
  readonly baileys: Baileys;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Checks the addresses of proxies. */
  readonly guard: NetworkGuard;
}

/** Resolves when it is on disk. Rejects with a DatabaseError, and nothing of it is stored. */
export type Write = (taken: PlannedInstance) => Promise<void>;

export function createWriter(deps: WriterDeps): Write {
  const { db, clock } = deps;
  const audit = createAuditRows(db);
  const rowsOf = firstRows(deps);
  return (taken) => {
    const { record, session, notes } = taken;
    const { id: instanceId, name: instanceName } = record;
    const details = { from: 'evolution-api', keys: session?.keys.length ?? 0, notes };
    const entry = {
      ...NO_REQUEST,
      at: clock.now(),
      action: 'instance.import',
      actor: 'command',
      instanceId,
      instanceName,
      details: JSON.stringify(details),
    };
    const storing = { ...deps, orm: db.orm, now: clock.now() };
    const queries = [...insertionOf(db.orm, record), ...rowsOf(taken)];
    const also = [
      ...queries.map((query) => query.toSQL() as Statement),
      ...(session ? storingOf(storing, instanceId, session) : []),
    ];
    return audit.append({ entry, also });
  };
}

/** The rows of its settings, as a creation writes them. */
function firstRows(deps: WriterDeps): (taken: PlannedInstance) => FirstRow['statement'][] {
  const { orm } = deps.db;
  const events = createEventSettings({ ...deps, orm, endpointsMax: 0 });
  const proxies = new InstanceProxies({ ...deps, orm, noProxy });
  const accounts = new AllAccountSettings({ ...deps, orm });
  return ({ record: { id }, webhook, proxy, settings }) => {
    const rows = [
      events.firstRow(id, webhook ?? {}),
      ...(proxy ? [proxies.firstRow(id, proxy)] : []),
      ...(settings ? [accounts.firstRow(id, settings)] : []),
    ];
    return rows.map(({ statement }) => statement);
  };
}
