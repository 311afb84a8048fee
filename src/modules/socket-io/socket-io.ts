/**
 * Adds the feed of Socket.IO to the service where bodies have the form of Evolution API by default: its clients ask for
 * it.
 */
import type { Config } from '../../core/config/config.ts';
import { createAuthFailureLimit } from '../../core/http/auth-failures.ts';
import { defaultFormat } from '../../core/webhooks/format/formats.ts';
import type { ModuleParts } from '../../module.ts';
import { SocketIoConnections } from './connections.ts';
import { socketIoRoutes } from './routes.ts';
import { socketIoZone } from './zone.ts';

const isOn = (config: Config): boolean => defaultFormat(config) === 'evolution-api';

export const SOCKET_IO_PARTS: ModuleParts = {
  zones({ config, clock, node, gateway, parts: { limits } }) {
    if (!isOn(config)) return [];
    const perMinute = config.authFailuresPerMinute;
    const counts = node?.counts.of('authentication failures') ?? null;
    const failures =
      perMinute === 0 ? null : createAuthFailureLimit({ perMinute, clock, limits, counts });
    return [socketIoZone(gateway, failures)];
  },
  routes: ({ config, gateway }) =>
    isOn(config) ? [socketIoRoutes(new SocketIoConnections(gateway))] : [],
};
