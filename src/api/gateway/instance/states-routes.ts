/** The changes of state of an instance, as they were recorded. */
import { type Static, Type } from '@sinclair/typebox';
import { desc, eq } from 'drizzle-orm';
import { Elysia } from 'elysia';
import type { Orm } from '../../../db/client.ts';
import { instanceTransitions } from '../../../db/schema/gateway.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { checkedFields } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import type { Phase, State } from '../../../providers/provider.ts';
import { iso } from '../../../shared/clock.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { PageLimit } from '../page-query.ts';
import { InstancePhase, InstanceState, Reason } from './model.ts';

interface StatesDeps {
  readonly directory: InstanceDirectory;
  readonly orm: Orm;
}

type Row = Pick<typeof instanceTransitions.$inferSelect, 'at' | 'state' | 'phase' | 'reason'>;

const StatesQuery = Type.Object({ limit: PageLimit('How many at most; the last 200 are kept') });

const StateChange = NamedObject('StateChange', {
  at: Time(),
  state: InstanceState,
  phase: InstancePhase,
  reason: Reason,
});

const StateChanges = NamedObject('StateChanges', {
  states: Type.Array(StateChange, { description: 'Newest first' }),
});

/** The casts hold because the rows are written from typed records alone. */
const toStateChange = ({ at, state, phase, reason }: Row): Static<typeof StateChange> => ({
  at: iso(at),
  state: state as State,
  phase: phase as Phase,
  reason,
});

export const statesRoute = ({ directory, orm }: StatesDeps) =>
  new Elysia({ name: 'instance-states' }).get(
    '/instance/states/:instanceName',
    async (context) => {
      const { id } = instanceFor(context, directory, context.params.instanceName);
      const { limit } = checkedFields(StatesQuery, context.query);
      const { at, state, phase, reason } = instanceTransitions;
      const rows = await orm
        .select({ at, state, phase, reason })
        .from(instanceTransitions)
        .where(eq(instanceTransitions.instanceId, id))
        .orderBy(desc(instanceTransitions.id))
        .limit(limit);
      return { states: rows.map(toStateChange) };
    },
    {
      params: instanceParams,
      query: StatesQuery,
      response: { 200: StateChanges, ...instanceFailures },
      detail: {
        tags: ['Instances'],
        security: needs('read'),
        summary: 'The states an instance was in, with their reasons',
        description: 'Every change of phase or reason, as it was recorded; the last 200 are kept.',
      },
    },
  );
