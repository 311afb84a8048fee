/** Builds the event of an instance that tells its other endpoints of the health of one. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import { endpointOfInstance } from '../events/contract/endpoint.ts';
import type { Health, HealthNews } from '../events/contract/health.ts';
import { iso } from '../shared/clock.ts';
import { maskUrl } from '../shared/mask-url.ts';
import type { InstanceEndpoint } from './endpoint.ts';

export function healthEvent(
  { id, name, url }: InstanceEndpoint,
  news: HealthNews,
  health: Health,
): CatalogEvent {
  const endpoint = { id, name, url: maskUrl(url) };
  const notTo = endpointOfInstance(id);
  const { failures, reason, percent, since } = health;
  const failingSince = health.failingSince === null ? null : iso(health.failingSince);
  const failed = { ...endpoint, failures, failingSince, reason };
  switch (news) {
    case 'failing':
      return { type: 'EndpointFailing', data: { ...failed, percent }, notTo };
    case 'disabled':
      return { type: 'EndpointDisabled', data: failed, notTo };
    case 'recovered':
      return { type: 'EndpointRecovered', data: { ...endpoint, recoveredAt: iso(since) }, notTo };
  }
}
