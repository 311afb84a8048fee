/** Adds the echo receiver to the service. */
import type { ModuleParts } from '../../module.ts';
import { echoRoutes } from './routes.ts';
import { echoZone } from './zone.ts';

export const ECHO_PARTS: ModuleParts = {
  zones: ({ clock }) => [echoZone(clock)],
  routes: ({ gateway }) => [echoRoutes({ ...gateway, catchUp: gateway.nodes?.catchUp ?? null })],
};
