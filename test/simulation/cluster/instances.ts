/** What the product has of instances on one node: their records and settings in memory, and their sessions. */
import type { Database } from '../../../src/core/db/client.ts';
import type { RunningEngine } from '../../../src/core/events/engine.ts';
import { type Ownership, ownDatabases } from '../../../src/core/events/publish/ownership.ts';
import { InstanceRegister } from '../../../src/core/instances/directory.ts';
import { createInstanceService } from '../../../src/core/instances/service.ts';
import { createInstanceStore } from '../../../src/core/instances/store.ts';
import { QueuedMessages } from '../../../src/core/messages/queued-messages.ts';
import type { Provider } from '../../../src/core/providers/provider.ts';
import type { Clock } from '../../../src/core/shared/clock.ts';
import type { Log } from '../../../src/core/shared/log.ts';
import { createEventSettings } from '../../../src/core/webhooks/settings-store.ts';
import { unlimitedRate } from '../../helpers/rate-limit.ts';
import { VAULT } from './database.ts';

interface InstancesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly ownership: Ownership;
  readonly provider: Provider;
  readonly engine: () => RunningEngine;
  readonly owns: (instanceId: string) => boolean;
}

export type Instances = ReturnType<typeof createInstances>;

export function createInstances({ engine, ...deps }: InstancesDeps) {
  const { db, clock, ownership, provider } = deps;
  const { orm } = db;
  const own = ownDatabases(db, ownership);
  const directory = new InstanceRegister(createInstanceStore(db, own), clock);
  const settings = createEventSettings({ orm, own, vault: VAULT, clock, endpointsMax: 0 });
  settings.announceTo({
    retarget: (id, endpoint) => engine().retarget(id, endpoint),
    enable: (id, endpoint) => engine().enable(id, endpoint),
  });
  const queued = new QueuedMessages(db);
  const used = {
    ...deps,
    directory,
    settings,
    queued,
    providers: new Map([[provider.name, provider]]),
    connectOnStartup: true,
    paceOf: unlimitedRate,
    messages: { newChats: { of: () => null } },
  };
  type Deps = Parameters<typeof createInstanceService>[0];
  return {
    directory,
    settings,
    queued,
    // Instances are opened and abandoned here, nothing else.
    service: createInstanceService(used as unknown as Deps),
    /** Reads all that is in memory. Rejects with a DatabaseError. */
    async load() {
      await directory.load();
      await settings.load();
      await queued.load();
    },
  };
}
