/** Owns: how the live feed is put together from what the gateway already has. */
import { createFeed, type Feed } from '../../channels/websocket/feed.ts';
import type { Database } from '../../db/client.ts';
import { createEventLog } from '../../events/event-log.ts';
import { createBodies } from '../../events/media.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { EventSettingsStore } from '../webhook/settings.ts';
import { wantedTypes } from './streams.ts';
import { createTickets, type Tickets } from './tickets.ts';

export interface LiveOptions {
  readonly db: Database;
  readonly settings: Pick<EventSettingsStore, 'get'>;
  readonly clock: Clock;
  readonly log: Log;
  /** WEBHOOK_FILES. */
  readonly mediaInBodies: boolean;
}

export interface Live {
  readonly feed: Feed;
  readonly tickets: Tickets;
}

export const createLive = ({ db, settings, clock, log, mediaInBodies }: LiveOptions): Live => ({
  tickets: createTickets(clock),
  feed: createFeed({
    clock,
    log,
    mediaInBodies,
    events: createEventLog(db.orm),
    bodies: createBodies(db),
    wanted: wantedTypes(settings),
  }),
});
