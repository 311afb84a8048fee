/** The figures of the last 48 hours: of one instance, and the sums of all. */
import { type Static, Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../../core/channels/brokers.ts';
import { destinationOf, endpointIdOf } from '../../../core/events/contract/endpoint.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { words } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { iso } from '../../../core/shared/clock.ts';
import { instanceOperation, operation } from '../operation.ts';
import { createSharedAnswer } from '../shared-answer.ts';
import { addCounts, type Counts, countOf, latencyOf, noCounts } from './counts.ts';
import {
  BUCKET_MS,
  BUCKETS,
  type FiguresBySince,
  oldestBucketAt,
  readAllFigures,
  readFigures,
} from './rows.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const EndpointFigures = NamedObject('EndpointFigures', {
  destination: words(...DESTINATIONS),
  endpoint: Type.Union([Type.String(), Type.Null()], {
    description:
      'Id of the endpoint, as deliveries name it; null in sums, where all webhooks of instances are one',
  }),
  delivered: Count('Deliveries that were accepted'),
  failedAttempts: Count('Attempts that failed, whatever became of the delivery'),
  discarded: Count('Deliveries that were discarded'),
  filtered: Count(
    "Events in the endpoint's list that were not sent to it: its filter left them out, or its format has no body for them",
  ),
  latency: Type.Union(
    [
      Type.Object({
        p50Ms: Count('p50: half of the deliveries were accepted within this time, estimated'),
        p95Ms: Count('p95: 95 of 100 deliveries were accepted within this time, estimated'),
        maxMs: Count('The longest of these times'),
      }),
      Type.Null(),
    ],
    {
      description:
        'Time from the event to its acceptance, for deliveries that were accepted at the first attempt; null without any',
    },
  ),
});

const messagesReceived = Count(
  '`Message` events: messages that arrived, and messages that the account wrote on its own phone',
);
const messagesSent = Count('Messages sent through the API');

const FiguresBucket = NamedObject('FiguresBucket', {
  from: Time({ description: 'Start of the half hour' }),
  messagesReceived,
  messagesSent,
  destinations: Type.Array(EndpointFigures, {
    description: 'Endpoints that events were sent to, or filtered for, in this half hour',
  }),
});

const Figures = NamedObject('Figures', {
  bucketMinutes: Type.Integer({ description: 'Length of each entry of `buckets`, in minutes' }),
  messagesReceived,
  messagesSent,
  destinations: Type.Array(EndpointFigures, {
    description: 'Totals over all buckets, by endpoint',
  }),
  buckets: Type.Array(FiguresBucket, {
    description: `The ${BUCKETS} half hours up to the current one, oldest first, including empty ones`,
  }),
});

const KEPT =
  'Returns deliveries, failed attempts, filtered events, latency and messages of the last 48 hours, in half hours of UTC. The last 10 seconds may be missing.';

export const readInstanceFigures = instanceOperation('GET /instance/figures/:instanceName', {
  tag: 'Instances',
  scope: 'read',
  summary: 'Get the figures of an instance for the last 48 hours',
  description: KEPT,
  answer: Figures,
  anyNode: true,
  async run({ db, clock }, { instance }) {
    const now = clock.now();
    return shown(await readFigures(db, instance.id, oldestBucketAt(now)), now, endpointIdOf);
  },
});

export const readSummedFigures = operation('GET /instance/figures', {
  tag: 'Instances',
  scope: 'read',
  summary: 'Get the figures of all instances for the last 48 hours',
  description: `${KEPT} The figures are sums over all instances; with the key of an instance, those of that instance alone.`,
  answer: Figures,
  anyNode: true,
  prepare: ({ db, clock }) =>
    createSharedAnswer(clock, async () => {
      const now = clock.now();
      return shown(await readAllFigures(db, oldestBucketAt(now)), now, () => null);
    }),
  async run({ db, clock }, { caller, prepared: all }) {
    if (caller.kind === 'global') return all();
    const now = clock.now();
    return shown(await readFigures(db, caller.instanceId, oldestBucketAt(now)), now, endpointIdOf);
  },
});

/** Returns the id of an endpoint as it is shown. */
type IdOf = (endpoint: string) => string | null;

function shown(figures: FiguresBySince, now: number, idOf: IdOf): Static<typeof Figures> {
  const oldest = oldestBucketAt(now);
  const totals = new Map<string, Counts>();
  const buckets = Array.from({ length: BUCKETS }, (_, index) => {
    const since = oldest + index * BUCKET_MS;
    const endpoints = figures.get(since) ?? new Map<string, Counts>();
    for (const [endpoint, counts] of endpoints)
      addCounts(totals.getOrInsertComputed(endpoint, noCounts), counts);
    return { from: iso(since), ...shownCounts(endpoints, idOf) };
  });
  return { bucketMinutes: BUCKET_MS / 60_000, ...shownCounts(totals, idOf), buckets };
}

function shownCounts(endpoints: ReadonlyMap<string, Counts>, idOf: IdOf) {
  const messages = endpoints.get('') ?? noCounts();
  return {
    messagesReceived: countOf(messages, 'received'),
    messagesSent: countOf(messages, 'sent'),
    destinations: DESTINATIONS.flatMap((destination) =>
      [...endpoints]
        .filter(([endpoint]) => endpoint !== '' && destinationOf(endpoint) === destination)
        .sort(
          ([a], [b]) => Number(b === destination) - Number(a === destination) || (a < b ? -1 : 1),
        )
        .map(([endpoint, counts]) => ({
          destination,
          endpoint: idOf(endpoint),
          ...shownDeliveries(counts),
        })),
    ),
  };
}

const shownDeliveries = (counts: Counts) => ({
  delivered: countOf(counts, 'delivered'),
  failedAttempts: countOf(counts, 'failed'),
  discarded: countOf(counts, 'discarded'),
  filtered: countOf(counts, 'filtered'),
  latency: latencyOf(counts),
});
