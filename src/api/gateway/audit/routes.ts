/** Routes of /audit. */
import { Elysia } from 'elysia';
import type { Orm } from '../../../db/client.ts';
import { failures } from '../../../http/failures.ts';
import { checkedFields } from '../../../http/read-fields.ts';
import { needsGlobal } from '../../../instances/scopes.ts';
import { AuditPage, AuditQuery, findEntries, toAuditEntry } from './page.ts';
import type { AuditRows } from './rows.ts';

interface AuditRoutesDeps {
  readonly orm: Orm;
  readonly rows: Pick<AuditRows, 'head'>;
}

export const auditRoutes = ({ orm, rows }: AuditRoutesDeps) =>
  new Elysia({ name: 'audit' }).get(
    '/audit/find',
    async (context) => {
      const query = checkedFields(AuditQuery, context.query);
      const entries = (await findEntries(orm, query)).map(toAuditEntry);
      const head = await rows.head();
      return { entries, next: entries.at(-1)?.id ?? query.after, head };
    },
    {
      query: AuditQuery,
      response: {
        200: AuditPage,
        ...failures('BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'INTERNAL_SERVER_ERROR'),
      },
      detail: {
        tags: ['Audit'],
        security: needsGlobal,
        summary: 'Who did what in the gateway zone; global key only',
        description:
          'Each entry carries the hash of the one before. Keep `head` somewhere else from time to time: with it `gatehouse audit verify` also finds a chain that was computed anew.',
      },
    },
  );
