/**
 * Finds out why a connection does not work by TLS, or without it. The client only says that it failed, so the port is
 * asked again with the beginning of a handshake. Nothing else is sent.
 */
import { codeOf } from '../shared/errors.ts';
import { failure, failureReason, isReset } from './failure-reason.ts';

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
    ...{ host, port, rejectUnauthorized: false, timeout: ANSWER_MS },
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
