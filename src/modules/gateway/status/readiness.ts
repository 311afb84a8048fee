/** Checks whether the service can work now: its database and every configured broker. */
import { type Static, Type } from '@sinclair/typebox';
import { variableOf } from '../../../core/channels/broker.ts';
import { BROKERS } from '../../../core/channels/brokers.ts';
import type { NodeStatus } from '../../../core/http/forwarding.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { Time } from '../../../core/http/time.ts';
import { resultInTime } from '../../../core/shared/async/deadline.ts';
import { type Clock, iso } from '../../../core/shared/clock.ts';
import type { Condition } from '../../../core/shared/condition.ts';
import { type AdviceCode, adviceSentence } from '../../../core/shared/reasons/advice.ts';
import type { UnhandledFaults } from '../../../core/shared/unhandled-faults.ts';

const Lease = Type.Unsafe<'held' | 'lapsed' | 'draining'>(
  Type.Union([Type.Literal('held'), Type.Literal('lapsed'), Type.Literal('draining')], {
    description:
      'lapsed: the node cannot renew its lease and starts nothing; draining: it is ending, and others take what it has',
  }),
);
const UpOrDown = Type.Union([Type.Literal('up'), Type.Literal('down')]);
export const Readiness = NamedObject('Readiness', {
  status: Type.Union([Type.Literal('ok'), Type.Literal('unavailable')]),
  database: UpOrDown,
  error: Type.Optional(
    Type.String({
      description: 'Why the database cannot be written to, and since when',
      examples: ['the disk is full since 2026-01-05T10:00:00.000Z'],
    }),
  ),
  channels: Type.Record(
    Type.String(),
    Type.Object({
      state: UpOrDown,
      since: Time(),
      error: Type.Union([Type.String(), Type.Null()]),
    }),
    { description: 'Brokers and object storage, if they are configured' },
  ),
  node: Type.Optional(
    Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        lease: Lease,
        streams: Type.Integer({
          description: 'Number of instances and accounts whose events it sends',
        }),
      },
      { description: 'State of this node on a database server' },
    ),
  ),
  faults: Type.Optional(
    Type.Object(
      {
        count: Type.Integer({ description: 'Number of faults since the start' }),
        lastAt: Time(),
        last: Type.String({
          description: 'Kind of the last fault and its place in the code; the log has its text',
          examples: ['TypeError at answer.ts:138'],
        }),
      },
      {
        description:
          'Faults of the service that no code handled; absent without any. The service continues after each of them and stays ready: report them',
      },
    ),
  ),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Parts that do not work in the current set-up, although the service is ready',
    }),
  ),
});

export interface ReadinessDeps {
  readonly clock: Clock;
  /** True when the database answers; may reject. */
  readonly database: () => Promise<boolean>;
  /** Returns why the database takes no writes now, or null if it takes them as far as is known. */
  readonly outage: () => string | null;
  /** Configured channels by name, such as `amqp`. */
  readonly channels: () => Readonly<Record<string, Condition>>;
  /** This node on a shared database server; null if the process is alone on a file. */
  readonly node: NodeStatus | null;
  readonly faults: Pick<UnhandledFaults, 'counts' | 'last'>;
  /** Returns what an operator must change for something to work. */
  readonly warnings: () => readonly string[];
}

/** A database that takes longer is reported as down. */
const DATABASE_ANSWER_MS = 2_000;

export async function readinessOf(deps: ReadinessDeps): Promise<Static<typeof Readiness>> {
  const error = deps.outage();
  const isDatabaseUp = error === null && (await answersInTime(deps));
  const channels = Object.entries(deps.channels());
  const node = deps.node?.now() ?? null;
  const isUp =
    isDatabaseUp &&
    channels.every(([, { state }]) => state === 'up') &&
    (node === null || node.lease === 'held');
  const warnings = [...deps.warnings(), ...channels.flatMap(warningsOf)];
  return {
    status: isUp ? 'ok' : 'unavailable',
    database: isDatabaseUp ? 'up' : 'down',
    ...(error !== null && { error }),
    channels: Object.fromEntries(
      channels.map(([name, { state, since, error }]) => [
        name,
        { state, since: iso(since), error },
      ]),
    ),
    ...(node && {
      node: { id: node.id, name: node.name, lease: node.lease, streams: node.streams },
    }),
    ...faultsShown(deps.faults),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Everybody may read it, so it names neither the queue nor what the broker said of it. */
function warningsOf([channel, { refusing }]: readonly [string, Condition]): string[] {
  if (refusing === undefined) return [];
  const { count, since, error } = refusing;
  const [word] = error.split(':', 1);
  const events = count === 1 ? 'events of one instance wait' : `events of ${count} instances wait`;
  return [
    `${channel}: ${events} for a queue or subject that refuses them since ${iso(since)} (${word}). ${cureOf(channel, error).text}`,
  ];
}

/** Unhandled errors of libraries are not shown: they are expected when connections end. */
function faultsShown({ counts, last }: ReadinessDeps['faults']) {
  if (last === null) return {};
  const count = counts.main + counts.sessions;
  return { faults: { count, lastAt: iso(last.at), last: last.kind } };
}

async function answersInTime({ clock, database }: ReadinessDeps): Promise<boolean> {
  const answer = Promise.resolve()
    .then(database)
    .catch(() => false);
  return (await resultInTime({ clock, ms: DATABASE_ANSWER_MS }, answer)) ?? false;
}

// Advice for a channel that is down, by the stable word that its error begins with.

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
