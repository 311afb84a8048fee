/** Shows the result of a test of a webhook, in both zones. */
import type { Outcome, Trace, Unsent } from '../events/contract/channel.ts';
import { adviceFor } from './test-advice.ts';

/** `durationMs` is how long the attempt took. */
export function testResultOf({ outcome, request, answerHeaders }: Trace, durationMs: number) {
  const error = errorOf(outcome);
  const status = outcome.kind === 'unsent' ? null : outcome.status;
  const answer = outcome.kind === 'unsent' ? null : outcome.responseBody;
  return {
    delivered: outcome.kind === 'delivered',
    status,
    durationMs,
    body: status === null ? (error ?? answer) : answer,
    headers: answerHeaders === null ? null : { ...answerHeaders },
    error,
    advice: error === null ? null : adviceFor(error, status),
    request: request && { method: 'POST' as const, ...request, headers: { ...request.headers } },
  };
}

function errorOf(outcome: Outcome | Unsent): string | null {
  if (outcome.kind === 'unsent') return outcome.reason;
  return outcome.kind === 'failed' ? outcome.error : null;
}
