/** An attempt that somebody waits for, until its time is over or it is broken off. */
export interface PendingAttempt {
  /** Whether nobody waits any more. */
  isGone: boolean;
  /** Called once when nobody waits any more; the holder of a resource for the attempt sets it to free the resource. */
  whenGone: (() => void) | null;
}

export const newPendingAttempt = (): PendingAttempt => ({ isGone: false, whenGone: null });

/** Returns a signal that aborts when nobody waits any more. */
export function abandonedSignal(waiter: PendingAttempt): AbortSignal {
  const gone = new AbortController();
  waiter.whenGone = () => gone.abort();
  if (waiter.isGone) waiter.whenGone();
  return gone.signal;
}

/** Must be called once nobody waits for the attempt. */
export function leave(waiter: PendingAttempt): void {
  waiter.isGone = true;
  waiter.whenGone?.();
  waiter.whenGone = null;
}
