/** The pages for browsers: front door, docs, API, manager. */
import type { AnyElysia } from 'elysia';
import { version } from '../../package.json';
import type { Config } from '../core/config/config.ts';
import { frontDoor, type Health } from '../core/shell/front-door.ts';
import { shellRoutes } from '../core/shell/shell.ts';
import type { ApiDocument } from '../modules/docs/api-document.ts';
import { apiPage } from '../modules/docs/api-page.ts';
import { docsRoutes } from '../modules/docs/routes.ts';
import type { FirstVisit } from '../modules/manager/first-visit.ts';
import { firstVisitRoute } from '../modules/manager/first-visit-route.ts';
import { managerPage } from '../modules/manager/routes.ts';

/** The pages say what `server` answers at `/ready` and `/openapi.json`. */
export function pagesOf(
  { publicUrl, portalFrameAncestors }: Config,
  server: AnyElysia,
  firstVisit: FirstVisit | null,
): AnyElysia[] {
  const ask = async (path: string) =>
    (await server.handle(new Request(`http://localhost${path}`))).json();
  // The casts are safe: the types name a part of what is answered.
  const document = async () => (await ask('/openapi.json')) as ApiDocument;
  return [
    shellRoutes(),
    frontDoor({ version, publicUrl, health: async () => (await ask('/ready')) as Health }),
    apiPage(document),
    managerPage(portalFrameAncestors),
    firstVisitRoute(firstVisit, publicUrl),
    docsRoutes(document),
  ];
}
