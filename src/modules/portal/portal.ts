/** Adds links to customers' pages to the service: making them, and opening them. */
import type { ModuleParts } from '../../module.ts';
import { PORTAL_OPERATIONS } from './operations.ts';
import { portalRoutes, portalZone } from './routes.ts';

export const PORTAL_PARTS: ModuleParts = {
  operations: () => PORTAL_OPERATIONS,
  zones: ({ parts }) => [portalZone(parts.portalLinks)],
  routes: ({ gateway }) => [portalRoutes({ ...gateway, catchUp: gateway.nodes?.catchUp ?? null })],
};
