/**
 * The names events go by: the 13 types, the categories that stand for several, and ALL.
 * Owns: the one list that subscriptions, validation and documents are built from.
 */
import { distance } from 'fastest-levenshtein';

export const EVENT_TYPES = [
  'QRCode',
  'PairSuccess',
  'Connected',
  'OfflineSyncCompleted',
  'LoggedOut',
  'Message',
  'Receipt',
  'CallOffer',
  'CallRelayLatency',
  'CallTerminate',
  'JoinedGroup',
  'GroupInfo',
  'NewsletterJoin',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const EVENT_CATEGORIES = {
  MESSAGE: ['Message'],
  READ_RECEIPT: ['Receipt'],
  CALL: ['CallOffer', 'CallRelayLatency', 'CallTerminate'],
  CONNECTION: ['PairSuccess', 'Connected', 'OfflineSyncCompleted', 'LoggedOut'],
  GROUP: ['JoinedGroup', 'GroupInfo'],
  NEWSLETTER: ['NewsletterJoin'],
  QRCODE: ['QRCode'],
} as const satisfies Record<string, readonly EventType[]>;

export const ALL = 'ALL';

/** Every name a subscription may hold, in its canonical spelling. */
export const SUBSCRIBABLE: readonly string[] = [
  ALL,
  ...Object.keys(EVENT_CATEGORIES),
  ...EVENT_TYPES,
];

const canonical = new Map(SUBSCRIBABLE.map((name) => [name.toLowerCase(), name]));

export type Subscription = readonly string[];
export type ParsedSubscription = { subscription: Subscription } | { unknown: string[] };

/** Names in any case to their canonical spelling, without repeats; an empty list means ALL. */
export function parseSubscription(names: readonly string[]): ParsedSubscription {
  const unknown = names.filter((name) => !canonical.has(name.trim().toLowerCase()));
  if (unknown.length > 0) return { unknown };
  const known = names.map((name) => canonical.get(name.trim().toLowerCase()) as string);
  return { subscription: known.length === 0 ? [ALL] : [...new Set(known)] };
}

/** The valid name closest to a mistyped one, for error messages. */
export function nearestEventName(name: string): string {
  const wanted = name.slice(0, 64).toLowerCase();
  const byDistance = SUBSCRIBABLE.map((known) => ({
    known,
    d: distance(wanted, known.toLowerCase()),
  }));
  return byDistance.reduce((best, next) => (next.d < best.d ? next : best)).known;
}

/** The event types a subscription selects. */
export function selectedTypes(subscription: Subscription): ReadonlySet<EventType> {
  if (subscription.includes(ALL)) return new Set(EVENT_TYPES);
  return new Set(
    subscription.flatMap(
      (name) => EVENT_CATEGORIES[name as keyof typeof EVENT_CATEGORIES] ?? [name as EventType],
    ),
  );
}
