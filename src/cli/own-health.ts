/** Asks the service of this machine whether it lives. */
import { version } from '../../package.json';
import type { Settings } from '../config.ts';
import { type ApiAnswer, createApiCall, type NoAnswer } from '../outbound/call-api.ts';
import { bracketed } from '../process/welcome.ts';
import type { Clock } from '../shared/clock.ts';
import { openGuard } from './urls.ts';

/** A service that is there answers at once. */
const HEALTH_MS = 3_000;
const BYTES_MAX = 64 * 1024;

/** Where a server that listens on all addresses is called. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Its `/health`. The port must be known: PORT=0 stands for any that was free. */
export const healthUrl = ({ host, port }: Settings): string =>
  `http://${bracketed(LOOPBACK[host] ?? host)}:${port}/health`;

/** Never rejects. */
export const askHealth = (settings: Settings, clock: Clock): Promise<ApiAnswer | NoAnswer> =>
  createApiCall({ clock, userAgent: `gatehouse/${version}`, guard: openGuard })({
    method: 'GET',
    url: healthUrl(settings),
    headers: {},
    timeoutMs: HEALTH_MS,
    bytesMax: BYTES_MAX,
  });
