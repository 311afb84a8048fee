/**
 * Checks, while a request waits for a node, whether the node is alive and reachable; a silent connection does not show
 * it.
 */
import { resultInTime } from '../shared/async/deadline.ts';
import type { Cancel, Clock } from '../shared/clock.ts';
import type { Membership } from './membership.ts';
import type { Owner } from './owners.ts';

interface WatchDeps {
  readonly clock: Clock;
  readonly membership: Pick<Membership, 'nodes'>;
  /** Sends a request to another node. */
  readonly fetch: (url: string, options: BunFetchRequestInit) => Promise<Response>;
}

export interface OwnerWatch {
  /** Aborts when the wait for the node should end; its reason says why. */
  readonly gone: AbortSignal;
  stop(): void;
}

/** How often it checks whether the node's lease has ended. */
const LEASE_EVERY_MS = 1_000;
/** After so long without a sign of life the node is asked whether it is there. */
const ASKED_AFTER_MS = 5_000;
/** How long that question may take; together with the time before, as long as a request waits for an owner. */
const ASKED_FOR_MS = 10_000;
/** How long its answer may take, which is longer than any operation; the body of the answer has no limit. */
const ANSWER_MS = 120_000;

export function watchOwner(deps: WatchDeps, { id, url }: Pick<Owner, 'id' | 'url'>): OwnerWatch {
  const { clock, membership } = deps;
  const gone = new AbortController();
  const stopped = new AbortController();
  let cancelLease: Cancel = () => {};
  let cancelQuestion: Cancel = () => {};
  const stop = () => {
    stopped.abort();
    cancelLease();
    cancelQuestion();
    cancelLimit();
  };
  const end = (why: string) => {
    stop();
    gone.abort(new Error(why));
  };
  const lookAtLease = () => {
    if (!membership.nodes.some((node) => node.id === id)) end('the lease of the node has ended');
    else cancelLease = clock.after(LEASE_EVERY_MS, lookAtLease);
  };
  const question = async () => {
    const { signal } = stopped;
    const answered = deps.fetch(`${url}/health`, { signal, redirect: 'manual' }).then(
      async (answer) => {
        await answer.body?.cancel();
        return true;
      },
      () => false,
    );
    const isThere = await resultInTime({ clock, ms: ASKED_FOR_MS, signal }, answered);
    if (signal.aborted) return;
    if (isThere) cancelQuestion = clock.after(ASKED_AFTER_MS, () => void question());
    else end(`nothing answers at ${url}`);
  };
  const cancelLimit = clock.after(ANSWER_MS, () => end('the node has not answered in 120 seconds'));
  cancelLease = clock.after(LEASE_EVERY_MS, lookAtLease);
  cancelQuestion = clock.after(ASKED_AFTER_MS, () => void question());
  return { gone: gone.signal, stop };
}
