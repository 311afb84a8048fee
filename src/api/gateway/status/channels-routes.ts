/** The route of /channels: how each way out of events and media is doing. */
import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { BROKERS } from '../../../channels/brokers.ts';
import { channelOf } from '../../../events/contract/endpoint.ts';
import type { Backlog } from '../../../events/log/backlog.ts';
import { failures } from '../../../http/failures.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { words } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import { needsGlobal } from '../../../instances/scopes.ts';
import { createSharedAnswer } from '../../../shared/async/shared-answer.ts';
import { type Clock, iso } from '../../../shared/clock.ts';
import type { Condition } from '../../../shared/condition.ts';
import { cureOf } from './channel-cures.ts';

const CHANNELS = ['webhook', ...BROKERS.map(({ name }) => name), 'websocket', 's3'];

const orNull = <T extends ReturnType<typeof Type.String | typeof Type.Integer>>(
  schema: T,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

const ChannelHealth = NamedObject('ChannelHealth', {
  channel: words(...CHANNELS),
  state: Type.Unsafe<'up' | 'down' | 'off'>(
    Type.Union([Type.Literal('up'), Type.Literal('down'), Type.Literal('off')], {
      description: 'off: it is not configured',
    }),
  ),
  since: Type.Union([Time(), Type.Null()], {
    description: 'Since when it is up or down; null: it has no connection of its own',
  }),
  error: orNull(Type.String(), 'Why it is down; null: it is not'),
  cure: orNull(Type.String(), 'What to do about the last failure; null: there was none'),
  lastFailure: Type.Union([Type.Object({ at: Time(), error: Type.String() }), Type.Null()], {
    description: 'The last failure since the start, also when it is up again',
  }),
  waiting: orNull(Type.Integer(), 'Deliveries that wait for it; null: nothing waits for it'),
  sending: orNull(Type.Integer(), 'Deliveries that are being sent; null as above'),
  oldestDueSeconds: orNull(
    Type.Integer(),
    'For how long the delivery that is due longest has waited; null: none waits',
  ),
  readers: orNull(Type.Integer(), 'WebSockets that are open now; null: of other channels'),
});
type Health = Static<typeof ChannelHealth>;

const Channels = NamedObject('Channels', { channels: Type.Array(ChannelHealth) });

interface ChannelsDeps {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly channels: () => Readonly<Record<string, Condition>>;
  readonly backlog: () => Promise<readonly Backlog[]>;
  /** WebSockets that are open now. */
  readonly readers: () => number;
}

export const channelsRoute = (deps: ChannelsDeps) => {
  const backlog = createSharedAnswer(deps.clock, deps.backlog);
  return new Elysia({ name: 'channels' }).get(
    '/channels',
    async () => {
      const rows = await backlog();
      return { channels: CHANNELS.map((channel) => healthOf(channel, deps, rows)) };
    },
    {
      response: {
        200: Channels,
        ...failures('UNAUTHORIZED', 'FORBIDDEN', 'INTERNAL_SERVER_ERROR'),
      },
      detail: {
        tags: ['Status'],
        security: needsGlobal,
        summary: 'How every channel is doing; global key only',
        description:
          'Whether the brokers and the bucket are connected and since when, the last failure with what to do about it, and what waits for each channel. Deliveries are counted at most once a second.',
      },
    },
  );
};

const UNCONNECTED = { since: null, error: null, cure: null, lastFailure: null };

function healthOf(channel: string, deps: ChannelsDeps, backlog: readonly Backlog[]): Health {
  const readers = channel === 'websocket' ? deps.readers() : null;
  const present = { channel, ...waitingFor(channel, deps.clock.steady(), backlog), readers };
  // Each delivery of a webhook makes a connection of its own, and sockets are opened by their readers.
  if (channel === 'webhook' || channel === 'websocket')
    return { ...present, state: 'up', ...UNCONNECTED };
  const condition = deps.channels()[channel];
  if (!condition) return { ...present, state: 'off', ...UNCONNECTED };
  const { state, since, error, lastFailure } = condition;
  const failure = error ?? lastFailure?.error ?? null;
  return {
    ...present,
    state,
    since: iso(since),
    error,
    cure: failure === null ? null : cureOf(channel, failure),
    lastFailure: lastFailure ? { at: iso(lastFailure.at), error: lastFailure.error } : null,
  };
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
