/** Adds the manager to the service, and the page for customers. */
import type { ModuleParts } from '../../module.ts';
import { createFirstVisit } from './first-visit.ts';
import { firstVisitRoute } from './first-visit-route.ts';
import { managerPage } from './routes.ts';

export const MANAGER_PARTS: ModuleParts = {
  pages: ['manager'],
  firstVisit: createFirstVisit,
  routes: ({ config, pages, firstVisit }) => [
    managerPage(config.portalFrameAncestors, pages, config.without),
    firstVisitRoute(firstVisit, config.publicUrl),
  ],
};
