/** The parts that this module adds to the service: it becomes one node of several on a database server. */
import type { ModuleParts } from '../../module.ts';
import { databaseClock } from './database-clock.ts';
import { createNode } from './node.ts';
import { NodeWakeups } from './node-wakeups.ts';

export const CLUSTER_PARTS: ModuleParts = {
  async cluster(config, { database, vault, clock: own, log, openBus }) {
    const clock = await databaseClock(database, own);
    // The encryption key is one for all nodes: its id tells their hints from those of other services on the server.
    const bus = openBus({ subject: `gatehouse.${vault.keyId}.hint`, clock, log });
    const wakeups = new NodeWakeups({ bus, vault, clock });
    return {
      clock,
      database: wakeups.watching(database),
      createNode: (orm, url) => createNode(config, { orm, vault, wakeups, url, clock, log }),
    };
  },
};
