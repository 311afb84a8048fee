/** Shared by the operations on deliveries: how one is shown and found, and who may read it. */

import { Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../../core/channels/brokers.ts';
import { endpointOfInstance } from '../../../core/events/contract/endpoint.ts';
import { fieldError, parsedIfPresent } from '../../../core/http/read-fields.ts';
import { invalidFields } from '../../../core/shared/errors.ts';
import { isUuid } from '../../../core/shared/ids.ts';
import { readInstant } from '../../../core/shared/instant.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { deliveryFields as ownFields } from '../../../core/webhooks/deliveries.ts';
import type { GatewayPrincipal } from '../guard.ts';
import type { GatewayParts } from '../parts.ts';
import { maySeeEndpoint } from '../portal/limits.ts';

export const deliveryFields = {
  ...ownFields,
  destination: Type.String({ description: DESTINATIONS.join(', ') }),
  endpoint: Type.String({
    description:
      'Id of the endpoint: `default`, the UUID of another webhook of the instance, otherwise its destination',
  }),
};

export const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

/** A time or a date alone, which is the beginning of its day; becomes ms since 1970. */
const MomentOrDate = (description: string, example: string) =>
  parsedIfPresent(
    Type.String({ shownFormat: 'date-time', description, examples: [example] }),
    (value) => {
      const time = typeof value === 'string' ? readInstant(value, { isDateEnough: true }) : null;
      return time ?? fieldError('not_moment');
    },
  );
export const from = MomentOrDate(
  'Only deliveries that were created at this time or later',
  '2026-01-05T10:00:00Z',
);
export const to = MomentOrDate(
  'Only deliveries that were created at this time or earlier',
  '2026-01-05T12:00:00Z',
);

/** Read as deliveries name it. */
export const endpoint = parsedIfPresent(
  Type.String({
    maxLength: 64,
    description:
      'Only deliveries to this endpoint of the instance, by its id, such as `default` or a UUID',
    examples: ['default'],
  }),
  (value) =>
    typeof value === 'string' && value.length <= 64
      ? endpointOfInstance(value)
      : fieldError('not_endpoint_id'),
);

export const deliveryParams = {
  deliveryId: Type.String({ description: 'Id of the delivery: a UUID, as lists show it' }),
};

/** 400 for what no delivery can be called. */
export function readDeliveryId({ deliveryId }: { readonly deliveryId: string }): string {
  if (!isUuid(deliveryId)) throw invalidFields([{ field: 'deliveryId', ...problem('not_uuid') }]);
  return deliveryId.toLowerCase();
}

/** Ids of others look like unknown ones, so that they cannot be probed. */
export const mayReadDelivery = (
  parts: Pick<GatewayParts, 'settings'>,
  caller: GatewayPrincipal,
  row: { readonly streamId: string; readonly endpoint: string },
): boolean =>
  caller.kind === 'global' ||
  (caller.instanceId === row.streamId && maySeeEndpoint(parts, caller, row));
