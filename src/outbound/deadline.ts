/**
 * What may end an attempt early: its time, or the caller.
 * Owns: the one signal both end in, and which of them it was. Must never: outlive its attempt.
 */
import type { Clock } from '../shared/clock.ts';
import { failure } from './failure-reason.ts';

interface Deadline {
  readonly signal: AbortSignal;
  /** Why the attempt was ended early; null while it was not. */
  endedBecause(): string | null;
  /** The headers are here: the time no longer counts. */
  answered(): void;
  /** Closes the connection, whatever is still on its way. */
  close(): void;
  /** To be called when the attempt is over: lets go of the timer and the caller. */
  release(): void;
}

/** `awaited` names what should have come, for the reason. */
export function startDeadline(
  clock: Clock,
  timeoutMs: number,
  caller: AbortSignal,
  awaited = 'answer',
): Deadline {
  const controller = new AbortController();
  let reason: string | null = null;
  const end = (because: string) => {
    reason ??= because;
    controller.abort(reason);
  };
  const breakOff = () => end(failure('network_error', 'the attempt was broken off'));
  const cancel = clock.after(timeoutMs, () =>
    end(failure('timeout', `no ${awaited} within ${timeoutMs} ms`)),
  );
  caller.addEventListener('abort', breakOff);
  if (caller.aborted) breakOff();
  return {
    signal: controller.signal,
    endedBecause: () => reason,
    answered: cancel,
    close: () => controller.abort('enough'),
    release() {
      cancel();
      caller.removeEventListener('abort', breakOff);
    },
  };
}
