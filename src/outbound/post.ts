/**
 * One request to a receiver, on the connection it takes.
 * Owns: the stale-connection rule. Must never: send twice what a receiver may have answered to.
 */

import { failureReason, isOwnFault, isReset } from './failure-reason.ts';
import { connectPinned, type PinnedFetchOptions } from './pinned-fetch.ts';
import type { Route } from './route.ts';

/** What is sent; `headers` are final. */
interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Problem {
  readonly problem: string;
  /** Nothing was sent, for want of something on this side. */
  readonly isOwn?: boolean;
}

/** Resolves once the answer's headers are here, or with why they never will be; never rejects. */
type Post = (route: Route, message: Message, signal: AbortSignal) => Promise<Response | Problem>;

/** Receivers remembered as keeping connections open; beyond it all are forgotten, which costs a retry at worst. */
const KEEPERS_MAX = 4_096;

export function createPost(options: PinnedFetchOptions): Post {
  const keepers = new Set<string>();

  const note = (origin: string, response: Response) => {
    if (response.headers.get('connection')?.toLowerCase() === 'close') return;
    if (keepers.size >= KEEPERS_MAX) keepers.clear();
    keepers.add(origin);
  };

  return async (route, message, signal) => {
    const { origin } = route.url;
    const dialled = await connectPinned(route, options, signal);
    if ('problem' in dialled) return dialled;
    const sent = { method: 'POST', ...message };
    const mayBeStale = keepers.has(origin);
    try {
      const response = await dialled.fetch(sent);
      note(origin, response);
      return response;
    } catch (error) {
      if (!mayBeStale || !isReset(error) || signal.aborted) return problemOf(error);
    }
    // The receiver may have closed an idle connection just when it was used again; the client does not say.
    // A new connection tells: a receiver that always breaks off is no keeper, so it never sees a second request.
    keepers.delete(origin);
    return dialled.fetch({ ...sent, keepalive: false }).catch(problemOf);
  };
}

const problemOf = (error: unknown): Problem => ({
  problem: failureReason(error),
  isOwn: isOwnFault(error),
});
