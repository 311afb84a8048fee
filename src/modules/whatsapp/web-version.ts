/** Reads which version of its web client WhatsApp serves: a client that claims an old one is refused. */

import type { Outbound } from '../../core/outbound/outbound.ts';
import type { ProxyRoute } from '../../core/outbound/proxy/local-proxy.ts';
import type { WebVersion } from '../../core/providers/whatsapp-variables.ts';

/** A version and when WhatsApp last served it, in ms since 1970. */
export interface DatedVersion {
  readonly version: WebVersion;
  readonly servedAt: number;
}

/** The version for when no other is known: that of Baileys, and the day on which it was published. */
export const BUILT_IN: DatedVersion = {
  version: [2, 3000, 1_043_857_760],
  servedAt: Date.UTC(2026, 7, 6),
};

/** The script that starts the web client in browsers; it contains the revision of the client. */
const SERVICE_WORKER = 'https://web.whatsapp.com/sw.js';
const SERVICE_WORKER_BYTES_MAX = 4 * 1024 * 1024;
const REVISION = /"client_revision\\?":\s*(\d{1,12})(?!\d)/;
/** Headers of a browser that opens the page; other requests are refused. */
const BROWSER_HEADERS = {
  'sec-fetch-site': 'none',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
};

/**
 * Resolves with the version that WhatsApp serves to browsers now, in the generation of `BUILT_IN`; rejects when it is
 * not known.
 */
export async function latestWebVersion(
  outbound: Pick<Outbound, 'fetchFile'>,
  signal: AbortSignal,
  proxy: ProxyRoute | null = null,
): Promise<WebVersion> {
  const limits = { bytesMax: SERVICE_WORKER_BYTES_MAX, headers: BROWSER_HEADERS, signal, proxy };
  const file = await outbound.fetchFile(SERVICE_WORKER, limits);
  if ('problem' in file) throw new Error(file.problem);
  if ('isTooLarge' in file)
    throw new Error(`the answer has more than ${SERVICE_WORKER_BYTES_MAX} bytes`);
  const [, revision] = REVISION.exec(new TextDecoder().decode(file.bytes)) ?? [];
  if (revision === undefined) throw new Error('the answer names no revision of the client');
  const [major, minor] = BUILT_IN.version;
  return [major, minor, Number(revision)];
}

/** Returns whether `version` is newer than `other`. */
export function isNewer(version: WebVersion, other: WebVersion): boolean {
  const at = version.findIndex((part, index) => part !== other[index]);
  return at !== -1 && (version[at] ?? 0) > (other[at] ?? 0);
}

export const isSameVersion = (version: WebVersion, other: WebVersion): boolean =>
  version.every((part, index) => part === other[index]);
