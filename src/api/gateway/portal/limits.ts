/** What a customer's page may not do or see, although it has the scope: what is about more than its own webhooks. */
import { DEFAULT_ENDPOINT, destinationOf } from '../../../events/contract/endpoint.ts';
import { forbidden } from '../../../shared/errors.ts';
import type { InstanceEndpoint } from '../../../webhooks/endpoint.ts';
import { settingsOf } from '../../../webhooks/event-settings.ts';
import { carriesKey } from '../../../webhooks/format/formats.ts';
import type { GatewayPrincipal } from '../guard.ts';
import type { GatewayParts } from '../parts.ts';

const WEBHOOK = 'webhook';

/** Returns whether the caller sees only webhooks: neither brokers and the feed, nor what is for all instances. */
export const seesWebhooksOnly = ({ kind }: GatewayPrincipal): boolean => kind === 'portal';

/** Returns whether the caller may see what concerns an endpoint, which is given as deliveries name it. */
export const maySeeEndpoint = (caller: GatewayPrincipal, endpoint: string): boolean =>
  !seesWebhooksOnly(caller) || destinationOf(endpoint) === WEBHOOK;

/** Returns the kind of endpoint to look for when the caller asks for `wanted`. Throws 403 for a kind that it does not see. */
export function visibleDestination(caller: GatewayPrincipal, wanted: string | null): string | null {
  if (!seesWebhooksOnly(caller)) return wanted;
  if (wanted === null || wanted === WEBHOOK) return WEBHOOK;
  throw forbidden("a customer's page sees only deliveries to webhooks of its instance");
}

interface EndpointChange {
  readonly instanceId: string;
  readonly stored: InstanceEndpoint;
  readonly change: Partial<InstanceEndpoint>;
}

/**
 * Throws 403 when a customer's page would learn the key of the instance from bodies that go to an address of its own,
 * or would change what queues and the feed get.
 */
export function requireOwnMatter(
  { settings, keyCopies, defaultFormat }: GatewayParts,
  caller: GatewayPrincipal,
  { instanceId, stored, change }: EndpointChange,
): void {
  if (caller.kind !== 'portal') return;
  const format = change.format ?? stored.format ?? defaultFormat;
  const isMoved = change.url !== undefined || change.format !== undefined;
  if (isMoved && carriesKey(format, keyCopies.isOn))
    throw forbidden(
      `bodies in the format ${format} carry the key of the instance, which a customer's page may not send anywhere: choose the format gatehouse`,
    );
  const { brokers, websocketEnabled } = settingsOf(settings, instanceId);
  const isShared = websocketEnabled || Object.values(brokers).some((isOn) => isOn);
  if (stored.id === DEFAULT_ENDPOINT && change.subscribe !== undefined && isShared)
    throw forbidden(
      'the events of default are also those of queues and of the feed: make another endpoint, or ask the operator of the service',
    );
}
