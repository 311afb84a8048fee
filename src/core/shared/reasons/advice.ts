/** Advice on failures that are not of a request: each has a name that never changes, and its sentence in English. */
import { fillSentence, type PlacesIn } from './sentences.ts';

const ADVICE = {
  // A test of a webhook, by the error of its request.
  answer_first:
    'Answer first and work on the event afterwards; if nothing arrives at all, a firewall may be dropping it.',
  start_receiver:
    'Start the receiver, or correct host and port; inside a container, localhost is the container itself.',
  read_log_of_receiver:
    'The receiver closed the connection: look into its log, and whether it expects https on this port.',
  correct_name:
    'Correct the name of the host, make it known to the DNS that this service asks, or allow its network in WEBHOOK_ALLOW_NETWORKS.',
  valid_certificate:
    'Give the receiver a valid certificate for this name, or set NODE_EXTRA_CA_CERTS to your own authority.',
  speaks_no_http:
    'What answers there does not speak HTTP: correct the port, or https instead of http.',
  receiver_refused: 'The receiver refused it: its log says why.',
  redirects_not_followed: 'Redirects are not followed: set the URL that they lead to.',
  answered_nothing: 'The receiver answered nothing.',
  answer_too_large: 'The answer is too large.',
  allow_network:
    'The address lies in a network that deliveries may not reach: allow it in WEBHOOK_ALLOW_NETWORKS, or take a public one.',
  check_route: 'Look whether this machine has a route to the receiver.',
  correct_transform:
    'Nothing was sent: correct the transform of the endpoint, and try it on this event.',
  free_resources: 'Nothing was sent: this machine lacks files or memory, not the receiver.',
  use_http: 'Begin the URL with http://, or name the port at which the receiver speaks TLS.',
  use_https: 'Begin the URL with https://.',
  newer_tls: 'Switch TLS 1.2 or 1.3 on at the receiver.',
  no_client_certificate:
    'Let the receiver take connections without a certificate of the client, and know the name in the URL.',
  renew_certificate: 'Renew the certificate of the receiver.',
  set_clocks: 'Set the clocks of the receiver and of this machine.',
  name_of_certificate: 'Use the name that the certificate is for, or get one for this name.',
  known_authority:
    'Let a known authority sign the certificate, together with those in between, or set NODE_EXTRA_CA_CERTS to your own authority.',
  compare_body: 'The receiver did not understand the body: compare it with what is shown as sent.',
  other_credentials:
    'The receiver wants other credentials: set them as headers, or check the signing secret.',
  correct_path: 'Nothing listens at this path: correct the path of the URL.',
  takes_no_post: 'The receiver takes no POST at this path.',
  smaller_bodies:
    'The receiver takes no bodies of this size: raise its limit, or leave files out of the bodies.',
  takes_no_json: 'The receiver does not take application/json.',
  takes_no_more: 'The receiver takes no more for now.',

  // A queue or subject that takes nothing although its broker is up.
  queue_without_answer:
    'The broker is connected but does not answer for this queue or subject: see that most of its nodes run, and that the queue has a leader.',
  raise_max_queues:
    'The virtual host has as many queues as it may: raise its limit max-queues, or remove queues that nobody reads.',
  remove_queue:
    'A queue of that name exists with other settings: remove it on the broker, and it is made again.',
  unlock_queue:
    'Another connection has a queue of that name for itself alone: close that connection or rename its queue.',
  other_stream:
    'The stream is sealed and never takes anything again: name another one in NATS_STREAM.',
  switch_jetstream_on:
    'Switch JetStream on in the server, or remove NATS_JETSTREAM if the receipt of a stream is not needed.',
  wait_for_nodes:
    'Nothing, if it passes: the broker cannot reach the nodes that have the queue or stream. See that most of them run.',
  make_room:
    'The stream or queue has reached its limit and takes nothing new: raise the limit, let its readers catch up, or let it discard the oldest.',
  raise_queue_limit:
    'The queue takes nothing new, such as by a limit with overflow reject-publish: raise its limit, or let its readers catch up.',
  keep_queue:
    'The queue was removed while it was used: see that nothing deletes it. It is declared again for the next try.',
  put_subject_into_stream:
    'Add the subject to the stream and take it out of any other, or name another stream in NATS_STREAM.',

  // A broker that is down.
  being_connected: 'Nothing: the first connection is being made.',
  start_broker: 'Start the broker, and see that {variable} names its host and port.',
  correct_broker_host:
    'See that the host in {variable} is spelt rightly and known to this machine.',
  correct_broker_user:
    'See that user and password in {variable} are right, and that the user may use the virtual host, declare and publish.',
  broker_without_tls:
    'Take the scheme without TLS in {variable}, or name the port at which the broker speaks TLS.',
  broker_with_tls: 'Take the scheme with TLS in {variable}, or the port without it.',
  broker_certificate:
    'See that the certificate of the broker is valid for the host in {variable}, and that its scheme is right.',
  broker_firewall: 'See that no firewall stands between this machine and the host in {variable}.',
  create_virtual_host:
    'Create the virtual host on the broker, or name one that exists at the end of {variable}.',
  close_connections:
    'The broker allows no more connections: close some there, or raise the limit of the server, the virtual host or the user.',
  free_broker_memory: 'The broker is short of memory or disk: free some there.',
  being_connected_again: 'Nothing, if it comes back: it is tried again every minute at the latest.',
  read_log_of_broker:
    'Look into the log of the broker: it is up, but takes nothing for this queue or subject, or refuses the connection.',

  // The bucket for media.
  store_without_tls:
    'Begin S3_ENDPOINT with http://, or name the port at which the store speaks TLS.',
  store_with_tls: 'Begin S3_ENDPOINT with https://.',
  store_certificate:
    'See that the certificate of the store is valid for the host in S3_ENDPOINT; set NODE_EXTRA_CA_CERTS to your own authority.',
  reach_store:
    'See that S3_ENDPOINT names the host and port of the store, and that no firewall is in between.',
  create_bucket: 'Create the bucket, or put the name of one that exists into S3_BUCKET.',
  correct_store_keys:
    'See that S3_ACCESS_KEY and S3_SECRET_KEY are right, that they may write to S3_BUCKET, and that S3_REGION is its region.',
  wait_for_store: 'Nothing, if it passes: the store itself is in trouble.',
  read_log_of_store: 'Look into the log of the store.',
  read_log: 'Look into the log.',
} as const;

export type AdviceCode = keyof typeof ADVICE;

export type AdviceParametersOf<R extends AdviceCode> = Readonly<
  Record<PlacesIn<(typeof ADVICE)[R]>, string>
>;

/** Returns the English sentence of advice; `variable` is the one that has the address of a broker. */
export const adviceSentence = (code: AdviceCode, variable = ''): string =>
  fillSentence(ADVICE[code], { variable });
