/** The events of an instance that tell its other endpoints of the health of one, and which of them a customer gets. */
import { type CatalogEvent, declarationOf } from '../events/contract/catalog.ts';
import type { BodyFields } from '../events/contract/channel.ts';
import { endpointOfInstance } from '../events/contract/endpoint.ts';
import type { Health, HealthNews } from '../events/contract/health.ts';
import { iso } from '../shared/clock.ts';
import { maskUrl } from '../shared/mask-url.ts';
import type { InstanceEndpoint } from './endpoint.ts';
import { isObject } from './given-problem.ts';

const isNews = (type: string): boolean => declarationOf(type)?.category === 'ENDPOINT';

/** Returns whether a customer's endpoint may get an event: its customer must not learn of the operator's endpoints. */
export function isForCustomer(
  { event, data }: BodyFields,
  endpoints: ReadonlyMap<string, Pick<InstanceEndpoint, 'owner'>>,
): boolean {
  if (!isNews(String(event))) return true;
  const id = isObject(data) ? String(data.id) : '';
  return endpoints.get(id)?.owner === 'customer';
}

export function healthEvent(
  { id, name, url }: InstanceEndpoint,
  news: HealthNews,
  health: Health,
): CatalogEvent {
  const endpoint = { id, name, url: maskUrl(url) };
  const exceptEndpoint = endpointOfInstance(id);
  const { failures, reason, percent, since } = health;
  const failingSince = health.failingSince === null ? null : iso(health.failingSince);
  const failed = { ...endpoint, failures, failingSince, reason };
  switch (news) {
    case 'failing':
      return { type: 'EndpointFailing', data: { ...failed, percent }, exceptEndpoint };
    case 'disabled':
      return { type: 'EndpointDisabled', data: failed, exceptEndpoint };
    case 'recovered':
      return {
        type: 'EndpointRecovered',
        data: { ...endpoint, recoveredAt: iso(since) },
        exceptEndpoint,
      };
  }
}
