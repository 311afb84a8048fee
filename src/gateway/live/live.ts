/** Owns: how the live feed is put together from what the gateway already has. */

import type { Database } from '../../db/client.ts';
import { createEventLog } from '../../events/log/events.ts';
import { createEventBodies } from '../../events/publish/media.ts';
import type { MemoryBudget } from '../../http/memory-budget.ts';
import type { Clock } from '../../shared/clock.ts';
import type { LimitReport } from '../../shared/limit-report.ts';
import type { Log } from '../../shared/log.ts';
import type { EventSettingsStore } from '../webhook/settings.ts';
import { createFeed, type Feed } from './feed.ts';
import { createSocketQuota, type SocketLimits, type SocketQuota } from './socket-quota.ts';
import { wantedTypes } from './streams.ts';
import { createTickets, type Tickets } from './tickets.ts';
import { createUnsentMemory } from './unsent-memory.ts';

export interface LiveOptions {
  readonly db: Database;
  readonly settings: Pick<EventSettingsStore, 'get'>;
  readonly clock: Clock;
  readonly log: Log;
  /** WEBHOOK_FILES. */
  readonly mediaInBodies: boolean;
  readonly socketLimits: SocketLimits;
  readonly limits: LimitReport;
  readonly memory: MemoryBudget;
}

export interface Live {
  readonly feed: Feed;
  readonly tickets: Tickets;
  readonly socketQuota: SocketQuota;
}

export const createLive = (options: LiveOptions): Live => ({
  tickets: createTickets(options.clock),
  socketQuota: createSocketQuota(options.socketLimits, options.limits),
  feed: createFeed({
    clock: options.clock,
    log: options.log,
    mediaInBodies: options.mediaInBodies,
    events: createEventLog(options.db.orm),
    bodies: createEventBodies(options.db),
    wanted: wantedTypes(options.settings),
    memory: createUnsentMemory(options.memory, options.limits),
  }),
});
