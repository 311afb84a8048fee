/** Searching deliveries, and counting what would be sent again: of one instance, or of all that the key opens. */
import { Elysia } from 'elysia';
import type { Database } from '../../../db/client.ts';
import { countDeliveries } from '../../../events/log/delivery-count.ts';
import { searchDeliveries } from '../../../events/log/delivery-search.ts';
import type { InstanceDirectory, InstanceRecord } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import { deliveryView } from '../../../webhooks/deliveries.ts';
import { instanceOrAll } from '../guard.ts';
import { instanceFailures } from '../operation.ts';
import {
  DeliveryCount,
  DeliveryCountQuery,
  DeliverySearchQuery,
  FoundDeliveries,
  readCount,
  readSearch,
} from './search-model.ts';

interface SearchDeps {
  readonly db: Database;
  readonly directory: InstanceDirectory;
}

const tagged = { tags: ['Deliveries'], security: needs('read') };

export const deliverySearchRoutes = (deps: SearchDeps) =>
  new Elysia({ name: 'delivery-search' }).use(search(deps)).use(count(deps));

const search = ({ db, directory }: SearchDeps) =>
  new Elysia().get(
    '/delivery/search',
    async ({ request, query }) => {
      const wanted = instanceOrAll({ request }, directory, query.instance);
      const asked = readSearch(query);
      const { rows, next } = await searchDeliveries(db, {
        streamId: wanted?.id ?? null,
        state: asked.state ?? null,
        type: asked.event ?? null,
        endpoint: asked.destination ?? null,
        eventId: asked.eventId ?? null,
        from: asked.from ?? null,
        to: asked.to ?? null,
        before: asked.before ?? null,
        limit: asked.limit,
      });
      const deliveries = rows.map((row) => ({
        instanceId: row.streamId,
        instanceName: directory.byId(row.streamId)?.name ?? null,
        ...deliveryView(row),
      }));
      return { deliveries, next };
    },
    {
      query: DeliverySearchQuery,
      response: { 200: FoundDeliveries, ...instanceFailures },
      detail: {
        ...tagged,
        summary: 'Search deliveries, newest first',
        description: 'Of one instance or of all; every field that is given narrows the search.',
      },
    },
  );

const count = ({ db, directory }: SearchDeps) =>
  new Elysia().get(
    '/delivery/count',
    async ({ request, query }) => {
      const wanted = instanceOrAll({ request }, directory, query.instance);
      const asked = readCount(query);
      const ids = (wanted ? [wanted] : directory.all()).map(({ id }) => id);
      const counts = await countDeliveries(db, ids, asked);
      const instances = counts.flatMap(({ streamId, ...counted }) => {
        const found: InstanceRecord | null = directory.byId(streamId);
        // Deleted since it was counted.
        return found === null ? [] : [{ instanceName: found.name, ...counted }];
      });
      return {
        count: instances.reduce((sum, one) => sum + one.count, 0),
        isMore: instances.some(({ isMore }) => isMore),
        instances,
      };
    },
    {
      query: DeliveryCountQuery,
      response: { 200: DeliveryCount, ...instanceFailures },
      detail: {
        ...tagged,
        summary: 'How many deliveries would be sent again',
        description:
          'What POST /delivery/redeliver of the same state and times selects; by default those that were discarded.',
      },
    },
  );
