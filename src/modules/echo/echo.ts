/** Adds the echo receiver to the service. */
import type { ModuleParts } from '../../module.ts';
import { echoRoutes, echoZone } from './routes.ts';

export const ECHO_PARTS: ModuleParts = {
  zones: ({ clock }) => [echoZone(clock)],
  routes: ({ gateway }) => [echoRoutes({ ...gateway, catchUp: gateway.nodes?.catchUp ?? null })],
};
