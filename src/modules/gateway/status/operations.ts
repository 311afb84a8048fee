/** Operations for operators: the state of channels and nodes, and metrics. */

import { hostname } from 'node:os';
import { type Static, Type } from '@sinclair/typebox';
import { version } from '../../../../package.json';
import { BROKERS } from '../../../core/channels/brokers.ts';
import type { Database } from '../../../core/db/client.ts';
import { channelOf } from '../../../core/events/contract/endpoint.ts';
import { type Backlog, countStreams } from '../../../core/events/log/delivery-counts.ts';
import type { NodeStatus } from '../../../core/http/forwarding.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull, textOrNull } from '../../../core/http/nullable.ts';
import { words } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { type Clock, iso } from '../../../core/shared/clock.ts';
import { newId } from '../../../core/shared/ids.ts';
import { operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { createSharedAnswer } from '../shared-answer.ts';
import { cureOf } from './readiness.ts';

const CHANNELS = ['webhook', ...BROKERS.map(({ name }) => name), 'websocket', 's3'];

const ChannelHealth = NamedObject('ChannelHealth', {
  channel: words(...CHANNELS),
  state: Type.Unsafe<'up' | 'down' | 'off'>(
    Type.Union([Type.Literal('up'), Type.Literal('down'), Type.Literal('off')], {
      description: '`off` if it is not configured',
    }),
  ),
  since: orNull(Time(), 'When it went up or down; null if it has no connection of its own'),
  error: textOrNull('Why it is down; null if it is up'),
  cure: textOrNull('Cure for the last failure; null without a failure'),
  cureReason: textOrNull('Stable name of the cure'),
  cureVariable: textOrNull('Variable that the cure names'),
  lastFailure: orNull(
    Type.Object({ at: Time(), error: Type.String() }),
    'Last failure since the start, also if it is up again: of the connection, or of a queue or subject that refused',
  ),
  refusing: Type.Optional(
    Type.Object(
      {
        count: Type.Integer({ description: 'Number of instances whose events wait for them' }),
        since: Time(),
        error: Type.String({ description: 'Why the first of them refuses' }),
        place: Type.String({ description: 'Its name' }),
      },
      {
        description:
          'Queues or subjects that take nothing although the broker is up; absent without any. `cure` says what to do',
      },
    ),
  ),
  waiting: orNull(
    Type.Integer(),
    'Deliveries that wait for it; null if nothing waits for such a channel',
  ),
  sending: orNull(
    Type.Integer(),
    'Deliveries that are being sent; null if nothing waits for such a channel',
  ),
  oldestDueSeconds: orNull(
    Type.Integer(),
    'Seconds for which the delivery that is due longest has waited; null if no delivery waits',
  ),
  readers: orNull(Type.Integer(), 'Number of open WebSockets; null for other channels'),
});
type Health = Static<typeof ChannelHealth>;

export const listChannels = operation('GET /channels', {
  tag: 'Status',
  scope: 'global',
  summary: 'Get the state of every channel',
  description:
    'Returns whether the brokers and the bucket are connected and since when, the last failure with what to do about it, and what waits for each channel. Deliveries are counted at most once a second.',
  answer: NamedObject('Channels', { channels: Type.Array(ChannelHealth) }),
  isForAnyNode: true,
  prepare: ({ clock, backlog }) => createSharedAnswer(clock, backlog),
  async run(parts, { prepared: backlog }) {
    const rows = await backlog();
    return { channels: CHANNELS.map((channel) => healthOf(channel, parts, rows)) };
  },
});

const NO_CURE = { cure: null, cureReason: null, cureVariable: null };
const UNCONNECTED = { since: null, error: null, ...NO_CURE, lastFailure: null };

function healthOf(channel: string, parts: GatewayParts, backlog: readonly Backlog[]): Health {
  const readers = channel === 'websocket' ? parts.live.feed.size : null;
  const present = { channel, ...waitingFor(channel, parts.clock.steady(), backlog), readers };
  // Each delivery of a webhook opens a connection of its own, and readers open the sockets.
  if (channel === 'webhook' || channel === 'websocket')
    return { ...present, state: 'up', ...UNCONNECTED };
  const condition = parts.channels()[channel];
  if (!condition) return { ...present, state: 'off', ...UNCONNECTED };
  const { state, since, error, lastFailure, refusing } = condition;
  const failure = error ?? refusing?.error ?? lastFailure?.error ?? null;
  return {
    ...present,
    state,
    since: iso(since),
    error,
    ...(failure === null ? NO_CURE : cureFields(channel, failure)),
    ...(refusing && { refusing: { ...refusing, since: iso(refusing.since) } }),
    lastFailure: lastFailure ? { at: iso(lastFailure.at), error: lastFailure.error } : null,
  };
}

function cureFields(channel: string, failure: string) {
  const { text, reason, variable } = cureOf(channel, failure);
  return { cure: text, cureReason: reason, cureVariable: variable };
}

function waitingFor(channel: string, now: number, backlog: readonly Backlog[]) {
  if (channel === 's3' || channel === 'websocket')
    return { waiting: null, sending: null, oldestDueSeconds: null };
  const own = backlog.filter(({ endpoint }) => channelOf(endpoint) === channel);
  const due = own.flatMap(({ oldestDueAt }) => oldestDueAt ?? []);
  return {
    waiting: own.reduce((sum, one) => sum + one.waiting, 0),
    sending: own.reduce((sum, one) => sum + one.sending, 0),
    oldestDueSeconds:
      due.length === 0 ? null : Math.floor(Math.max(0, now - Math.min(...due)) / 1000),
  };
}

const Node = NamedObject('Node', {
  id: Type.String({ description: 'Id of the node, new at each start of its process' }),
  name: Type.String({ description: 'NODE_NAME, or the name of its host' }),
  url: textOrNull('URL at which other nodes reach it; null if it names no URL'),
  version: Type.String(),
  startedAt: Time(),
  leaseSeconds: orNull(
    Type.Number(),
    'Seconds for which it lives without another sign of life, as far as the answering node knows. 0: that node has heard nothing for so long that it may be dead, for example while the database cannot be reached. Null on a database file, where a node needs no lease',
  ),
  draining: Type.Boolean({
    description: 'Whether the node is ending, and others take what it has',
  }),
  streams: Type.Integer({ description: 'Number of instances and accounts whose events it sends' }),
  unreachableFrom: Type.Array(Type.String(), {
    description:
      'Names of the nodes whose last request to this one failed, within the last minute; requests to them for its instances are answered 503',
  }),
  takenOver: Type.Integer({
    description:
      'Number of instances and accounts that it has taken over since its start, from nodes that ended or handed them over, or as the first node',
  }),
  fencedWrites: Type.Integer({
    description:
      'Number of its writes that the database refused since its start, because another node had taken over the instance or account, for example while it was paused',
  }),
  isThis: Type.Boolean({ description: 'Whether this node answers the request' }),
});

export const listNodes = operation('GET /nodes', {
  tag: 'Status',
  scope: 'global',
  summary: 'List the nodes that share the database',
  description:
    'Returns the nodes that were alive when the answering node last reported itself, which it does every 3 seconds. A service on a database file has one node.',
  answer: NamedObject('Nodes', { nodes: Type.Array(Node) }),
  isForAnyNode: true,
  prepare: ({ nodeStatus, db, clock }) => nodeStatus?.all ?? onlyNode(db, clock),
  async run({ nodeStatus }, { prepared: all }) {
    const own = nodeStatus?.now().id ?? null;
    return {
      nodes: (await all()).map(({ url, startedAt, leaseMs, fenced, ...shown }) => ({
        ...shown,
        unreachableFrom: [...shown.unreachableFrom],
        url: url === '' ? null : url,
        startedAt: iso(startedAt),
        leaseSeconds: leaseMs === null ? null : leaseMs / 1_000,
        fencedWrites: fenced,
        isThis: own === null || shown.id === own,
      })),
    };
  },
});

export const readMetrics = operation('GET /metrics', {
  tag: 'Status',
  scope: 'global',
  summary: 'Get metrics for Prometheus',
  description: 'Takes the key also as a bearer token in `authorization`.',
  answer: Type.String({ description: 'Prometheus text' }),
  isForAnyNode: true,
  example: { answer: 'gatehouse_deliveries{state="waiting"} 0\n' },
  async run({ metrics }) {
    return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } });
  },
});

/** Returns the only process on a database file as a node. Rejects with a DatabaseError. */
function onlyNode(db: Pick<Database, 'query'>, clock: Pick<Clock, 'now'>): NodeStatus['all'] {
  const none = { leaseMs: null, draining: false, unreachableFrom: [], takenOver: 0, fenced: 0 };
  const own = { id: newId(), name: hostname(), url: '', version, startedAt: clock.now(), ...none };
  return async () => [{ ...own, streams: await countStreams(db) }];
}

const Limit = NamedObject('Limit', {
  variable: Type.String({
    description: 'Variable that sets it',
    examples: ['RATE_LIMIT_PER_MINUTE'],
  }),
  value: textOrNull('Limit in force, as the variable takes it; null if there is no limit'),
  reached: Type.Integer({
    minimum: 0,
    description:
      'How often something was refused, delayed or removed for it, by the answering node since its start; 0 also where that is not counted',
  }),
});

export const readService = operation('GET /service', {
  tag: 'Status',
  scope: 'global',
  summary: 'Get the version, the limits in force and the last backup',
  description:
    'Returns what the answering node runs, which limits are in force, and the newest backup that `gatehouse backup` has made of the database file.',
  answer: NamedObject('Service', {
    version: Type.String({ examples: ['0.1.0'] }),
    limits: Type.Array(Limit),
    databaseIsFile: Type.Boolean({
      description: 'Whether the database is a file; one on a server is backed up there',
    }),
    lastBackup: orNull(
      Type.Object({
        file: Type.String({ description: 'Its path or its address in a bucket' }),
        bytes: Type.Integer({ minimum: 0 }),
        createdAt: Time(),
      }),
      'Newest backup of the database file; null if none is known',
    ),
  }),
  isForAnyNode: true,
  async run({ limitsInForce, timesReached, lastBackup }) {
    const last = (await lastBackup?.()) ?? null;
    return {
      version,
      limits: limitsInForce.map((limit) => ({ ...limit, reached: timesReached(limit.variable) })),
      databaseIsFile: lastBackup !== null,
      lastBackup: last && { ...last, createdAt: iso(last.createdAt) },
    };
  },
});
