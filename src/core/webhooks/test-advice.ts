/** Says in one sentence what to do about a failed test of a webhook. Pure. */
import type { FailureWord } from '../outbound/failure-reason.ts';

const BY_WORD: Readonly<Record<FailureWord, string>> = {
  timeout:
    'Answer first and work on the event afterwards; if nothing arrives at all, a firewall may be dropping it.',
  connection_refused:
    'Start the receiver, or correct host and port; inside a container, localhost is the container itself.',
  connection_reset:
    'The receiver closed the connection: look into its log, and whether it expects https on this port.',
  dns_error:
    'Correct the name of the host, make it known to the DNS that this service asks, or allow its network in WEBHOOK_ALLOW_NETWORKS.',
  tls_error:
    'Give the receiver a valid certificate for this name, or set NODE_EXTRA_CA_CERTS to your own authority.',
  malformed: 'What answers there does not speak HTTP: correct the port, or https instead of http.',
  http_status: 'The receiver refused it: its log says why.',
  redirect: 'Redirects are not followed: set the URL that they lead to.',
  empty: 'The receiver answered nothing.',
  too_large: 'The answer is too large.',
  forbidden_network:
    'The address lies in a network that deliveries may not reach: allow it in WEBHOOK_ALLOW_NETWORKS, or take a public one.',
  network_error: 'Look whether this machine has a route to the receiver.',
  transform_failed:
    'Nothing was sent: correct the transform of the endpoint, and try it on this event.',
  out_of_resources: 'Nothing was sent: this machine lacks files or memory, not the receiver.',
};

/** Advice for texts that tell more than the first word. */
const BY_TEXT: readonly (readonly [RegExp, string])[] = [
  [
    /no TLS at this port/,
    'Begin the URL with http://, or name the port at which the receiver speaks TLS.',
  ],
  [/this port speaks TLS/, 'Begin the URL with https://.'],
  [/versions of TLS before/, 'Switch TLS 1.2 or 1.3 on at the receiver.'],
  [
    /ended the TLS handshake/,
    'Let the receiver take connections without a certificate of the client, and know the name in the URL.',
  ],
  [/has expired/, 'Renew the certificate of the receiver.'],
  [/not valid yet/, 'Set the clocks of the receiver and of this machine.'],
  [/for another name/, 'Use the name that the certificate is for, or get one for this name.'],
  [
    /self-signed|not trusted/,
    'Let a known authority sign the certificate, together with those in between, or set NODE_EXTRA_CA_CERTS to your own authority.',
  ],
];

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'The receiver did not understand the body: compare it with what is shown as sent.',
  401: 'The receiver wants other credentials: set them as headers, or check the signing secret.',
  403: 'The receiver wants other credentials: set them as headers, or check the signing secret.',
  404: 'Nothing listens at this path: correct the path of the URL.',
  405: 'The receiver takes no POST at this path.',
  413: 'The receiver takes no bodies of this size: raise its limit, or leave files out of the bodies.',
  415: 'The receiver does not take application/json.',
  429: 'The receiver takes no more for now.',
};

/** @param error a stable first word and a text, as outcomes have it */
export function adviceFor(error: string, status: number | null): string | null {
  const known = status === null ? undefined : BY_STATUS[status];
  if (known !== undefined) return known;
  const exact = BY_TEXT.find(([pattern]) => pattern.test(error))?.[1];
  if (exact !== undefined) return exact;
  const [word = ''] = error.split(':');
  // The cast: an unknown word finds nothing.
  return (BY_WORD as Readonly<Record<string, string>>)[word] ?? null;
}
