/** Routes of /health and /ready, which need no key. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../core/http/failures.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { Readiness, type ReadinessDeps, readinessOf } from './readiness.ts';

const Alive = NamedObject('Alive', { status: Type.Literal('ok') });

const alive = () => ({ status: 'ok' as const });
const aliveOptions = (summary: string) => ({
  response: { 200: Alive, ...failures('BAD_REQUEST') },
  detail: {
    tags: ['Status'],
    summary,
    description: 'Answers without a credential and without asking the database.',
  },
});

export const statusRoutes = (deps: ReadinessDeps) =>
  new Elysia({ name: 'status' })
    .get('/health', alive, aliveOptions('Check whether the process is alive'))
    .get(
      '/server/ok',
      alive,
      aliveOptions('Check whether the process is alive, for clients of Evolution Go'),
    )
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
          summary: 'Check whether the service is ready',
          description:
            'Returns whether the database, every configured channel and this node are up; needs no credential. Answers 503 while one of them is down, or while this node of several may not work, and says which.',
        },
      },
    );
