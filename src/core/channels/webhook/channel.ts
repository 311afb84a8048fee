/** The webhook channel: one attempt is one signed POST, and any 2xx is a success. */
import {
  type AttemptInput,
  failedOutcome,
  type ShownRequest,
  type Target,
  type WebhookChannel,
} from '../../events/contract/channel.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Message } from '../../outbound/post.ts';
import type { Problem, UrlTarget } from '../../outbound/request.ts';
import type { CancelSignal } from '../../shared/async/cancellation.ts';
import { SharedTimer } from '../../shared/async/shared-timer.ts';
import type { Clock } from '../../shared/clock.ts';
import { maskUrl } from '../../shared/mask-url.ts';
import { maskHeaders } from '../../webhooks/headers.ts';
import { signingKey } from '../../webhooks/signature.ts';
import { JSON_TYPE } from '../../webhooks/transform/transform.ts';
import { createHeaders, type PreparedHeaders } from './headers.ts';
import { outcomeReader } from './outcome.ts';

interface WebhookChannelOptions {
  readonly clock: Clock;
  readonly outbound: Pick<Outbound, 'target' | 'post'>;
  /** Product name and version, such as `gatehouse/1.2.3`. */
  readonly userAgent: string;
  /** From the start of an attempt to the last of the answer's headers. */
  readonly timeoutMs: number;
  /** The longest time that a receiver may ask to be left alone, in ms. Defaults to a day; with 0 nobody is asked. */
  readonly retryAfterMaxMs?: number;
}

const DAY_MS = 86_400_000;

/** The parts of a target's requests that can be prepared before any attempt. */
interface Route extends PreparedHeaders {
  readonly to: UrlTarget | Problem;
}

/**
 * Names that this service, the connection or the guard sets: settings refuse them, and here they would undo what the
 * guard checked.
 */
const RESERVED_HEADER = /^(host|connection|transfer-encoding|(content|webhook|x-gatehouse)-.*)$/;

export function createWebhookChannel(options: WebhookChannelOptions): WebhookChannel {
  const { clock, outbound, userAgent, timeoutMs, retryAfterMaxMs = DAY_MS } = options;
  const timer = new SharedTimer(clock, timeoutMs);
  const routes = new WeakMap<Target, Route>();

  const routeOf = (target: Target): Route => {
    const known = routes.get(target);
    if (known !== undefined) return known;
    const route = {
      to: outbound.target(target.address),
      own: sendable(target.headers),
      keys: target.secrets.map(signingKey),
      secrets: target.secrets.join(' '),
    };
    routes.set(target, route);
    return route;
  };

  const headersOf = createHeaders({ clock, userAgent });

  const prepare = (outgoing: AttemptInput, target: Target): PreparedRequest | Problem => {
    const route = routeOf(target);
    const shaped = target.reshape?.(outgoing.body);
    const formed = shaped?.body ?? outgoing.body;
    const made = target.transform?.(formed, outgoing.body) ?? asJson(formed);
    if ('problem' in made) return made;
    const address = shaped?.address ?? target.address;
    const to = address === target.address ? route.to : outbound.target(address);
    if ('problem' in to) return to;
    const headers = headersOf(outgoing, target, route, made);
    return { to, message: { headers, body: made.body }, key: shaped?.key ?? null };
  };
  const post = ({ to, message }: PreparedRequest, signal: CancelSignal) =>
    outbound.post(to, message, { timer, signal });
  const outcomeOf = outcomeReader({ clock, retryAfterMaxMs });

  return {
    async send(outgoing, target, signal) {
      const request = prepare(outgoing, target);
      if ('problem' in request) return failedOutcome(request.problem);
      return outcomeOf(await post(request, signal), request.key);
    },
    async trace(outgoing, target, signal) {
      const request = prepare(outgoing, target);
      if ('problem' in request)
        return { outcome: failedOutcome(request.problem), request: null, answerHeaders: null };
      const answer = await post(request, signal);
      return {
        outcome: outcomeOf(answer, request.key),
        request: toShownRequest(request, target),
        answerHeaders: 'problem' in answer ? null : maskedHeaders(answer.headers),
      };
    },
    preview(outgoing, target) {
      const request = prepare(outgoing, target);
      return 'problem' in request ? request.problem : toShownRequest(request, target);
    },
  };
}

const asJson = (body: string) => ({ body, contentType: JSON_TYPE });

/** One request, ready to be sent. */
interface PreparedRequest {
  readonly to: UrlTarget;
  readonly message: Message;
  /** The key of an instance in the body, or null. */
  readonly key: string | null;
}

function toShownRequest({ to, message }: PreparedRequest, target: Target): ShownRequest {
  const masked = maskHeaders(sendable(target.headers));
  return {
    url: maskUrl(to.href),
    headers: { ...message.headers, ...masked },
    body: message.body,
  };
}

/** An answer may have as many headers, and as long ones, as its sender likes. */
const ANSWER_HEADERS_MAX = 50;
const ANSWER_HEADER_CHARACTERS_MAX = 300;

const maskedHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .slice(0, ANSWER_HEADERS_MAX)
      .map(([name, value]) => [name, value.slice(0, ANSWER_HEADER_CHARACTERS_MAX)]),
  );

function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(entries.filter(([name = '']) => !RESERVED_HEADER.test(name)));
}
