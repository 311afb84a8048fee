/** Tests of webhooks of either owner: a sample event is posted once, and is neither retried nor recorded. */
import { Type } from '@sinclair/typebox';
import type { Outcome, Trace, UnsentOutcome, WebhookChannel } from '../events/contract/channel.ts';
import { type Destinations, isGone } from '../events/contract/routing.ts';
import { NamedObject } from '../http/named-object.ts';
import { orNull, textOrNull } from '../http/nullable.ts';
import type { FailureWord } from '../outbound/failure-reason.ts';
import type { Clock } from '../shared/clock.ts';
import { type AppError, failure } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { type AdviceCode, adviceSentence } from '../shared/reasons/advice.ts';

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

interface EndpointTest {
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

const BY_WORD: Readonly<Record<FailureWord, AdviceCode>> = {
  timeout: 'answer_first',
  connection_refused: 'start_receiver',
  connection_reset: 'read_log_of_receiver',
  dns_error: 'correct_name',
  tls_error: 'valid_certificate',
  malformed: 'speaks_no_http',
  http_status: 'receiver_refused',
  redirect: 'redirects_not_followed',
  empty: 'answered_nothing',
  too_large: 'answer_too_large',
  forbidden_network: 'allow_network',
  network_error: 'check_route',
  transform_failed: 'correct_transform',
  out_of_resources: 'free_resources',
};

/** Advice for texts that tell more than the first word. */
const BY_TEXT: readonly (readonly [RegExp, AdviceCode])[] = [
  [/no TLS at this port/, 'use_http'],
  [/this port speaks TLS/, 'use_https'],
  [/versions of TLS before/, 'newer_tls'],
  [/ended the TLS handshake/, 'no_client_certificate'],
  [/has expired/, 'renew_certificate'],
  [/not valid yet/, 'set_clocks'],
  [/for another name/, 'name_of_certificate'],
  [/self-signed|not trusted/, 'known_authority'],
];

const BY_STATUS: Readonly<Record<number, AdviceCode>> = {
  400: 'compare_body',
  401: 'other_credentials',
  403: 'other_credentials',
  404: 'correct_path',
  405: 'takes_no_post',
  413: 'smaller_bodies',
  415: 'takes_no_json',
  429: 'takes_no_more',
};

/** @param error a stable first word and a text, as outcomes have it */
export function adviceFor(error: string, status: number | null): AdviceCode | null {
  const known = status === null ? undefined : BY_STATUS[status];
  if (known !== undefined) return known;
  const exact = BY_TEXT.find(([pattern]) => pattern.test(error))?.[1];
  if (exact !== undefined) return exact;
  const [word = ''] = error.split(':');
  // The cast: an unknown word finds nothing.
  return (BY_WORD as Readonly<Record<string, AdviceCode>>)[word] ?? null;
}
