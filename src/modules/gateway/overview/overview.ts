/** An overview of all instances, beginning with those that need attention. */

import type { Database } from '../../../core/db/client.ts';
import { type DeliveryCounts, NO_DELIVERIES } from '../../../core/events/log/delivery-counts.ts';
import { readLastEventTimes } from '../../../core/events/log/events.ts';
import { readOpenHealth } from '../../../core/events/log/health.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import type { Phase } from '../../../core/providers/provider.ts';
import { comparableText } from '../../../core/shared/characters.ts';
import { yieldToEventLoop } from '../../../core/shared/clock.ts';
import { bucketOf, HALF_HOUR_MS } from '../figures/rows.ts';

/** Why somebody should look at an instance, the most urgent first. */
export const ATTENTION = [
  'disconnected',
  'discarded',
  'reconnecting',
  'retrying',
  'pairing',
  'none',
] as const;
type Attention = (typeof ATTENTION)[number];

export interface OverviewRow {
  readonly record: InstanceRecord;
  readonly attention: Attention;
  readonly deliveries: DeliveryCounts;
  readonly activity: Activity;
  readonly messagesPerMinute: number;
}

/** The counts of an instance; undefined for one that is newer than them. */
type InstanceCounts = {
  readonly [K in 'deliveries' | 'activity' | 'messagesPerMinute']: OverviewRow[K] | undefined;
};

interface OverviewFilter {
  /** A part of the name, of the account or of the number; '': any. */
  readonly search: string;
  /** The whole name, or null for any. */
  readonly name: string | null;
  readonly state: InstanceRecord['state'] | null;
  /** Whether to show only those that need attention. */
  readonly needsAttention: boolean;
  /** The field that sorts them. Null sorts those that need attention to the top. */
  readonly sort: Sort | null;
}

/** The values that sort rows, by the names of the fields that show them. Missing numbers and times come first. */
const SORTED_BY = {
  instanceName: ({ record }) => record.name,
  state: ({ record }) => record.state,
  phase: ({ record }) => record.phase,
  number: ({ record }) => record.ownerJid ?? record.number ?? '',
  lastActivityAt: ({ activity }) => activity.lastEventAt ?? 0,
  messagesPerDay: ({ activity }) => activity.messagesPerDay,
  endpointsFailing: ({ activity }) => activity.endpointsFailing + activity.endpointsDisabled,
  waiting: ({ deliveries }) => deliveries.waiting,
  discarded: ({ deliveries }) => deliveries.discarded,
} as const satisfies Readonly<Record<string, (row: OverviewRow) => string | number>>;

type SortField = keyof typeof SORTED_BY;
export type Sort = SortField | `-${SortField}`;

/** Each field, and each with a `-` for the other way round. */
export const SORTS = Object.keys(SORTED_BY).flatMap((name) => [name, `-${name}`]) as Sort[];

/** Phases that need a person: the connection does not come back by itself. */
const ENDED: ReadonlySet<Phase> = new Set(['logged_out', 'banned', 'failed', 'qr_timeout']);
const PAIRING: ReadonlySet<Phase> = new Set([
  'waiting_qr',
  'pairing',
  'passkey',
  'passkey_confirm',
]);

export function toOverviewRow(
  record: InstanceRecord,
  { deliveries = NO_DELIVERIES, activity = NO_ACTIVITY, messagesPerMinute = 0 }: InstanceCounts,
): OverviewRow {
  const attention = attentionOf(record, deliveries);
  // Figures are written every 10 seconds; those of the last minute are counted at once, and are part of the day.
  const messagesPerDay = Math.max(activity.messagesPerDay, messagesPerMinute);
  const current = { ...activity, messagesPerDay };
  return { record, attention, deliveries, activity: current, messagesPerMinute };
}

function attentionOf({ phase }: InstanceRecord, deliveries: DeliveryCounts): Attention {
  if (ENDED.has(phase)) return 'disconnected';
  if (deliveries.discarded > 0) return 'discarded';
  if (phase === 'reconnecting') return 'reconnecting';
  if (deliveries.retrying > 0) return 'retrying';
  return PAIRING.has(phase) ? 'pairing' : 'none';
}

/** Selects and sorts them: by a field, or the most urgent first, then by the number of waiting deliveries, then by name. */
export function filterRows(glances: readonly OverviewRow[], asked: OverviewFilter): OverviewRow[] {
  const wanted = comparableText(asked.search.trim());
  return glances
    .filter(({ record }) => asked.name === null || record.name === asked.name)
    .filter(({ record }) => asked.state === null || record.state === asked.state)
    .filter(({ attention }) => !asked.needsAttention || attention !== 'none')
    .filter(({ record }) => wanted === '' || isNamed(record, wanted))
    .sort(asked.sort === null ? byUrgency : byField(asked.sort));
}

const isNamed = ({ name, profileName, ownerJid, number }: InstanceRecord, wanted: string) =>
  [name, profileName, ownerJid, number].some((one) => one && comparableText(one).includes(wanted));

const urgencyOf = ({ attention }: OverviewRow) => ATTENTION.indexOf(attention);
const waitingOf = ({ deliveries }: OverviewRow) => deliveries.waiting + deliveries.discarded;

/** Made when it is needed, because its tables take memory. Sorts names as people do: `Shop 2` before `shop 10`. */
let inWords: Intl.Collator | null = null;

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  inWords ??= new Intl.Collator('en', { numeric: true });
  return inWords.compare(String(one), String(other));
}

function byField(sort: Sort) {
  const sign = sort.startsWith('-') ? -1 : 1;
  // The cast: the rest of the word is the name of a field.
  const value = SORTED_BY[sort.replace(/^-/, '') as SortField];
  return (one: OverviewRow, other: OverviewRow): number =>
    sign * compare(value(one), value(other)) || byUrgency(one, other);
}

function byUrgency(one: OverviewRow, other: OverviewRow): number {
  return (
    urgencyOf(one) - urgencyOf(other) ||
    waitingOf(other) - waitingOf(one) ||
    compare(one.record.name, other.record.name)
  );
}

export interface Totals {
  readonly instances: number;
  readonly open: number;
  readonly connecting: number;
  readonly close: number;
  /** Instances that somebody should look at. */
  readonly needAttention: number;
  readonly waiting: number;
  readonly discarded: number;
  readonly messagesPerMinute: number;
}

export function totalsOf(glances: readonly OverviewRow[]): Totals {
  const totals = {
    instances: glances.length,
    open: 0,
    connecting: 0,
    close: 0,
    needAttention: 0,
    waiting: 0,
    discarded: 0,
    messagesPerMinute: 0,
  };
  for (const { record, attention, deliveries, messagesPerMinute } of glances) {
    totals[record.state]++;
    if (attention !== 'none') totals.needAttention++;
    totals.waiting += deliveries.waiting;
    totals.discarded += deliveries.discarded;
    totals.messagesPerMinute += messagesPerMinute;
  }
  return totals;
}

interface Activity {
  /** When the newest event that is still stored was created, in ms since 1970; null without any. */
  readonly lastEventAt: number | null;
  /** Messages received and sent in the last 24 hours, in half hours. */
  readonly messagesPerDay: number;
  /** Endpoints whose last attempt failed. */
  readonly endpointsFailing: number;
  /** Endpoints that were switched off for their failures. */
  readonly endpointsDisabled: number;
}

const NO_ACTIVITY: Activity = {
  lastEventAt: null,
  messagesPerDay: 0,
  endpointsFailing: 0,
  endpointsDisabled: 0,
};

/** Instances in one query: between two, others get their turn. */
const PER_QUERY = 100;
/** The half hours of a day, the current one included. */
const HALF_HOURS = 48;

const MESSAGES = `select wanted.value, (select sum(received + sent) from figures f
    where f.instance_id = wanted.value and f.since >= ? and f.endpoint = '')
  from json_each(?) wanted`;

/** `now`: ms since 1970. Rejects with a DatabaseError. */
export async function readActivity(
  db: Pick<Database, 'query'>,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Activity>> {
  const from = bucketOf(now, HALF_HOUR_MS) - (HALF_HOURS - 1) * HALF_HOUR_MS;
  const health = Map.groupBy(await readOpenHealth(db, null), ({ streamId }) => streamId);
  const found = new Map<string, Activity>();
  for (let first = 0; first < ids.length; first += PER_QUERY) {
    if (first > 0) await yieldToEventLoop();
    const wanted = ids.slice(first, first + PER_QUERY);
    const lastEvents = await readLastEventTimes(db, wanted);
    for (const [id, messages] of await db.query(MESSAGES, [from, JSON.stringify(wanted)])) {
      const open = health.get(String(id)) ?? [];
      const inState = (state: string) => open.filter((one) => one.health.state === state).length;
      found.set(String(id), {
        lastEventAt: lastEvents.get(String(id)) ?? null,
        messagesPerDay: Number(messages ?? 0),
        endpointsFailing: inState('failing'),
        endpointsDisabled: inState('disabled'),
      });
    }
  }
  return found;
}
