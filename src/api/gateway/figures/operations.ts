/** The figures of the last 48 hours: of one instance, and the sums of all. */
import { type Static, Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../../channels/brokers.ts';
import { destinationOf, endpointIdOf } from '../../../events/contract/endpoint.ts';
import { NamedObject } from '../../../http/named-object.ts';
import { words } from '../../../http/read-fields.ts';
import { Time } from '../../../http/time.ts';
import { createSharedAnswer } from '../../../shared/async/shared-answer.ts';
import { iso } from '../../../shared/clock.ts';
import { instanceOperation, operation } from '../operation.ts';
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
  discarded: Count('Deliveries that were given up'),
  filtered: Count(
    'Events of its list that were not meant for it: its filter left them out, or its format has no body for them',
  ),
  latency: Type.Union(
    [
      Type.Object({
        p50Ms: Count('Half of them were accepted within this time, estimated'),
        p95Ms: Count('95 of 100 were accepted within this time, estimated'),
        maxMs: Count('The longest of these times'),
      }),
      Type.Null(),
    ],
    {
      description:
        'From the event to its acceptance, of deliveries that were accepted at the first attempt; null: there were none',
    },
  ),
});

const messagesReceived = Count(
  'Events `Message`: what came, and what the account wrote on its own phone',
);
const messagesSent = Count('Messages sent through the API');

const FiguresBucket = NamedObject('FiguresBucket', {
  from: Time({ description: 'When the half hour begins' }),
  messagesReceived,
  messagesSent,
  destinations: Type.Array(EndpointFigures, {
    description:
      'The endpoints to which something was sent in this half hour, or whose filter left something out',
  }),
});

const Figures = NamedObject('Figures', {
  bucketMinutes: Type.Integer({ description: 'How long each entry of `buckets` is, in minutes' }),
  messagesReceived,
  messagesSent,
  destinations: Type.Array(EndpointFigures, { description: 'Of all buckets together' }),
  buckets: Type.Array(FiguresBucket, {
    description: `The ${BUCKETS} half hours up to the present one, oldest first; also those in which nothing happened`,
  }),
});

const KEPT =
  'Deliveries, failed attempts, filtered events, latency and messages of the last 48 hours, in half hours of UTC. What happened in the last 10 seconds may be missing.';

export const readInstanceFigures = instanceOperation('GET /instance/figures/:instanceName', {
  tag: 'Instances',
  scope: 'read',
  summary: 'What an instance received, sent and delivered in the last 48 hours',
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
  summary: 'What all instances received, sent and delivered in the last 48 hours',
  description: `${KEPT} The sums of all instances; with the key of an instance, what that instance has by itself.`,
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
