/** The figures of up to 7 days: of one instance, and the sums of all. */
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
  bucketOf,
  type FiguresBySince,
  type FiguresRange,
  HALF_HOUR_MS,
  HALF_HOURS_FOR_MS,
  KEPT_MS,
  LONGEST_MS,
  ROW_MS,
  readAllFigures,
  readFigures,
  SHORT_FOR_MS,
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
  from: Time({ description: 'When it begins' }),
  messagesReceived,
  messagesSent,
  destinations: Type.Array(EndpointFigures, {
    description: 'Endpoints that events were sent to, or filtered for, in this time',
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
    description:
      'The times of this length up to the current one, oldest first, including empty ones',
  }),
});

const HOUR_MS = 3_600_000;
const HOURS_MAX = KEPT_MS / HOUR_MS;
const HOURS_USUAL = HALF_HOURS_FOR_MS / HOUR_MS;
const Range = Type.Object({
  hours: WholeText({
    minimum: 1,
    maximum: HOURS_MAX,
    default: HOURS_USUAL,
    description: `Number of hours up to now that the answer is about: 1-${HOURS_MAX}. One hour is in buckets of 5 minutes, up to ${HOURS_USUAL} hours of 30 minutes, more of 4 hours`,
    examples: [24],
  }),
});

const KEPT = `Returns deliveries, failed attempts, filtered events, latency and messages of the last ${HOURS_USUAL} hours, of fewer, or of up to 7 days, in times of UTC. The last 10 seconds may be missing.`;

export const readInstanceFigures = instanceOperation('GET /instance/figures/:instanceName', {
  tag: 'Instances',
  scope: 'read',
  portal: 'deliveries:read',
  summary: 'Get the figures of an instance for up to 7 days',
  description: `${KEPT} A customer's page gets those of the customer's endpoints, and no messages.`,
  query: Range,
  answer: Figures,
  isForAnyNode: true,
  async run(parts, { instance, caller, query }) {
    const range = rangeOf(parts, query);
    const found = await readFigures(parts.db, instance.id, range);
    const visible = visibleEndpoints(parts, caller, instance.id);
    return shown(found, range, (endpoint) => visible?.includes(endpoint) ?? true);
  },
});

export const readSummedFigures = operation('GET /instance/figures', {
  tag: 'Instances',
  scope: 'read',
  summary: 'Get the figures of all instances for up to 7 days',
  description: `${KEPT} The figures are sums over all instances; with the key of an instance, those of that instance alone.`,
  query: Range,
  answer: Figures,
  isForAnyNode: true,
  prepare: ({ db, clock }) =>
    RANGES.map((range) => ({
      ...range,
      read: createSharedAnswer(clock, () => readAllFigures(db, latest(clock.now(), range))),
    })),
  async run(parts, { caller, query, prepared: all }) {
    const range = rangeOf(parts, query);
    return caller.kind === 'global'
      ? shown(await allIn(all, range), range, isEvery, () => null)
      : shown(await readFigures(parts.db, caller.instanceId, range), range, isEvery);
  },
});

const isEvery = () => true;

/** The lengths of buckets, and the most hours that are shown in them. */
const RANGES = [
  { bucketMs: ROW_MS, hours: SHORT_FOR_MS / HOUR_MS },
  { bucketMs: HALF_HOUR_MS, hours: HOURS_USUAL },
  { bucketMs: LONGEST_MS, hours: HOURS_MAX },
];

interface Hours {
  readonly bucketMs: number;
  readonly hours: number;
}

/** Returns the buckets of the last hours, the current one included. */
function latest(now: number, { bucketMs, hours }: Hours): FiguresRange {
  const count = Math.ceil((hours * HOUR_MS) / bucketMs);
  return { oldest: bucketOf(now, bucketMs) - (count - 1) * bucketMs, bucketMs, count };
}

function rangeOf({ clock }: Pick<GatewayParts, 'clock'>, { hours }: { hours: number }) {
  const { bucketMs } = RANGES.find((range) => hours <= range.hours) ?? { bucketMs: LONGEST_MS };
  return latest(clock.now(), { bucketMs, hours });
}

type SharedRanges = readonly (Hours & { readonly read: () => Promise<FiguresBySince> })[];

/** Returns the sums of all instances in buckets of this length. */
const allIn = async (all: SharedRanges, { bucketMs }: FiguresRange): Promise<FiguresBySince> =>
  (await all.find((range) => range.bucketMs === bucketMs)?.read()) ?? new Map();

/** `isShown` gets an endpoint, or '' for messages; `idOf` returns the id of an endpoint as it is shown. */
function shown(
  figures: FiguresBySince,
  { oldest, bucketMs, count }: FiguresRange,
  isShown: (endpoint: string) => boolean,
  idOf: IdOf = endpointIdOf,
): Static<typeof Figures> {
  const totals = new Map<string, Counts>();
  const buckets = Array.from({ length: count }, (_, index) => {
    const since = oldest + index * bucketMs;
    const endpoints = new Map(
      [...(figures.get(since) ?? [])].filter(([endpoint]) => isShown(endpoint)),
    );
    for (const [endpoint, counts] of endpoints)
      addCounts(totals.getOrInsertComputed(endpoint, noCounts), counts);
    return { from: iso(since), ...shownCounts(endpoints, idOf) };
  });
  return { bucketMinutes: bucketMs / 60_000, ...shownCounts(totals, idOf), buckets };
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
