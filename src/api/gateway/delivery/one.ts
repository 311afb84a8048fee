/** What the operations on one delivery have in common: its id, and who may read it. */
import { Type } from '@sinclair/typebox';
import { principalOf } from '../../../http/principal.ts';
import { invalid } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { GatewayPrincipal } from '../guard.ts';

export const deliveryParams = Type.Object({
  deliveryId: Type.String({ description: 'Id of the delivery: a UUID, as lists show it' }),
});

/** 400 for what no delivery can be called. */
export function readDeliveryId({ deliveryId }: { readonly deliveryId: string }): string {
  if (!isUuid(deliveryId)) throw invalid('deliveryId must be a UUID');
  return deliveryId.toLowerCase();
}

/** Ids of others look like unknown ones, so that they cannot be probed. */
export function mayReadDelivery(context: object, { streamId }: { readonly streamId: string }) {
  const principal = principalOf<GatewayPrincipal>(context);
  return principal.kind === 'global' || principal.instanceId === streamId;
}
