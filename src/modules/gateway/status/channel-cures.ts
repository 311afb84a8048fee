/** Advice for a channel that is down, by the stable word that its error begins with. */
import { variableOf } from '../../../core/channels/broker.ts';
import { BROKERS } from '../../../core/channels/brokers.ts';
import { type AdviceCode, adviceSentence } from '../../../core/shared/reasons/advice.ts';

type Cures = readonly (readonly [error: RegExp, cure: AdviceCode])[];

/** Advice for queues and subjects that take nothing although their broker is up. */
const REFUSAL_CURES: Cures = [
  [/^timeout: the broker|^timeout: no answer/, 'queue_without_answer'],
  [/^queue_limit/, 'raise_max_queues'],
  [/^precondition_failed/, 'remove_queue'],
  [/^locked/, 'unlock_queue'],
  [/^sealed/, 'other_stream'],
  [/^no_jetstream/, 'switch_jetstream_on'],
  [/^unavailable/, 'wait_for_nodes'],
  [/^full/, 'make_room'],
  [/^refused/, 'raise_queue_limit'],
  [/^unroutable/, 'keep_queue'],
  [/^wrong_stream/, 'put_subject_into_stream'],
];

const BROKER_CURES: Cures = [
  ...REFUSAL_CURES,
  [/^connecting:/, 'being_connected'],
  [/^connection_refused/, 'start_broker'],
  [/^dns_error/, 'correct_broker_host'],
  [/^access_refused/, 'correct_broker_user'],
  [/no TLS at this port/, 'broker_without_tls'],
  [/this port speaks TLS/, 'broker_with_tls'],
  [/^tls_error/, 'broker_certificate'],
  [/^timeout/, 'broker_firewall'],
  [/^no_vhost/, 'create_virtual_host'],
  [/^connection_limit/, 'close_connections'],
  [/^blocked/, 'free_broker_memory'],
  [/^connection_lost/, 'being_connected_again'],
  [/./, 'read_log_of_broker'],
];

const STORE_CURES: Cures = [
  [/no TLS at this port/, 'store_without_tls'],
  [/this port speaks TLS/, 'store_with_tls'],
  [/certificate/, 'store_certificate'],
  [/cannot be reached|not stored within|timeout/, 'reach_store'],
  [/NoSuchBucket/, 'create_bucket'],
  [/answered 40[13]/, 'correct_store_keys'],
  [/answered 5\d\d|answered 429/, 'wait_for_store'],
  [/./, 'read_log_of_store'],
];

/** A sentence for operators. */
interface Cure {
  readonly text: string;
  readonly reason: AdviceCode;
  /** The variable that has the address of the broker; null if it has no address. */
  readonly variable: string | null;
}

export function cureOf(channel: string, error: string): Cure {
  const broker = BROKERS.find(({ name }) => name === channel);
  const cures = broker ? BROKER_CURES : channel === 's3' ? STORE_CURES : [];
  const reason = cures.find(([pattern]) => pattern.test(error))?.[1] ?? 'read_log';
  const variable = broker ? variableOf(broker, 'Url').name : null;
  return { text: adviceSentence(reason, variable ?? ''), reason, variable };
}
