/** The version of the web client that this process says it is: an old one is refused, or pairs and never links. */
import type { Outbound } from '../../outbound/outbound.ts';
import type { ProxyRoute } from '../../outbound/proxy/local-proxy.ts';
import { withTimeout } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';

/** Such as 2.3000.1043857760, in its three parts. */
export type WebVersion = [number, number, number];

export interface WebVersions {
  /** What is not known yet is asked for through `proxy`, or directly where it is null. */
  current(proxy?: ProxyRoute | null): Promise<WebVersion>;
  /** WhatsApp refused it: the next one is asked for anew. */
  distrust(): void;
}

interface WebVersionsDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Set by the operator; wins. */
  readonly fixed: WebVersion | null;
  /** What came with the library. */
  readonly bundled: WebVersion;
  /** What WhatsApp serves to browsers at this moment; rejects when that cannot be found out. */
  fetchLatest(signal: AbortSignal, proxy: ProxyRoute | null): Promise<WebVersion>;
}

/** What the web client is started by in browsers; the revision of the client stands in it. */
const SERVICE_WORKER = 'https://web.whatsapp.com/sw.js';
const SERVICE_WORKER_BYTES_MAX = 4 * 1024 * 1024;
const REVISION = /"client_revision\\?":\s*(\d+)/;
/** As a browser asks when somebody opens the page; anything else is refused. */
const BROWSER_HEADERS = {
  'sec-fetch-site': 'none',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
};

/** What WhatsApp serves to browsers at this moment, of the generation of `bundled`; rejects when it is not known. */
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
/** After a failure the bundled version serves for this long, then it is worth another look. */
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
      // A proxy that does not work says nothing about what others would be answered.
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
