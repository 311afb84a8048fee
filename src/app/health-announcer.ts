/** Publishes what happens to the health of endpoints of instances and accounts. */

import { isOfAccount } from '../core/events/contract/endpoint.ts';
import type { Announcement } from '../core/events/deliver/health.ts';
import type { Engine } from '../core/events/engine.ts';
import type { InstanceDirectory } from '../core/instances/directory.ts';
import { endpointNamed } from '../core/webhooks/event-settings.ts';
import { healthEvent } from '../core/webhooks/health-news.ts';
import type { EventSettingsStore } from '../core/webhooks/settings-store.ts';
import type { Accounts } from './accounts.ts';

interface AnnouncerDeps {
  readonly accounts: Pick<Accounts, 'announceHealth'> | null;
  readonly directory: Pick<InstanceDirectory, 'byId'>;
  readonly settings: Pick<EventSettingsStore, 'get'>;
  readonly engine: () => Pick<Engine, 'publish' | 'write'>;
}

/** Returns a function that publishes an announcement once. It rejects with a DatabaseError. */
export function createHealthAnnouncer({ accounts, directory, settings, engine }: AnnouncerDeps) {
  return async (announcement: Announcement): Promise<void> => {
    const { streamId, endpoint, news, health, statement } = announcement;
    if (isOfAccount(endpoint)) return accounts?.announceHealth(announcement);
    const stream = directory.byId(streamId);
    const found = endpointNamed(settings.get(streamId), endpoint);
    // It was deleted in the meantime.
    if (stream === null || found === null) return void (await engine().write([statement]));
    await engine().publish(stream, [healthEvent(found, news, health)], [statement]);
  };
}
