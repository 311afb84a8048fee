/** The names of events in subscriptions; validation and documents use the same list. */
import { CATALOG, type EventType } from './catalog.ts';

export const EVENT_TYPES: readonly EventType[] = CATALOG.map(({ name }) => name);

/** Returns the types that each name selects. */
const selecting = (
  namesOf: (type: (typeof CATALOG)[number]) => readonly string[],
): Readonly<Record<string, readonly EventType[]>> => {
  const names = [...new Set(CATALOG.flatMap((type) => namesOf(type)))];
  const typesWith = (name: string) => CATALOG.filter((type) => namesOf(type).includes(name));
  return Object.fromEntries(names.map((name) => [name, typesWith(name).map((type) => type.name)]));
};

export const EVENT_CATEGORIES = selecting(({ category }) => [category]);
/** The names of two older systems. */
export const OLDER_NAMES = selecting(({ olderNames }) => olderNames);

/** Names of two older systems without an event here: they are accepted, and answers say that they select nothing. */
const NEVER_SENT: readonly string[] = [
  'APPLICATION_STARTUP',
  'INSTANCE_CREATE',
  'INSTANCE_DELETE',
  'LOGOUT_INSTANCE',
  'MESSAGES_SET',
  'MESSAGING_HISTORY_SET',
  'NEW_JWT_TOKEN',
  'REMOVE_INSTANCE',
  'SEND_MESSAGE_UPDATE',
  'STATUS_INSTANCE',
  'TYPEBOT_CHANGE_STATUS',
  'TYPEBOT_START',
  'HISTORY_SYNC',
  'CallAccept',
  'CallOfferNotice',
  'ConnectFailure',
  'Disconnected',
  'HistorySync',
  'NewsletterLeave',
  'QRSuccess',
  'QRTimeout',
  'TemporaryBan',
];

export const ALL = 'ALL';

const GROUPS: Readonly<Record<string, readonly EventType[]>> = {
  ...OLDER_NAMES,
  ...EVENT_CATEGORIES,
};

/** One set for all instances that want every event, since each instance keeps its set. */
const ALL_TYPES: ReadonlySet<EventType> = new Set(EVENT_TYPES);
/** The names that select events, in their canonical form. */
export const SUBSCRIBABLE: readonly string[] = [ALL, ...Object.keys(GROUPS), ...EVENT_TYPES];
/** Every name that a subscription may contain; of names that differ only in case, the later ones count. */
const ACCEPTED: readonly string[] = [...NEVER_SENT, ...SUBSCRIBABLE];

const canonical = new Map(ACCEPTED.map((name) => [name.toLowerCase(), name]));

export type Subscription = readonly string[];
type ParsedSubscription = { subscription: Subscription } | { unknown: string[] };

/**
 * Returns the canonical form of a name in any case. `MESSAGE` and `Message` are both names, so an exact match is
 * preferred.
 */
const canonicalName = (name: string): string | undefined =>
  ACCEPTED.includes(name) ? name : canonical.get(name.toLowerCase());

/** Returns the names without repeats in canonical form; an empty list means ALL. */
export function parseSubscription(names: readonly string[]): ParsedSubscription {
  const unknown = names.filter((name) => canonicalName(name.trim()) === undefined);
  if (unknown.length > 0) return { unknown };
  const found = names.flatMap((name) => canonicalName(name.trim()) ?? []);
  return { subscription: found.length === 0 ? [ALL] : [...new Set(found)] };
}

/** Returns the event types that a subscription selects. Names of events that do not exist here select nothing. */
export function selectedTypes(subscription: Subscription): ReadonlySet<EventType> {
  if (subscription.includes(ALL)) return ALL_TYPES;
  return new Set(
    subscription.flatMap((name) => GROUPS[name] ?? EVENT_TYPES.filter((type) => type === name)),
  );
}

/** Returns the names in a subscription that have no event here. */
export const neverSentIn = (subscription: Subscription): string[] =>
  subscription.filter((name) => name !== ALL && selectedTypes([name]).size === 0);
