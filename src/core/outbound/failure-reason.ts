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

// Finds out why a connection does not work by TLS, or without it. The client only says that it failed, so the port is
// asked again with the beginning of a handshake. Nothing else is sent.

export interface TlsPlace {
  /** An address or a name without brackets. */
  readonly host: string;
  readonly port: number;
  /** The name that the certificate is asked for; absent for an address. */
  readonly serverName?: string;
}

const ANSWER_MS = 2_000;

export const NO_TLS = failure('tls_error', 'there is no TLS at this port');
export const ONLY_TLS = failure('tls_error', 'this port speaks TLS, and nothing else');
const OLD_TLS = failure('tls_error', 'the server has only versions of TLS before 1.2');
const ENDED = failure(
  'tls_error',
  'the server ended the TLS handshake: it may ask for a certificate of its client, or not know this name',
);

/** Sentences for failed handshakes, by the names that the runtime gives the failures. */
const FINDINGS: readonly (readonly [RegExp, string])[] = [
  [/WRONG_VERSION_NUMBER|HTTP_REQUEST|UNKNOWN_PROTOCOL|PACKET_LENGTH|UNEXPECTED_RECORD/, NO_TLS],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/, OLD_TLS],
  [/ALERT/, ENDED],
];

/** Returns what a failed handshake means, by the runtime's name of the failure, or null if that says nothing. */
export const tlsFinding = (text: string): string | null =>
  FINDINGS.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Returns whether the port speaks TLS (true), why it does not, or null if it does not say. Never rejects. */
export async function askForTls(
  place: TlsPlace,
  signal?: AbortSignal,
): Promise<true | string | null> {
  const { connect } = await import('node:tls');
  if (signal?.aborted) return null;
  const { host, port, serverName } = place;
  const answer = Promise.withResolvers<true | string | null>();
  // The certificate does not matter here: nothing is sent.
  const socket = connect({
    host,
    port,
    rejectUnauthorized: false,
    timeout: ANSWER_MS,
    ...(serverName !== undefined && { servername: serverName }),
  });
  const giveUp = () => answer.resolve(null);
  socket.on('timeout', giveUp);
  socket.on('secureConnect', () => answer.resolve(true));
  socket.on('error', (error) => answer.resolve(tlsFinding(`${codeOf(error)} ${error.message}`)));
  socket.on('close', giveUp);
  signal?.addEventListener('abort', giveUp);
  return await answer.promise.finally(() => {
    signal?.removeEventListener('abort', giveUp);
    socket.destroy();
  });
}

/** The way on which a request failed. */
export interface FailedWay {
  readonly target: { readonly url: URL; readonly isSecure: boolean; readonly isNamed: boolean };
  /** The URL that was dialled, with a checked address. */
  readonly url: string;
  readonly signal: AbortSignal;
}

/** Describes the error with which a request was rejected; a fault of TLS is looked into. Never rejects. */
export async function requestFailure(error: unknown, way: FailedWay): Promise<string> {
  const reason = failureReason(error);
  const { isSecure } = way.target;
  const isSuspect = isSecure ? codeOf(error) === 'EPROTO' : isReset(error);
  if (!isSuspect || way.signal.aborted) return reason;
  const found = await askForTls(placeOf(way), way.signal);
  if (isSecure) return found === true ? ENDED : (found ?? reason);
  return found === true ? ONLY_TLS : reason;
}

function placeOf({ target, url }: FailedWay): TlsPlace {
  const { hostname, port, protocol } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    ...(target.isNamed && { serverName: target.url.hostname.replace(/\.$/, '') }),
  };
}
