/** Adds the paths of passkey ceremonies to the service. */
import type { ModuleParts } from '../../module.ts';
import { passkeyRoutes } from './routes.ts';
import { ceremonyStream, passkeyZone } from './zone.ts';

export const PASSKEY_PARTS: ModuleParts = {
  zones: ({ clock, parts, forwardingBy }) => [
    passkeyZone({ ...parts, clock, forwarding: forwardingBy(() => ceremonyStream) }),
  ],
  routes: () => [passkeyRoutes()],
};
