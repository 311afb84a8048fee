/** Tests of webhooks of either owner: a sample event is posted once, and is neither retried nor recorded. */
import { Type } from '@sinclair/typebox';
import type { Outcome, Trace, UnsentOutcome, WebhookChannel } from '../events/contract/channel.ts';
import { type Destinations, isGone } from '../events/contract/routing.ts';
import { NamedObject } from '../http/named-object.ts';
import { orNull, textOrNull } from '../http/nullable.ts';
import type { Clock } from '../shared/clock.ts';
import { type AppError, failure } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { adviceSentence } from '../shared/reasons/advice.ts';
import { adviceFor } from './test-advice.ts';

/** The fields of a result. `requestName` is what the document calls the request in it. */
export const testResultFields = (requestName: string) => ({
  delivered: Type.Boolean(),
  status: orNull(Type.Integer()),
  durationMs: Type.Integer({ description: 'Milliseconds that the attempt took' }),
  body: textOrNull("First 1 KiB of the receiver's answer, or the reason why no answer came"),
  headers: orNull(
    Type.Record(Type.String(), Type.String()),
    "Headers of the receiver's answer, up to 50; null without an answer",
  ),
  error: textOrNull('Why the event was not delivered: a word that stays the same, and a text'),
  advice: textOrNull('Advice for a failed attempt; null without one'),
  adviceReason: textOrNull('Stable name of the advice'),
  request: orNull(
    NamedObject(requestName, {
      method: Type.Literal('POST'),
      url: Type.String({
        description: 'URL of the request, with credentials and query values masked',
      }),
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'Headers of the request, with configured values masked',
      }),
      body: Type.String(),
    }),
    'Request that was sent; null if nothing may be sent to this address',
  ),
});

interface TestDeps {
  readonly clock: Clock;
  readonly destinations: Pick<Destinations, 'target'>;
  /** Called when the channel is needed, which one zone gets later than its parts. */
  readonly webhook: () => Pick<WebhookChannel, 'trace'>;
  /** Returns the failure of a test of an endpoint that nothing can be sent to, from the reason. */
  readonly untestable: (reason: string) => AppError;
}

export interface EndpointTest {
  /** The instance or account that owns the endpoint. */
  readonly streamId: string;
  /** The endpoint as deliveries name it. */
  readonly endpoint: string;
  readonly type: string;
  /** Returns the body of the sample; `now` is in ms since 1970. */
  sampleOf(eventId: string, now: number): string;
}

/** Throws 409 when nothing can be sent to the endpoint, or a test of it is running. */
export type RunEndpointTest = (
  test: EndpointTest,
  signal: AbortSignal,
) => Promise<ReturnType<typeof testResultOf>>;

export function createEndpointTests(deps: TestDeps): RunEndpointTest {
  const { clock, destinations, webhook, untestable } = deps;
  const running = new Set<string>();
  return async ({ streamId, endpoint, type, sampleOf }, signal) => {
    const target = destinations.target(streamId, endpoint);
    if (isGone(target)) throw untestable(target.gone);
    const key = `${streamId} ${endpoint}`;
    if (running.has(key)) throw failure('test_running');
    running.add(key);
    try {
      const eventId = newId();
      const body = sampleOf(eventId, clock.now());
      const omitted = target.reasonToSkip?.(body) ?? null;
      if (omitted !== null) throw failure('test_event_left_out', { problem: omitted });
      const startedAt = clock.steady();
      const trace = await webhook().trace({ eventId, type, attempt: 1, body }, target, signal);
      return testResultOf(trace, clock.steady() - startedAt);
    } finally {
      running.delete(key);
    }
  };
}

/** `durationMs` is how long the attempt took. */
function testResultOf({ outcome, request, answerHeaders }: Trace, durationMs: number) {
  const error = errorOf(outcome);
  const status = outcome.kind === 'unsent' ? null : outcome.status;
  const answer = outcome.kind === 'unsent' ? null : outcome.responseBody;
  const adviceReason = error === null ? null : adviceFor(error, status);
  return {
    delivered: outcome.kind === 'delivered',
    status,
    durationMs,
    body: status === null ? (error ?? answer) : answer,
    headers: answerHeaders === null ? null : { ...answerHeaders },
    error,
    advice: adviceReason && adviceSentence(adviceReason),
    adviceReason,
    request: request && { method: 'POST' as const, ...request, headers: { ...request.headers } },
  };
}

function errorOf(outcome: Outcome | UnsentOutcome): string | null {
  if (outcome.kind === 'unsent') return outcome.reason;
  return outcome.kind === 'failed' ? outcome.error : null;
}
