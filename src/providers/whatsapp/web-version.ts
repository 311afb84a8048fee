/**
 * Finds the version of the web client that this process claims to be: an old one is refused, or pairs and never links.
 */
import type { Outbound } from '../../outbound/outbound.ts';
import type { ProxyRoute } from '../../outbound/proxy/local-proxy.ts';
import { withTimeout } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';

/** The three parts of a version such as 2.3000.1043857760. */
export type WebVersion = [number, number, number];

export interface WebVersions {
  /** Resolves with the version. It is fetched, if not known yet, through `proxy`, or directly where that is null. */
  current(proxy?: ProxyRoute | null): Promise<WebVersion>;
  /** Called when WhatsApp refused the version: it is fetched again next time. */
  distrust(): void;
}

interface WebVersionsDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Set by the operator; it takes precedence. */
  readonly fixed: WebVersion | null;
  /** The version that the library brings. */
  readonly bundled: WebVersion;
  /** Resolves with the version that WhatsApp serves to browsers now; rejects when it cannot be found out. */
  fetchLatest(signal: AbortSignal, proxy: ProxyRoute | null): Promise<WebVersion>;
}

/** The script that starts the web client in browsers; it contains the revision of the client. */
const SERVICE_WORKER = 'https://web.whatsapp.com/sw.js';
const SERVICE_WORKER_BYTES_MAX = 4 * 1024 * 1024;
const REVISION = /"client_revision\\?":\s*(\d+)/;
/** Headers of a browser that opens the page; other requests are refused. */
const BROWSER_HEADERS = {
  'sec-fetch-site': 'none',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
};

/**
 * Resolves with the version that WhatsApp serves to browsers now, in the generation of `bundled`;
 * rejects when it is not known.
 */
export async function latestWebVersion(
  outbound: Pick<Outbound, 'fetchFile'>,
  bundled: WebVersion,
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
  return [bundled[0], bundled[1], Number(revision)];
}

const BELIEVED_MS = 24 * 3_600_000;
/** After a failure the bundled version is used for this long, then the version is fetched again. */
const FALLBACK_MS = 600_000;
const FETCH_MS = 5_000;

export function createWebVersions(deps: WebVersionsDeps): WebVersions {
  const { clock, log, fixed, bundled } = deps;
  let known: { version: WebVersion; until: number } | null = null;
  let asking: Promise<WebVersion> | null = null;

  const ask = async (proxy: ProxyRoute | null): Promise<WebVersion> => {
    try {
      const version = await withinLimit(clock, (signal) => deps.fetchLatest(signal, proxy));
      known = { version, until: clock.steady() + BELIEVED_MS };
      return version;
    } catch (error) {
      log.warn('the current WhatsApp version could not be fetched; using the bundled one', {
        reason: messageOf(error),
        version: bundled.join('.'),
      });
      // A proxy that does not work says nothing about other connections.
      if (proxy === null) known = { version: bundled, until: clock.steady() + FALLBACK_MS };
      return bundled;
    }
  };

  return {
    async current(proxy = null) {
      if (fixed !== null) return fixed;
      if (known !== null && clock.steady() < known.until) return known.version;
      if (proxy !== null) return ask(proxy);
      asking ??= ask(null).finally(() => {
        asking = null;
      });
      return asking;
    },
    distrust() {
      known = null;
    },
  };
}

function withinLimit<T>(clock: Clock, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  return withTimeout({ clock, ms: FETCH_MS }, ask(over.signal), () => {
    over.abort();
    return new Error('it took too long');
  });
}
