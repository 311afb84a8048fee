/**
 * The version of the web client that this process says it is. An old one is refused, or pairs and never links.
 * Owns: where the version comes from and how long it is believed. Must never: keep a connection waiting for long.
 */
import { type Clock, resultInTime } from '../../shared/clock.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';

/** Such as 2.3000.1043857760, in its three parts. */
export type WebVersion = [number, number, number];

export interface WebVersions {
  current(): Promise<WebVersion>;
  /** WhatsApp refused it: the next one is asked for anew. */
  distrust(): void;
}

export interface WebVersionsDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Set by the operator; wins. */
  readonly fixed: WebVersion | null;
  /** What came with the library. */
  readonly bundled: WebVersion;
  /** What WhatsApp serves to browsers at this moment; rejects when that cannot be told. */
  fetchLatest(signal: AbortSignal): Promise<WebVersion>;
}

const BELIEVED_MS = 24 * 3_600_000;
/** After a failure the bundled version serves for this long, then it is worth another look. */
const FALLBACK_MS = 600_000;
const FETCH_MS = 5_000;

export function createWebVersions(deps: WebVersionsDeps): WebVersions {
  const { clock, log, fixed, bundled } = deps;
  let known: { version: WebVersion; until: number } | null = null;
  let asking: Promise<WebVersion> | null = null;

  const ask = async (): Promise<WebVersion> => {
    try {
      const version = await withinLimit(clock, deps.fetchLatest);
      known = { version, until: clock.steady() + BELIEVED_MS };
    } catch (error) {
      log.warn('the current WhatsApp version could not be fetched; using the bundled one', {
        reason: messageOf(error),
        version: bundled.join('.'),
      });
      known = { version: bundled, until: clock.steady() + FALLBACK_MS };
    }
    return known.version;
  };

  return {
    async current() {
      if (fixed !== null) return fixed;
      if (known !== null && clock.steady() < known.until) return known.version;
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    distrust() {
      known = null;
    },
  };
}

async function withinLimit<T>(clock: Clock, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const answer = await resultInTime(clock, FETCH_MS, ask(over.signal));
  if (answer !== null) return answer;
  over.abort();
  throw new Error('it took too long');
}
