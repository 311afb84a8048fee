/** Routes of /health, /ready and /metrics. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { needsGlobal } from '../../../instances/scopes.ts';
import type { Metrics } from './metrics.ts';
import { Readiness, type ReadinessDeps, readinessOf } from './readiness.ts';

interface StatusDeps extends ReadinessDeps {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
}

const Alive = NamedObject('Alive', { status: Type.Literal('ok') });

const alive = () => ({ status: 'ok' as const });
const aliveOptions = (summary: string) => ({
  response: { 200: Alive, ...failures('BAD_REQUEST') },
  detail: {
    tags: ['Status'],
    summary,
    description: 'Needs no credential and asks nothing of the database.',
  },
});

export const statusRoutes = (deps: StatusDeps) =>
  new Elysia({ name: 'status' })
    .get('/health', alive, aliveOptions('Whether the process is alive'))
    .get('/server/ok', alive, aliveOptions('The same as `/health`, for clients of Evolution Go'))
    .get(
      '/ready',
      async ({ status }) => {
        const readiness = await readinessOf(deps);
        return status(readiness.status === 'ok' ? 200 : 503, readiness);
      },
      {
        response: { 200: Readiness, 503: Readiness, ...failures('BAD_REQUEST') },
        detail: {
          tags: ['Status'],
          summary: 'Whether the database, every configured channel and this node are up',
          description:
            'Needs no credential. 503 while one of them is down, or while this node of several may not work; the answer says which.',
        },
      },
    )
    .get(
      '/metrics',
      async () => {
        const headers = { 'content-type': deps.metrics.contentType };
        return new Response(await deps.metrics.text(), { headers });
      },
      {
        response: {
          200: Type.String({ description: 'Prometheus text' }),
          ...failures('UNAUTHORIZED', 'FORBIDDEN', 'INTERNAL_SERVER_ERROR'),
        },
        detail: {
          tags: ['Status'],
          security: needsGlobal,
          summary: 'Metrics for Prometheus; global key only',
        },
      },
    );
