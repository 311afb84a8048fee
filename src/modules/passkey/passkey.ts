/** Adds the paths of passkey ceremonies to the service. */
import type { ModuleParts } from '../../module.ts';
import { ceremonyStream, passkeyRoutes, passkeyZone } from './routes.ts';

export const PASSKEY_PARTS: ModuleParts = {
  zones: ({ clock, parts, forwardingBy }) => [
    passkeyZone({ ...parts, clock, forwarding: forwardingBy(() => ceremonyStream) }),
  ],
  routes: () => [passkeyRoutes()],
};
