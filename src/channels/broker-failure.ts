/** Words for operators why a broker refused something. */
import { failedOutcome, type Outcome, type RefusedBy } from '../events/contract/channel.ts';
import { messageOf } from '../shared/errors.ts';

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED|connection refused/i, 'connection_refused'],
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo/i, 'dns_error'],
  [
    /ACCESS_REFUSED|NOT_ALLOWED|AUTHORIZATION|AUTHENTICATION|permissions?.violation/i,
    'access_refused',
  ],
  [/certificate|CERT_|SSL|TLS|self.signed/i, 'tls_error'],
  [/message size .{0,100}max/i, 'too_large'],
  [/PRECONDITION_FAILED/, 'precondition_failed'],
  [/blocked by server/i, 'blocked'],
  [/Message rejected/, 'refused'],
  // JetStream's words for a stream, or what one subject may have of it, that takes no more.
  [/maximum (messages|bytes)|insufficient (storage )?resources|no space left/i, 'full'],
  [/timeout|ETIMEDOUT/i, 'timeout'],
  [/closed|ended|disconnect|ECONNRESET|EPIPE|not connected|Socket/i, 'connection_lost'],
];

/** A text that begins with a word of its own stays unchanged. */
export function reasonOf(error: unknown): string {
  const text = messageOf(error);
  if (/^[a-z_]+: /.test(text)) return text;
  const word = WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'broker_error';
  return `${word}: ${text}`;
}

/** What the queue or subject answers everything that is sent to it, until somebody mends it. */
const OF_ADDRESS: ReadonlySet<string> = new Set([
  'access_refused',
  'full',
  'precondition_failed',
  'refused',
  'timeout',
  'unroutable',
  'wrong_stream',
]);

/** Returns the outcome of an attempt that a broker did not take. */
export function brokerFailure(error: unknown): Outcome {
  const reason = reasonOf(error);
  return failedOutcome(reason, refusedByOf(error, reason));
}

function refusedByOf(error: unknown, reason: string): RefusedBy | undefined {
  // Nothing is left to leave out. A size that the broker itself complains of may fit without its media.
  if (messageOf(error).startsWith('too_large: ')) return 'event';
  const [word = ''] = reason.split(':', 1);
  return OF_ADDRESS.has(word) ? 'address' : undefined;
}
