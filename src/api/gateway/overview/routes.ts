/** The route of the overview. */
import { Elysia } from 'elysia';
import type { Database } from '../../../db/client.ts';
import { failures } from '../../../http/failures.ts';
import { principalOf } from '../../../http/principal.ts';
import { checkedFields } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import { createSharedAnswer } from '../../../shared/async/shared-answer.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { GatewayPrincipal } from '../guard.ts';
import { visibleTo } from '../instance/visible.ts';
import { countDeliveries } from './delivery-counts.ts';
import { Overview, OverviewQuery, toInstanceGlance } from './model.ts';
import { choose, glanceAt, totalsOf } from './overview.ts';
import type { LastMinute } from './traffic.ts';

interface OverviewDeps {
  readonly db: Pick<Database, 'query'>;
  readonly clock: Pick<Clock, 'steady'>;
  readonly directory: InstanceDirectory;
  readonly lastMinute: LastMinute;
}

export const overviewRoute = ({ db, clock, directory, lastMinute }: OverviewDeps) => {
  const counts = createSharedAnswer(clock, () =>
    countDeliveries(
      db,
      directory.all().map(({ id }) => id),
    ),
  );
  return new Elysia({ name: 'overview' }).get(
    '/instance/overview',
    async (context) => {
      const asked = checkedFields(OverviewQuery, context.query);
      const { search = '', state = null, needsAttention, offset, limit } = asked;
      const visible = visibleTo(principalOf<GatewayPrincipal>(context), directory);
      const deliveries = await counts();
      const messages = await lastMinute();
      const glances = visible.map((record) =>
        glanceAt(record, deliveries.get(record.id), messages.get(record.id)),
      );
      const found = choose(glances, { search, state, needsAttention: needsAttention === 'true' });
      return {
        totals: totalsOf(glances),
        found: found.length,
        instances: found.slice(offset, offset + limit).map(toInstanceGlance),
      };
    },
    {
      query: OverviewQuery,
      response: {
        200: Overview,
        ...failures('BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'INTERNAL_SERVER_ERROR'),
      },
      detail: {
        tags: ['Instances'],
        security: needs('read'),
        summary: 'All instances at a glance',
        description:
          'States with their reasons, deliveries that wait or were given up, and messages per minute; the instances that somebody should look at come first. An instance key sees its own only. Deliveries are counted at most once a second.',
      },
    },
  );
};
