/** Words for operators why a broker refused something. */
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
