/** Routes of /health, /ready and /metrics. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../http/failures.ts';
import { needsGlobal } from '../scopes.ts';
import type { Metrics } from './metrics.ts';
import { Readiness, type ReadinessDeps, readinessOf } from './readiness.ts';

interface StatusDeps extends ReadinessDeps {
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
}

const Alive = Type.Object({ status: Type.Literal('ok') });

export const statusRoutes = (deps: StatusDeps) =>
  new Elysia({ name: 'status' })
    .get('/health', () => ({ status: 'ok' as const }), {
      response: { 200: Alive },
      detail: { tags: ['Status'], summary: 'Whether the process is alive' },
    })
    .get('/server/ok', () => ({ status: 'ok' as const }), {
      response: { 200: Alive },
      detail: { tags: ['Status'], summary: 'The same as `/health`, for clients of Evolution Go' },
    })
    .get(
      '/ready',
      async ({ status }) => {
        const readiness = await readinessOf(deps);
        return status(readiness.status === 'ok' ? 200 : 503, readiness);
      },
      {
        response: { 200: Readiness, 503: Readiness },
        detail: {
          tags: ['Status'],
          summary: 'Whether the database and every configured channel are up',
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
