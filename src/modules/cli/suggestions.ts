/** Suggests the right address or key in place of one that does not work. */
import type { Settings } from '../../core/config/config.ts';
import { createApiCall } from '../../core/outbound/call-api.ts';
import { secretsPath } from '../../core/process/secrets-file.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { didYouMean, question } from '../../core/shared/nearest.ts';
import { openGuard } from './command.ts';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
/** A running service answers at once. */
const LOOK_MS = 1_000;

/** Returns `: did you mean …?` for a host name that is nearly one of the known ones, or ''. */
export function nearestHost({ hostname }: URL, settings: Settings): string {
  const set = [settings.commandUrl, settings.publicUrl].flatMap(
    (url) => URL.parse(url ?? '') ?? [],
  );
  const known = [...LOCAL, ...set.map((url) => url.hostname)];
  const hint = didYouMean(
    hostname,
    known.filter((name) => name !== hostname),
  );
  return hint === null ? '' : `: ${hint}`;
}

interface SuggestionContext {
  readonly settings: Settings;
  readonly clock: Clock;
}

/**
 * Returns the same for a host name, or for another port of this machine if its service answers. Otherwise returns how to
 * start a service, or to name another one.
 */
export async function nearestService(
  url: URL,
  { settings, clock }: SuggestionContext,
): Promise<string> {
  const near = nearestHost(url, settings);
  if (!LOCAL.includes(url.hostname)) return near || '; name another service with --url';
  const own = `http://localhost:${settings.port}`;
  const ask = createApiCall({ clock, userAgent: 'gatehouse', guard: openGuard });
  const request = { method: 'GET', url: `${own}/health`, headers: {}, bytesMax: 4_096 } as const;
  const answer = settings.port === 0 ? null : await ask({ ...request, timeoutMs: LOOK_MS });
  if (answer !== null && 'status' in answer && answer.status === 200) return `: ${question(own)}`;
  return '; start one there with `gatehouse start`, or name another with --url';
}

/** Says where the right key is, as far as that can be known here. */
export function keyHint({ hostname, port }: URL, settings: Settings): string {
  const { globalApiKeys, dataDir } = settings;
  const isOwn = LOCAL.includes(hostname) && port === String(settings.port);
  if (!isOwn) return 'use its GLOBAL_API_KEY, or the key of one of its instances';
  return `the key of this machine's service is in ${globalApiKeys ? 'GLOBAL_API_KEY' : secretsPath(dataDir)}`;
}
