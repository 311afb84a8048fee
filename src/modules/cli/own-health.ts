/** Asks the service of this machine whether it works. */
import { version } from '../../../package.json';
import type { Settings } from '../../core/config/config.ts';
import { type ApiAnswer, createApiCall, type NoAnswer } from '../../core/outbound/call-api.ts';
import { bracketHost } from '../../core/process/welcome.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { openGuard } from './command.ts';

/** A running service answers at once. */
const HEALTH_MS = 3_000;
const BYTES_MAX = 64 * 1024;

/** Addresses at which a server is called that listens on all addresses. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

type PublicPath = '/health' | '/ready';

const urlOf = ({ host, port }: Settings, path: PublicPath): string =>
  `http://${bracketHost(LOOPBACK[host] ?? host)}:${port}${path}`;

/** Returns the URL of its `/health`. The port must be known: PORT=0 means any free one. */
export const healthUrl = (settings: Settings): string => urlOf(settings, '/health');

/** Never rejects. */
export const askHealth = (
  settings: Settings,
  clock: Clock,
  path: PublicPath = '/health',
): Promise<ApiAnswer | NoAnswer> =>
  createApiCall({ clock, userAgent: `gatehouse/${version}`, guard: openGuard })({
    method: 'GET',
    url: urlOf(settings, path),
    headers: {},
    timeoutMs: HEALTH_MS,
    bytesMax: BYTES_MAX,
  });
