/** The events of an instance that tell its other endpoints of the health of one, and which of them a customer gets. */

import { type Static, type TObject, Type } from '@sinclair/typebox';
import { type CatalogEvent, declarationOf, type Stream } from '../events/contract/catalog.ts';
import type { BodyFields } from '../events/contract/channel.ts';
import { endpointOfInstance } from '../events/contract/endpoint.ts';
import type { Health, HealthNews, HealthState } from '../events/contract/health.ts';
import type { Announcement } from '../events/deliver/health.ts';
import type { Engine } from '../events/engine.ts';
import { orNull, textOrNull } from '../http/nullable.ts';
import { words } from '../http/read-fields.ts';
import { Time } from '../http/time.ts';
import { iso, isoOrNull } from '../shared/clock.ts';
import { maskUrl } from '../shared/mask-url.ts';
import { endpointNamed, type InstanceEndpoint } from './event-settings.ts';
import type { EventSettingsStore } from './settings-store.ts';
import { isObject } from './value-problems.ts';

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

function healthEvent(
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

/**
 * Returns a function that publishes once what happened to the health of an endpoint of an instance. It rejects with a
 * DatabaseError.
 */
export const announceToInstance =
  (
    directory: { byId(instanceId: string): Stream | null },
    settings: Pick<EventSettingsStore, 'get'>,
    engine: () => Pick<Engine, 'publish' | 'write'>,
  ) =>
  async ({ streamId, endpoint, news, health, statement }: Announcement): Promise<void> => {
    const stream = directory.byId(streamId);
    const found = endpointNamed(settings.get(streamId), endpoint);
    // It was deleted in the meantime.
    if (stream === null || found === null) return void (await engine().write([statement]));
    await engine().publish(stream, [healthEvent(found, news, health)], [statement]);
  };

export const healthFields = {
  state: Type.Unsafe<HealthState>({
    ...words('healthy', 'failing', 'disabled'),
    description:
      '`failing`: the last attempt failed. `disabled`: nothing is sent, and events wait until the endpoint is enabled again',
  }),
  since: orNull(Time(), 'When the endpoint entered this state; null if it never failed'),
  failures: Type.Integer({ description: 'Number of attempts that failed in a row' }),
  percent: Type.Integer({
    description: 'How close the endpoint is to counting as dead, in percent: 0, 50, 75 or 100',
  }),
  reason: textOrNull('Why the last attempt failed'),
};

/** Without health nothing has ever failed. */
export const healthView = (health: Health | undefined): Static<TObject<typeof healthFields>> => ({
  state: health?.state ?? 'healthy',
  since: isoOrNull(health?.since ?? null),
  failures: health?.failures ?? 0,
  percent: health?.percent ?? 0,
  reason: health?.reason ?? null,
});
