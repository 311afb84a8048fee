/** Who gets an event: the endpoints that want its type and whose filter it fits. */
import type { CatalogEvent } from '../contract/catalog.ts';
import type { BodyFields, Target } from '../contract/channel.ts';
import { FilterBudget } from '../contract/filter-budget.ts';
import { type Destinations, isGone } from '../contract/routing.ts';
import type { Draft } from './draft.ts';

/** An endpoint that gets an event, and where it is at this moment. */
export interface Receiver {
  readonly endpoint: string;
  readonly target: Target;
}

interface Receivers {
  readonly receivers: readonly Receiver[];
  /** Endpoints that want its type, but not this event. */
  readonly filtered: readonly string[];
}

/** Returns the endpoints that get an event at this moment, and those that it was kept from. */
export function receiversOf(
  destinations: Destinations,
  streamId: string,
  { type, duplicatesType, exceptEndpoint, fields }: Draft,
  sequence: number,
): Receivers {
  const receivers: Receiver[] = [];
  const filtered: string[] = [];
  const endpoints = destinations.of(streamId, type, duplicatesType);
  let budget: FilterBudget | null = null;
  for (const endpoint of endpoints) {
    const target = destinations.target(streamId, endpoint);
    if (endpoint === exceptEndpoint || isGone(target)) continue;
    if (target.wants !== undefined) {
      budget ??= new FilterBudget(endpoints.length);
      if (!target.wants({ ...fields(), sequence }, budget.next())) {
        filtered.push(endpoint);
        continue;
      }
    }
    receivers.push({ endpoint, target });
  }
  return { receivers, filtered };
}

interface MediaDeps {
  readonly destinations: Destinations;
  readonly mediaInBodies: boolean;
}

/** Returns whether a receiver of the event gets the bytes of its media. */
export function wantsMedia(
  deps: MediaDeps,
  streamId: string,
  { type }: CatalogEvent,
  fields: () => BodyFields,
): boolean {
  if (deps.mediaInBodies) return true;
  const endpoints = deps.destinations.of(streamId, type);
  const budget = new FilterBudget(endpoints.length);
  return endpoints.some((endpoint) => {
    const target = deps.destinations.target(streamId, endpoint);
    return (
      !isGone(target) && target.base64 === true && (target.wants?.(fields(), budget.next()) ?? true)
    );
  });
}
