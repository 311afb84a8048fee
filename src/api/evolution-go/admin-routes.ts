/** Routes of Evolution Go that look at all instances, by the global key. */
import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { NamedObject } from '../../http/named-object.ts';
import type { InstanceDirectory, InstanceRecord } from '../../instances/directory.ts';
import { needsGlobal } from '../../instances/scopes.ts';
import { iso } from '../../shared/clock.ts';
import { notFound } from '../../shared/errors.ts';
import { failuresInWords, success } from './answers.ts';

const InstanceData = NamedObject('EvolutionGoInstance', {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  jid: Type.String({ description: 'The paired account, empty when there is none' }),
  connected: Type.Boolean(),
  disconnect_reason: Type.String({
    description: 'Why it is in its phase, as far as that is known',
  }),
  createdAt: Type.String({ format: 'date-time' }),
});

const toData = (record: InstanceRecord): Static<typeof InstanceData> => ({
  id: record.id,
  name: record.name,
  jid: record.ownerJid ?? '',
  connected: record.state === 'open',
  disconnect_reason: record.state === 'open' ? '' : (record.reason ?? ''),
  createdAt: iso(record.createdAt),
});

const refusals = failuresInWords(
  ...(['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'] as const),
  ...(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'] as const),
);

const documented = (operationId: string, summary: string) => ({
  tags: ['Evolution Go'],
  operationId,
  security: needsGlobal,
  summary,
  description: 'Keys are not shown: only their hashes are stored.',
});

export const adminRoutes = ({ directory }: { readonly directory: InstanceDirectory }) =>
  new Elysia({ name: 'evolution-go-admin' })
    .get(
      '/instance/all',
      () => ({ message: 'success' as const, data: directory.all().map(toData) }),
      {
        response: { 200: success(Type.Array(InstanceData)), ...refusals },
        detail: documented('evolutionGoGetInstanceAll', 'All instances'),
      },
    )
    .get(
      '/instance/info/:instanceId',
      ({ params }) => {
        const found = directory.byId(params.instanceId.toLowerCase());
        if (found === null) throw notFound('instance');
        return { message: 'success' as const, data: toData(found) };
      },
      {
        params: Type.Object({
          instanceId: Type.String({ description: 'Id of the instance, a UUID' }),
        }),
        response: { 200: success(InstanceData), ...refusals },
        detail: documented('evolutionGoGetInstanceInfo', 'An instance'),
      },
    );
