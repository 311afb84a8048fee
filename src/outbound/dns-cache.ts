/**
 * Names into addresses, bounded in time and number.
 * Owns: one lookup per name at a time, and its conclusion for a few seconds. Must never: decide what may be reached.
 */
import type { Clock } from '../shared/clock.ts';

/** All addresses of a host name; rejects when there are none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks the hosts file and the DNS servers without a thread: names whose servers are dead hold nobody up,
 * as they do in the small thread pool where fetch resolves by itself.
 */
export const systemLookup: Lookup = async (hostname) => {
  const found = await Bun.dns.lookup(hostname);
  return found.map(({ address }) => address);
};

export type Found = { readonly addresses: readonly string[] } | { readonly failed: string };

export interface RememberedLookupOptions<T> {
  readonly lookup: Lookup;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly rememberMs: number;
  /** Turns what was found into what is remembered and answered. */
  readonly conclude: (hostname: string, found: Found) => T | Failed;
}

type Failed = { readonly failed: string };

/** Names remembered at once; beyond it all are forgotten, which costs a lookup each and nothing else. */
const NAMES_MAX = 4_096;

/** Answers at once for a remembered name; failures are not remembered. Never rejects. */
export function rememberedLookup<T>(
  options: RememberedLookupOptions<T>,
): (hostname: string, signal: AbortSignal) => Promise<T | Failed> {
  const { lookup, clock, timeoutMs, rememberMs, conclude } = options;
  const known = new Map<string, { readonly until: number; readonly answer: Promise<T | Failed> }>();
  const pending = new Map<string, Promise<T | Failed>>();

  const ask = async (hostname: string): Promise<T | Failed> => {
    const found = await withinTime(lookup, hostname, clock, timeoutMs);
    const answer = conclude(hostname, found);
    pending.delete(hostname);
    if ('failed' in found) return answer;
    if (known.size >= NAMES_MAX) known.clear();
    known.set(hostname, { until: clock.steady() + rememberMs, answer: Promise.resolve(answer) });
    return answer;
  };

  return (hostname, signal) => {
    const remembered = known.get(hostname);
    if (remembered !== undefined && clock.steady() < remembered.until) return remembered.answer;
    const asking = pending.get(hostname) ?? ask(hostname);
    pending.set(hostname, asking);
    return unlessAborted(asking, signal);
  };
}

function withinTime(
  lookup: Lookup,
  hostname: string,
  clock: Clock,
  timeoutMs: number,
): Promise<Found> {
  return new Promise((resolve) => {
    const cancel = clock.after(timeoutMs, () =>
      resolve({ failed: `no answer for the name within ${timeoutMs} ms` }),
    );
    const end = (found: Found) => {
      cancel();
      resolve(found);
    };
    lookup(hostname).then(
      (addresses) => end({ addresses }),
      (error) => end({ failed: lookupFailure(error) }),
    );
  });
}

function lookupFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/ENOTFOUND|ENODATA|ENONAME/.test(code)) return 'the name does not exist';
  if (/TIMEOUT|EAI_AGAIN/.test(code)) return 'the name servers do not answer';
  return 'the name cannot be resolved';
}

function unlessAborted<T>(asking: Promise<T | Failed>, signal: AbortSignal): Promise<T | Failed> {
  if (signal.aborted) return Promise.resolve({ failed: 'broken off' });
  return new Promise((resolve) => {
    const stop = () => resolve({ failed: 'broken off' });
    signal.addEventListener('abort', stop, { once: true });
    void asking.then((answer) => {
      signal.removeEventListener('abort', stop);
      resolve(answer);
    });
  });
}
