/** GET /webhook/endpoints: every place that the events of an instance go to, or would go to. */
import { Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../../channels/brokers.ts';
import { EVENT_TYPES } from '../../../events/contract/event-names.ts';
import { type Destinations, isGone } from '../../../events/contract/routing.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { words } from '../../../http/read-fields.ts';

const Endpoint = NamedObject('InstanceEndpoint', {
  destination: words(...DESTINATIONS),
  target: Type.Union([Type.String(), Type.Null()], {
    description: 'Where it goes, with credentials and query values masked; null while it is off',
  }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it is off' }),
  events: Type.Array(Type.String(), { description: 'The event types that go there now' }),
});

export const Endpoints = NamedObject('InstanceEndpoints', { endpoints: Type.Array(Endpoint) });

/** The endpoints of an instance as they are at this moment. */
export function endpointsOf({ of, target }: Destinations, instanceId: string) {
  const wanted = EVENT_TYPES.map((type) => [type, of(instanceId, type)] as const);
  const endpoints = DESTINATIONS.map((destination) => {
    const found = target(instanceId, destination);
    const types = wanted.filter(([, endpoints]) => endpoints.includes(destination));
    return {
      destination,
      target: isGone(found) ? null : found.shown,
      reason: isGone(found) ? found.gone : null,
      events: types.map(([type]) => type),
    };
  });
  return { endpoints };
}
