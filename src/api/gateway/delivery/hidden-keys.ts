/** Bodies of deliveries as answers show them: the key of an instance in them is for the global key alone. */
import { MASK } from '../../../shared/mask-url.ts';
import { endpointsIn } from '../../../webhooks/event-settings.ts';
import type { GatewayPrincipal } from '../guard.ts';
import type { GatewayParts } from '../parts.ts';

/** Returns `body` with the key of the instance masked, unless the caller has the global key. */
export function withoutKeys(
  { settings, keyCopies }: Pick<GatewayParts, 'settings' | 'keyCopies'>,
  caller: GatewayPrincipal,
  instanceId: string,
  body: string,
): string {
  if (caller.kind === 'global') return body;
  const own = settings.get(instanceId);
  const tokens = own === null ? [] : endpointsIn(own).map(({ instanceToken }) => instanceToken);
  const keys = [...tokens, keyCopies.of(instanceId)];
  return keys.reduce<string>(
    (shown, key) => (key === null ? shown : shown.replaceAll(JSON.stringify(key), `"${MASK}"`)),
    body,
  );
}
