/** Words for operators why a broker refused something. */
import { failedOutcome, type Outcome, type RefusalCause } from '../events/contract/channel.ts';
import { askForTls, NO_TLS, ONLY_TLS, tlsFinding } from '../outbound/failure-reason.ts';
import { messageOf } from '../shared/errors.ts';

/** The first that matches counts: what a broker says of its limits also contains the words of its refusals. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/i, 'connection_refused'],
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo/i, 'dns_error'],
  [/connection limit|maximum( account)?( active)? connections|channel_max/i, 'connection_limit'],
  [/queue limit in vhost/i, 'queue_limit'],
  [/vhost \S+ not found/i, 'no_vhost'],
  [
    /ACCESS_REFUSED|NOT_ALLOWED|AUTHORIZATION|AUTHENTICATION|permissions?.violation/i,
    'access_refused',
  ],
  [/connection refused/i, 'connection_refused'],
  [/certificate|CERT_|SSL|TLS|self.signed/i, 'tls_error'],
  [/message size .{0,100}max|max(imum)?[_ ]payload/i, 'too_large'],
  [/RESOURCE_LOCKED/, 'locked'],
  [/PRECONDITION_FAILED/, 'precondition_failed'],
  [/blocked by server/i, 'blocked'],
  [/Message rejected/, 'refused'],
  [/sealed stream/i, 'sealed'],
  [/expected stream does not match/i, 'wrong_stream'],
  // JetStream's words for a stream, or what one subject may have of it, that takes no more.
  [
    /maximum (messages|bytes)|insufficient (storage |memory )?resources|resource limits exceeded|no space left/i,
    'full',
  ],
  [
    /temporarily unavailable|no suitable peers|is offline|NOT_FOUND|INTERNAL_ERROR|RESOURCE_ERROR/i,
    'unavailable',
  ],
  [/timeout|ETIMEDOUT/i, 'timeout'],
  [/closed|ended|disconnect|ECONNRESET|EPIPE|not connected|Socket/i, 'connection_lost'],
];

/** A text that begins with a word of its own stays unchanged. */
export function reasonOf(error: unknown): string {
  const text = messageOf(error);
  if (/^[a-z_]+: /.test(text)) return text;
  if (/server does not support 'tls'/.test(text)) return NO_TLS;
  const tls = tlsFinding(text);
  if (tls !== null) return tls;
  const word = WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'broker_error';
  return `${word}: ${text}`;
}

/** The default ports of schemes without TLS. */
const PLAIN_PORTS: Readonly<Record<string, number>> = { 'amqp:': 5672, 'nats:': 4222, 'ws:': 80 };

/**
 * Describes why no connection could be opened. A port that only speaks TLS answers nothing to a client without it, so it
 * is asked for that.
 */
export async function openingFailure(
  error: unknown,
  address: string,
  signal: AbortSignal,
): Promise<string> {
  const reason = reasonOf(error);
  const { protocol, hostname, port } = new URL(address);
  const plainPort = PLAIN_PORTS[protocol];
  const isSuspect =
    plainPort !== undefined && /^(connection_lost|timeout|broker_error)/.test(reason);
  if (!isSuspect || signal.aborted) return reason;
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = await askForTls({ host, port: Number(port) || plainPort }, signal);
  return found === true ? ONLY_TLS : reason;
}

/**
 * Failures that say nothing about the queue or subject: the connection is gone, or the message itself is too large.
 * With any other failure the queue or subject refuses everything until somebody repairs it.
 */
const NOT_OF_ADDRESS: ReadonlySet<string> = new Set([
  'blocked',
  'connection_limit',
  'connection_lost',
  'connection_refused',
  'dns_error',
  'no_jetstream',
  'no_stream',
  'no_vhost',
  'tls_error',
  'too_large',
]);

/** Returns the outcome of an attempt that a broker did not take. */
export function brokerFailure(error: unknown): Outcome {
  const reason = reasonOf(error);
  return failedOutcome(reason, refusingSideOf(error, reason));
}

function refusingSideOf(error: unknown, reason: string): RefusalCause | undefined {
  // Nothing is left to leave out. A size that the broker itself complains of may fit without its media.
  if (messageOf(error).startsWith('too_large: ')) return 'event';
  const [word = ''] = reason.split(':', 1);
  return NOT_OF_ADDRESS.has(word) ? undefined : 'address';
}
