/** Routes of /health and /ready, which need no key. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { Readiness, type ReadinessDeps, readinessOf } from './readiness.ts';

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

export const statusRoutes = (deps: ReadinessDeps) =>
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
    );
