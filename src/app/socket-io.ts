/** The feed of Socket.IO: only where bodies have the form of Evolution API by default, whose clients ask for it. */

import type { Config } from '../core/config/config.ts';
import { createAuthFailureLimit } from '../core/http/auth-failures.ts';
import type { Zone } from '../core/http/zone.ts';
import type { Clock } from '../core/shared/clock.ts';
import { defaultFormat } from '../core/webhooks/format/formats.ts';
import { SocketIoConnections } from '../modules/socket-io/connections.ts';
import { socketIoRoutes } from '../modules/socket-io/routes.ts';
import { socketIoZone } from '../modules/socket-io/zone.ts';
import type { ClusterNode } from './node.ts';
import type { Parts } from './parts.ts';

interface Deps {
  readonly clock: Clock;
  /** Null when this process has the database file to itself. */
  readonly node: ClusterNode | null;
}

const hasSocketIo = (config: Config): boolean => defaultFormat(config) === 'evolution-api';

/** Its zone, if it is there. */
export function socketIoZones(
  config: Config,
  { clock, node }: Deps,
  gateway: Zone,
  { limits }: Pick<Parts, 'limits'>,
): Zone[] {
  if (!hasSocketIo(config)) return [];
  const perMinute = config.authFailuresPerMinute;
  const counts = node?.counts.of('authentication failures') ?? null;
  const failures =
    perMinute === 0 ? null : createAuthFailureLimit({ perMinute, clock, limits, counts });
  return [socketIoZone(gateway, failures)];
}

/** Its routes, if it is there. */
export const socketIoRoutesOf = (config: Config, { clock }: Deps, parts: Parts) =>
  hasSocketIo(config) ? [socketIoRoutes(new SocketIoConnections({ ...parts, clock }))] : [];
