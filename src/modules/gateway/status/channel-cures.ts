/** Advice for a channel that is down, by the stable word that its error begins with. */

import { variableOf } from '../../../core/channels/broker.ts';
import { BROKERS } from '../../../core/channels/brokers.ts';

type Cures = readonly (readonly [error: RegExp, cure: string])[];

/** Advice for queues and subjects that take nothing although their broker is up. */
const REFUSAL_CURES: Cures = [
  [
    /^timeout: the broker|^timeout: no answer/,
    'The broker is connected but does not answer for this queue or subject: see that most of its nodes run, and that the queue has a leader.',
  ],
  [
    /^queue_limit/,
    'The virtual host has as many queues as it may: raise its limit max-queues, or remove queues that nobody reads.',
  ],
  [
    /^precondition_failed/,
    'A queue of that name exists with other settings: remove it on the broker, and it is made again.',
  ],
  [
    /^locked/,
    'Another connection has a queue of that name for itself alone: close that connection or rename its queue.',
  ],
  [
    /^sealed/,
    'The stream is sealed and never takes anything again: name another one in NATS_STREAM.',
  ],
  [
    /^no_jetstream/,
    'Switch JetStream on in the server, or remove NATS_JETSTREAM if the receipt of a stream is not needed.',
  ],
  [
    /^unavailable/,
    'Nothing, if it passes: the broker cannot reach the nodes that have the queue or stream. See that most of them run.',
  ],
  [
    /^full/,
    'The stream or queue has reached its limit and takes nothing new: raise the limit, let its readers catch up, or let it discard the oldest.',
  ],
  [
    /^refused/,
    'The queue takes nothing new, such as by a limit with overflow reject-publish: raise its limit, or let its readers catch up.',
  ],
  [
    /^unroutable/,
    'The queue was removed while it was used: see that nothing deletes it. It is declared again for the next try.',
  ],
  [
    /^wrong_stream/,
    'Add the subject to the stream and take it out of any other, or name another stream in NATS_STREAM.',
  ],
];

const brokerCures = (variable: string): Cures => [
  ...REFUSAL_CURES,
  [/^connecting:/, 'Nothing: the first connection is being made.'],
  [/^connection_refused/, `Start the broker, and see that ${variable} names its host and port.`],
  [/^dns_error/, `See that the host in ${variable} is spelt rightly and known to this machine.`],
  [
    /^access_refused/,
    `See that user and password in ${variable} are right, and that the user may use the virtual host, declare and publish.`,
  ],
  [
    /no TLS at this port/,
    `Take the scheme without TLS in ${variable}, or name the port at which the broker speaks TLS.`,
  ],
  [/this port speaks TLS/, `Take the scheme with TLS in ${variable}, or the port without it.`],
  [
    /^tls_error/,
    `See that the certificate of the broker is valid for the host in ${variable}, and that its scheme is right.`,
  ],
  [/^timeout/, `See that no firewall stands between this machine and the host in ${variable}.`],
  [
    /^no_vhost/,
    `Create the virtual host on the broker, or name one that exists at the end of ${variable}.`,
  ],
  [
    /^connection_limit/,
    'The broker allows no more connections: close some there, or raise the limit of the server, the virtual host or the user.',
  ],
  [/^blocked/, 'The broker is short of memory or disk: free some there.'],
  [/^connection_lost/, 'Nothing, if it comes back: it is tried again every minute at the latest.'],
  [
    /./,
    'Look into the log of the broker: it is up, but takes nothing for this queue or subject, or refuses the connection.',
  ],
];

const STORE_CURES: Cures = [
  [
    /no TLS at this port/,
    'Begin S3_ENDPOINT with http://, or name the port at which the store speaks TLS.',
  ],
  [/this port speaks TLS/, 'Begin S3_ENDPOINT with https://.'],
  [
    /certificate/,
    'See that the certificate of the store is valid for the host in S3_ENDPOINT; set NODE_EXTRA_CA_CERTS to your own authority.',
  ],
  [
    /cannot be reached|not stored within|timeout/,
    'See that S3_ENDPOINT names the host and port of the store, and that no firewall is in between.',
  ],
  [/NoSuchBucket/, 'Create the bucket, or put the name of one that exists into S3_BUCKET.'],
  [
    /answered 40[13]/,
    'See that S3_ACCESS_KEY and S3_SECRET_KEY are right, that they may write to S3_BUCKET, and that S3_REGION is its region.',
  ],
  [/answered 5\d\d|answered 429/, 'Nothing, if it passes: the store itself is in trouble.'],
  [/./, 'Look into the log of the store.'],
];

const CURES: Readonly<Record<string, Cures>> = {
  ...Object.fromEntries(
    BROKERS.map((broker) => [broker.name, brokerCures(variableOf(broker, 'Url').name)]),
  ),
  s3: STORE_CURES,
};

/** A sentence for operators. */
export function cureOf(channel: string, error: string): string {
  const found = CURES[channel]?.find(([pattern]) => pattern.test(error));
  return found?.[1] ?? 'Look into the log.';
}
