/** The webhook channel: one attempt is one signed POST, and any 2xx is a success. */
import {
  type AttemptInput,
  failedOutcome,
  type Outcome,
  type ShownRequest,
  type Target,
  type UnsentOutcome,
  type WebhookChannel,
} from '../../events/contract/channel.ts';
import type { Message, PostAnswer, Problem, UrlTarget } from '../../outbound/contract.ts';
import { failure } from '../../outbound/failure-reason.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { retryAfterMs } from '../../outbound/retry-after.ts';
import type { CancelSignal } from '../../shared/async/cancellation.ts';
import { SharedTimer } from '../../shared/async/shared-timer.ts';
import type { Clock } from '../../shared/clock.ts';
import { MASK, maskUrl } from '../../shared/mask-url.ts';
import { TRACE_HEADER } from '../../shared/tracing.ts';
import { maskHeaders } from '../../webhooks/headers.ts';
import { HUB_HEADER, hubSignature, sign, signingKey } from '../../webhooks/signature.ts';
import { JSON_TYPE } from '../../webhooks/transform/transform.ts';

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
interface Route extends PreparedHeaders, Pick<SentSecrets, 'hidden'> {
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
      hidden: hiddenWords(target.headers),
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
    const message = { headers: headersOf(outgoing, target, route, made), body: made.body };
    return { to, message, key: shaped?.key ?? null, hidden: route.hidden };
  };
  const post = ({ to, message }: PreparedRequest, signal: CancelSignal) =>
    outbound.post(to, message, { timer, signal });
  const outcomeOf = outcomeReader({ clock, retryAfterMaxMs });

  return {
    async send(outgoing, target, signal) {
      const request = prepare(outgoing, target);
      if ('problem' in request) return failedOutcome(request.problem);
      return outcomeOf(await post(request, signal), request);
    },
    async trace(outgoing, target, signal) {
      const request = prepare(outgoing, target);
      if ('problem' in request)
        return { outcome: failedOutcome(request.problem), request: null, answerHeaders: null };
      const answer = await post(request, signal);
      return {
        outcome: outcomeOf(answer, request),
        request: toShownRequest(request, target),
        answerHeaders: 'problem' in answer ? null : headersOfAnswer(answer.headers, request),
      };
    },
    preview(outgoing, target) {
      const request = prepare(outgoing, target);
      return 'problem' in request ? request.problem : toShownRequest(request, target);
    },
  };
}

const asJson = (body: string) => ({ body, contentType: JSON_TYPE });

/** Secrets of a request, which a receiver may repeat in its answer. */
interface SentSecrets {
  /** The key of an instance in the body, or null. */
  readonly key: string | null;
  /** The longest word of the value of each configured header. */
  readonly hidden: readonly string[];
}

/** One request, ready to be sent. */
interface PreparedRequest extends SentSecrets {
  readonly to: UrlTarget;
  readonly message: Message;
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

const headersOfAnswer = (headers: Headers, sent: SentSecrets): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .slice(0, ANSWER_HEADERS_MAX)
      .map(([name, value]) => [
        name,
        withoutSecrets(value, sent).slice(0, ANSWER_HEADER_CHARACTERS_MAX),
      ]),
  );

/** Answers are cut, here and by receivers: a beginning of a key of this length is masked too, or half of a short key. */
const KEY_PART = 8;

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Shorter words in headers are no secrets, and may be in any text. */
const HIDDEN_MIN = 8;

const longest = (words: readonly string[]): string =>
  words.reduce((one, other) => (other.length > one.length ? other : one), '');

const hiddenWords = (headers: Readonly<Record<string, string>>): string[] =>
  Object.values(headers)
    .map((value) => longest(value.split(/\s+/)))
    .filter(({ length }) => length >= HIDDEN_MIN);

/** Masks secrets in what a receiver says, since it may repeat what it was sent, and that as a text in JSON. */
function withoutSecrets(text: string, { key, hidden }: SentSecrets): string {
  const shown = hidden.reduce(
    (left, word) => left.replaceAll(word, MASK).replaceAll(inJson(word), MASK),
    text,
  );
  if (!key) return shown;
  const sent = inJson(key);
  return [...new Set([key, sent, inJson(sent)])].reduce(masking, shown);
}

function masking(text: string, key: string): string {
  const begin = key.slice(0, Math.min(KEY_PART, Math.ceil(key.length / 2)));
  let shown = '';
  let end = 0;
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, end)) {
    shown += text.slice(end, at) + MASK;
    let length = begin.length;
    while (length < key.length && text[at + length] === key[length]) length++;
    end = at + length;
  }
  return shown + text.slice(end);
}

function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(entries.filter(([name = '']) => !RESERVED_HEADER.test(name)));
}

/** The parts of a target's headers that can be prepared before any attempt. */
interface PreparedHeaders {
  /** Configured headers, names in lower case. */
  readonly own: Readonly<Record<string, string>>;
  /** The keys that sign; empty if deliveries are not signed. */
  readonly keys: readonly Buffer[];
  /** The secrets that the keys were derived from, as one text. */
  readonly secrets: string;
}

interface MadeBody {
  readonly body: string;
  readonly contentType: string;
}

interface HeadersDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Product name and version, such as `gatehouse/1.2.3`. */
  readonly userAgent: string;
}

/** Has the id of the replay that sends an event. */
const REPLAY_HEADER = 'x-gatehouse-replay';

/** Returns a function that makes the headers of an attempt at a target. */
function createHeaders({ clock, userAgent }: HeadersDeps) {
  const signatureOf = createSigner();
  return (
    { eventId, attempt, traceparent }: AttemptInput,
    { secrets, signsAsHub, replay }: Pick<Target, 'secrets' | 'signsAsHub' | 'replay'>,
    prepared: PreparedHeaders,
    { body, contentType }: MadeBody,
  ): Record<string, string> => {
    const seconds = String(Math.floor(clock.now() / 1000));
    const headers: Record<string, string> = {
      'content-type': contentType,
      'user-agent': userAgent,
      'webhook-id': eventId,
      'webhook-timestamp': seconds,
    };
    if (prepared.keys.length > 0)
      headers['webhook-signature'] = signatureOf(prepared, eventId, seconds, body);
    headers['x-gatehouse-attempt'] = String(attempt);
    Object.assign(headers, prepared.own);
    if (traceparent) headers[TRACE_HEADER] = traceparent;
    if (signsAsHub && secrets.length > 0)
      headers[HUB_HEADER] = hubSignature(secrets, attempt, body);
    if (replay !== undefined) headers[REPLAY_HEADER] = replay;
    return headers;
  };
}

/** Returns a function that signs. Endpoints of an event that have the same secrets and body share its signature. */
function createSigner() {
  let latest = { secrets: '', id: '', seconds: '', body: '', signature: '' };
  return (
    { keys, secrets }: PreparedHeaders,
    id: string,
    seconds: string,
    body: string,
  ): string => {
    const isForSame = latest.id === id && latest.seconds === seconds && latest.secrets === secrets;
    if (!isForSame || latest.body !== body)
      latest = { secrets, id, seconds, body, signature: sign(keys, { id, seconds, body }) };
    return latest.signature;
  };
}

interface WaitLimit {
  readonly clock: Pick<Clock, 'now'>;
  /** The longest time that a receiver may ask to be left alone, in ms. */
  readonly retryAfterMaxMs: number;
}

type OutcomeReader = (answer: PostAnswer | Problem, sent: SentSecrets) => Outcome | UnsentOutcome;

/** Returns a function that tells how an attempt ended. */
const outcomeReader =
  ({ clock, retryAfterMaxMs }: WaitLimit): OutcomeReader =>
  (answer, sent) => {
    if ('problem' in answer)
      return answer.isOwn
        ? { kind: 'unsent', reason: answer.problem }
        : failedOutcome(answer.problem);
    const { status, redirect, headers } = answer;
    // Answers are stored and shown as they are.
    const responseBody = withoutSecrets(answer.excerpt, sent);
    if (status >= 200 && status <= 299) return { kind: 'delivered', status, responseBody };
    const error =
      redirect === null
        ? failure('http_status', `${status}, which is not a success`)
        : withoutSecrets(redirect, sent);
    const waitMs = Math.min(retryAfterMs(headers, clock.now()) ?? 0, retryAfterMaxMs);
    if (waitMs === 0) return { kind: 'failed', status, error, responseBody };
    // The error says why the next attempt is late.
    const asked = `${error}; its retry-after is ${Math.ceil(waitMs / 1_000)} s`;
    return { kind: 'failed', status, error: asked, responseBody, retryAfterMs: waitMs };
  };
