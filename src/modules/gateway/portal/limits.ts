/**
 * Decides which endpoints of an instance a caller may know of. A customer's page knows those of the customer. All
 * others do not exist for it: endpoints of the operator, queues, the feed, and endpoints for all instances.
 */
import {
  destinationOf,
  endpointOfInstance,
  endpointOfLane,
} from '../../../core/events/contract/endpoint.ts';
import { failure } from '../../../core/shared/errors.ts';
import {
  endpointOf,
  endpointsIn,
  type InstanceEndpoint,
  settingsOf,
} from '../../../core/webhooks/event-settings.ts';
import type { Owner } from '../../../core/webhooks/fields/readers.ts';
import type { GatewayPrincipal } from '../guard.ts';
import type { GatewayParts } from '../parts.ts';

type Parts = Pick<GatewayParts, 'settings'>;

const WEBHOOK = 'webhook';

export const isCustomerPage = ({ kind }: GatewayPrincipal): boolean => kind === 'portal';

/** Returns the webhooks of an instance that the caller may know of. Throws 404 for a deleted instance. */
export function visibleWebhooks(
  { settings }: Parts,
  caller: GatewayPrincipal,
  instanceId: string,
): InstanceEndpoint[] {
  const all = endpointsIn(settingsOf(settings, instanceId));
  return isCustomerPage(caller) ? all.filter(({ owner }) => owner === 'customer') : all;
}

/** Returns the endpoints, as deliveries name them, whose deliveries the caller may see; null for all. */
export function visibleEndpoints(
  parts: Parts,
  caller: GatewayPrincipal,
  instanceId: string,
): readonly string[] | null {
  if (!isCustomerPage(caller)) return null;
  return visibleWebhooks(parts, caller, instanceId).map(({ id }) => endpointOfInstance(id));
}

/** Returns whether the caller may see a delivery to this endpoint, which is given as deliveries name it. */
export function maySeeEndpoint(
  parts: Parts,
  caller: GatewayPrincipal,
  { streamId, endpoint }: { readonly streamId: string; readonly endpoint: string },
): boolean {
  if (!isCustomerPage(caller)) return true;
  const visible = visibleEndpoints(parts, caller, streamId);
  return visible?.includes(endpointOfLane(endpoint)) ?? true;
}

/** Returns the webhook with this id. Throws 404 if no such webhook exists or the caller may not know of it. */
export function webhookFor(
  { settings }: Parts,
  caller: GatewayPrincipal,
  instanceId: string,
  id: string,
): InstanceEndpoint {
  const found = endpointOf(settingsOf(settings, instanceId), id);
  requireVisible(caller, found);
  return found;
}

/** Throws 404 for a webhook that the caller may not know of. */
export function requireVisible(caller: GatewayPrincipal, { owner }: InstanceEndpoint): void {
  if (isCustomerPage(caller) && owner !== 'customer') throw failure('endpoint_not_found');
}

/** Returns the kind of endpoint to look for when the caller asks for `wanted`. Throws 403 for a kind that it does not see. */
export function visibleDestination(caller: GatewayPrincipal, wanted: string | null): string | null {
  if (!isCustomerPage(caller)) return wanted;
  if (wanted === null || destinationOf(wanted) === WEBHOOK) return WEBHOOK;
  throw failure('customer_sees_webhooks');
}

/** Returns whose an endpoint becomes that the caller makes, or gives to `asked`. Throws 403 when it may not. */
export function ownerFor(caller: GatewayPrincipal, asked?: Owner): Owner {
  if (!isCustomerPage(caller)) return asked ?? 'operator';
  if (asked === 'operator') throw failure('customer_owns_endpoints');
  return 'customer';
}
