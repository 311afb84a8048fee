/** The pages for browsers: front door, docs, API, manager. */
import type { AnyElysia } from 'elysia';
import { version } from '../../package.json';
import type { Config } from '../config.ts';
import { apiPage } from '../docs/api-page.ts';
import { docsRoutes } from '../docs/routes.ts';
import type { FirstVisit } from '../manager/first-visit.ts';
import { firstVisitRoute } from '../manager/first-visit-route.ts';
import { managerPage } from '../manager/routes.ts';
import { frontDoor, type Health } from '../shell/front-door.ts';
import { shellRoutes } from '../shell/shell.ts';

/** The front door says of the service what `server` answers at `/ready`. */
export const pagesOf = (
  { publicUrl }: Config,
  server: AnyElysia,
  firstVisit: FirstVisit | null,
): AnyElysia[] => [
  shellRoutes(),
  frontDoor({
    version,
    publicUrl,
    health: async () => {
      const answer = await server.handle(new Request('http://localhost/ready'));
      // The cast is safe: the operation checks its answer, and Health names a part of it.
      return (await answer.json()) as Health;
    },
  }),
  apiPage(),
  managerPage(),
  firstVisitRoute(firstVisit, publicUrl),
  docsRoutes(),
];
