import { failedOutcome, type Outcome, type UnsentOutcome } from '../../events/contract/channel.ts';
import { failure } from '../../outbound/failure-reason.ts';
import type { PostAnswer } from '../../outbound/post.ts';
import type { Problem } from '../../outbound/request.ts';
import { retryAfterMs } from '../../outbound/retry-after.ts';
import type { Clock } from '../../shared/clock.ts';
import { MASK } from '../../shared/mask-url.ts';

interface WaitLimit {
  readonly clock: Pick<Clock, 'now'>;
  /** The longest time that a receiver may ask to be left alone, in ms. */
  readonly retryAfterMaxMs: number;
}

/** `key` is the key of an instance in the body that was sent, or null. */
type OutcomeReader = (answer: PostAnswer | Problem, key: string | null) => Outcome | UnsentOutcome;

/** Returns a function that tells how an attempt ended. */
export const outcomeReader =
  ({ clock, retryAfterMaxMs }: WaitLimit): OutcomeReader =>
  (answer, key) => {
    if ('problem' in answer)
      return answer.isOwn
        ? { kind: 'unsent', reason: answer.problem }
        : failedOutcome(answer.problem);
    const { status, redirect, headers } = answer;
    // Receivers may answer with what they were sent, and answers are stored and shown as they are.
    const responseBody = key ? answer.excerpt.replaceAll(key, MASK) : answer.excerpt;
    if (status >= 200 && status <= 299) return { kind: 'delivered', status, responseBody };
    const error = redirect ?? failure('http_status', `${status}, which is not a success`);
    const waitMs = Math.min(retryAfterMs(headers, clock.now()) ?? 0, retryAfterMaxMs);
    if (waitMs === 0) return { kind: 'failed', status, error, responseBody };
    // The error says why the next attempt is late.
    const asked = `${error}; its retry-after is ${Math.ceil(waitMs / 1_000)} s`;
    return { kind: 'failed', status, error: asked, responseBody, retryAfterMs: waitMs };
  };
