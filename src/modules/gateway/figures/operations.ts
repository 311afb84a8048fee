/** The figures of the last 48 hours: of one instance, and the sums of all. */
import { type Static, Type } from '@sinclair/typebox';
import { DESTINATIONS } from '../../../core/channels/brokers.ts';
import { destinationOf, endpointIdOf } from '../../../core/events/contract/endpoint.ts';
import { WholeText } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { words } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { iso } from '../../../core/shared/clock.ts';
import { instanceOperation, operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { visibleEndpoints } from '../portal/limits.ts';
import { createSharedAnswer } from '../shared-answer.ts';
import { addCounts, type Counts, countOf, latencyOf, noCounts } from './counts.ts';
import {
  BUCKET_MS,
  BUCKETS,
  bucketOf,
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
    description: 'The half hours up to the current one, oldest first, including empty ones',
  }),
});

const HOURS_MAX = (BUCKETS * BUCKET_MS) / 3_600_000;
const Range = Type.Object({
  hours: WholeText({
    ...{ minimum: 1, maximum: HOURS_MAX, default: HOURS_MAX },
    description: `Number of hours up to now that the answer is about: 1-${HOURS_MAX}`,
    examples: [24],
  }),
});

const KEPT = `Returns deliveries, failed attempts, filtered events, latency and messages of the last ${HOURS_MAX} hours or fewer, in half hours of UTC. The last 10 seconds may be missing.`;

export const readInstanceFigures = instanceOperation('GET /instance/figures/:instanceName', {
  tag: 'Instances',
  scope: 'read',
  portal: 'deliveries:read',
  summary: 'Get the figures of an instance for the last 48 hours',
  description: `${KEPT} A customer's page gets those of the customer's endpoints, and no messages.`,
  query: Range,
  answer: Figures,
  anyNode: true,
  async run(parts, { instance, caller, query }) {
    const range = rangeOf(parts, query);
    const found = await readFigures(parts.db, instance.id, range.oldest);
    const visible = visibleEndpoints(parts, caller, instance.id);
    return shown(found, range, (endpoint) => visible?.includes(endpoint) ?? true);
  },
});

export const readSummedFigures = operation('GET /instance/figures', {
  tag: 'Instances',
  scope: 'read',
  summary: 'Get the figures of all instances for the last 48 hours',
  description: `${KEPT} The figures are sums over all instances; with the key of an instance, those of that instance alone.`,
  query: Range,
  answer: Figures,
  anyNode: true,
  prepare: ({ db, clock }) =>
    createSharedAnswer(clock, () => readAllFigures(db, oldestBucketAt(clock.now()))),
  async run(parts, { caller, query, prepared: all }) {
    const range = rangeOf(parts, query);
    return caller.kind === 'global'
      ? shown(await all(), range, isEvery, () => null)
      : shown(await readFigures(parts.db, caller.instanceId, range.oldest), range, isEvery);
  },
});

const isEvery = () => true;

interface HalfHours {
  /** When the first begins, in ms since 1970. */
  readonly oldest: number;
  readonly count: number;
}

function rangeOf({ clock }: Pick<GatewayParts, 'clock'>, { hours }: { hours: number }): HalfHours {
  const count = (hours * 3_600_000) / BUCKET_MS;
  return { oldest: bucketOf(clock.now()) - (count - 1) * BUCKET_MS, count };
}

/** `isShown` gets an endpoint, or '' for messages; `idOf` returns the id of an endpoint as it is shown. */
function shown(
  figures: FiguresBySince,
  { oldest, count }: HalfHours,
  isShown: (endpoint: string) => boolean,
  idOf: IdOf = endpointIdOf,
): Static<typeof Figures> {
  const totals = new Map<string, Counts>();
  const buckets = Array.from({ length: count }, (_, index) => {
    const since = oldest + index * BUCKET_MS;
    const endpoints = new Map(
      [...(figures.get(since) ?? [])].filter(([endpoint]) => isShown(endpoint)),
    );
    for (const [endpoint, counts] of endpoints)
      addCounts(totals.getOrInsertComputed(endpoint, noCounts), counts);
    return { from: iso(since), ...shownCounts(endpoints, idOf) };
  });
  return { bucketMinutes: BUCKET_MS / 60_000, ...shownCounts(totals, idOf), buckets };
}

type IdOf = (endpoint: string) => string | null;

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
