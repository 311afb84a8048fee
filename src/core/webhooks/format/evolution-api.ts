/** Shapes stored events as Evolution API v2 sends them; each type of event declares the form of its `data`. Pure. */

import { declarationOf } from '../../events/contract/catalog.ts';
import {
  type EventInstance,
  type EvolutionEvent,
  withoutDevice,
} from '../../events/types/event-type.ts';

/** Facts that the event itself does not have. */
export interface Surroundings {
  /** URL of the webhook as it was set; null for a receiver without one. */
  readonly destination: string | null;
  /** PUBLIC_URL. */
  readonly serverUrl: string;
  /** JID of the instance's account, null while it is not paired. */
  readonly ownerJid: string | null;
  /** The key of the instance, null unless keys are shown. */
  readonly apikey: string | null;
  /** Whether the receiver gets events of a type. */
  readonly gets: (type: string) => boolean;
}

/** A stored body, parsed. Events of an account's records have no instance. */
export interface StoredEvent extends Partial<EventInstance> {
  readonly id: string;
  readonly sequence: number;
  readonly event: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly test?: boolean;
  readonly data: unknown;
}

/**
 * Returns the body that Evolution API would send. Where there are no headers with them, id and
 * sequence of the event take the place of `destination`, which that system sends to webhooks alone.
 */
export function evolutionApiBody(stored: StoredEvent, { ownerJid, ...around }: Surroundings) {
  const { event, data } = toEvolutionEvent(stored, around.gets);
  return {
    event,
    instance: stored.instanceName ?? null,
    data,
    ...(around.destination === null
      ? { id: stored.id, sequence: stored.sequence }
      : { destination: around.destination }),
    date_time: stored.timestamp,
    sender: ownerJid === null ? null : withoutDevice(ownerJid),
    server_url: around.serverUrl,
    apikey: around.apikey,
    ...(stored.test && { test: true }),
  };
}

function toEvolutionEvent(
  { event, data, instanceId = '', instanceName = '' }: StoredEvent,
  gets: Surroundings['gets'],
): EvolutionEvent {
  const declared = declarationOf(event);
  if (declared === null) return { event, data };
  return declared.evolution(data, { instanceId, instanceName }, gets);
}
