/** Describes why a request failed in words that may be shown; an exception's message contains the URL and its query. */
import { codeOf } from '../shared/errors.ts';

export type FailureWord =
  | 'timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'dns_error'
  | 'tls_error'
  | 'malformed'
  | 'http_status'
  | 'redirect'
  | 'empty'
  | 'too_large'
  | 'forbidden_network'
  | 'network_error'
  | 'transform_failed'
  | 'out_of_resources';

/** Returns a failure in its only form: the word for programs, then text for people. */
export const failure = (word: FailureWord, text: string): string => `${word}: ${text}`;

const withCode =
  (...codes: string[]) =>
  (error: unknown): boolean =>
    codes.includes(codeOf(error));

/** Whether the connection ended before an answer, by a reset or a close at the wrong time. */
export const isReset = withCode('ECONNRESET', 'EPIPE');
/** Whether nothing was sent, so that another address of the name may work. */
export const isUnreached = withCode('ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL');
/** Whether the proxy opened no connection, so that nothing was sent. */
export const isWithoutTunnel = withCode('ERR_PROXY_TUNNEL');
/**
 * Whether this process or machine has no files or memory left: nothing was sent, and it is not the receiver's fault.
 */
export const isOwnFault = withCode('EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS');

const KNOWN: Readonly<Record<string, string>> = {
  ECONNREFUSED: failure('connection_refused', 'nothing accepts connections there'),
  ECONNRESET: failure('connection_reset', 'the connection was closed before an answer'),
  EPIPE: failure('connection_reset', 'the connection was closed before an answer'),
  ETIMEDOUT: failure('timeout', 'no connection in time'),
  ENETUNREACH: failure('network_error', 'no route to the receiver'),
  EHOSTUNREACH: failure('network_error', 'no route to the receiver'),
  EMFILE: failure('out_of_resources', 'this process has too many files open (EMFILE)'),
  ENFILE: failure('out_of_resources', 'this machine has too many files open (ENFILE)'),
  ENOMEM: failure('out_of_resources', 'this machine has no memory left (ENOMEM)'),
  ENOBUFS: failure('out_of_resources', 'this machine has no buffers left (ENOBUFS)'),
  ERR_PROXY_TUNNEL: failure('network_error', 'the proxy of the instance opened no connection'),
  EPROTO: failure('tls_error', 'the TLS handshake failed'),
  CERT_HAS_EXPIRED: failure('tls_error', 'the certificate has expired'),
  CERT_NOT_YET_VALID: failure('tls_error', 'the certificate is not valid yet'),
  ERR_TLS_CERT_ALTNAME_INVALID: failure('tls_error', 'the certificate is for another name'),
  DEPTH_ZERO_SELF_SIGNED_CERT: failure('tls_error', 'the certificate is self-signed'),
  SELF_SIGNED_CERT_IN_CHAIN: failure('tls_error', 'the certificate authority is not trusted'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: failure('tls_error', 'the certificate authority is not trusted'),
  ResponseHeadersTooLarge: failure('malformed', 'the answer has too many header bytes'),
};

const TLS_CODE = /TLS|SSL|CERT|UNABLE_TO_|CRL|HOSTNAME_MISMATCH/;
const DNS_CODE = /^(ENOTFOUND|EAI_|DNS_)/;
/** Matches the client's names for answers that are not HTTP: `Malformed_HTTP_Response`, `InvalidContentLength`, … */
const MALFORMED_CODE = /^(Malformed|Invalid|Unrequested|Unsupported|TooMany)/;
const SHOWABLE_CODE = /^\w{1,64}$/;

/** Describes the error with which a request was rejected. */
export function failureReason(error: unknown): string {
  const code = codeOf(error);
  const known = KNOWN[code];
  if (known !== undefined) return known;
  const shown = SHOWABLE_CODE.test(code) ? ` (${code})` : '';
  if (TLS_CODE.test(code)) return failure('tls_error', `the certificate was not accepted${shown}`);
  if (DNS_CODE.test(code)) return failure('dns_error', `the name cannot be resolved${shown}`);
  if (MALFORMED_CODE.test(code)) return failure('malformed', `the answer is not HTTP${shown}`);
  return failure('network_error', `the request could not be made${shown}`);
}
