/**
 * The webhook channel: one attempt is one signed POST.
 * Owns: what an attempt sends and what counts as success. Must never: retry, follow a redirect or throw.
 */
import type { Channel, Outcome, Outgoing, Target } from '../../events/contract/channel.ts';
import { answerExcerpt } from '../../outbound/answer-excerpt.ts';
import { startDeadline } from '../../outbound/deadline.ts';
import { failure } from '../../outbound/failure-reason.ts';
import type { NetworkGuard } from '../../outbound/network-guard.ts';
import type { PinnedFetchOptions } from '../../outbound/pinned-fetch.ts';
import { createPost } from '../../outbound/post.ts';
import { redirectProblem } from '../../outbound/redirect.ts';
import { type Route, routeTo } from '../../outbound/route.ts';
import type { Clock } from '../../shared/clock.ts';
import { sign } from '../../webhooks/signature.ts';

interface WebhookChannelOptions extends PinnedFetchOptions {
  readonly clock: Clock;
  readonly guard: NetworkGuard;
  /** Product name and version, as `gatehouse/1.2.3`. */
  readonly userAgent: string;
  /** From the start of an attempt to the last of the answer's headers. */
  readonly timeoutMs: number;
}

export function createWebhookChannel(options: WebhookChannelOptions): Channel {
  const { clock, guard, userAgent, timeoutMs } = options;
  const post = createPost(options);
  const routes = new WeakMap<Target, ReturnType<typeof routeTo>>();

  const routeOf = (target: Target) => {
    const known = routes.get(target);
    if (known !== undefined) return known;
    const route = routeTo(target, guard);
    routes.set(target, route);
    return route;
  };

  return {
    async send(outgoing, target, signal) {
      const route = routeOf(target);
      if ('problem' in route) return unanswered(route.problem);
      const seconds = String(Math.floor(clock.now() / 1000));
      const headers = headersOf(outgoing, route, seconds, userAgent);
      const limit = startDeadline(clock, timeoutMs, signal);
      try {
        const answer = await post(route, { headers, body: outgoing.body }, limit.signal);
        if ('problem' in answer) {
          if (answer.isOwn) return { kind: 'unsent', reason: answer.problem };
          return unanswered(limit.endedBecause() ?? answer.problem);
        }
        limit.answered();
        return outcomeOf(answer, await answerExcerpt(answer, clock, limit.close), route.url);
      } finally {
        limit.release();
      }
    },
  };
}

function headersOf(
  { eventId, attempt, body }: Outgoing,
  route: Route,
  seconds: string,
  userAgent: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
  };
  if (route.keys.length > 0)
    headers['webhook-signature'] = sign(route.keys, { id: eventId, seconds, body });
  headers['x-gatehouse-attempt'] = String(attempt);
  return Object.assign(headers, route.headers);
}

const unanswered = (error: string): Outcome => ({
  kind: 'failed',
  status: null,
  error,
  responseBody: null,
});

function outcomeOf(answer: Response, responseBody: string, url: URL): Outcome {
  const { status } = answer;
  if (status >= 200 && status <= 299) return { kind: 'delivered', status, responseBody };
  const error =
    redirectProblem(answer, url) ?? failure('http_status', `${status}, which is not a success`);
  return { kind: 'failed', status, error, responseBody };
}
