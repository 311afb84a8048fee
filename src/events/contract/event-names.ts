/** The names events go by, in the one list that subscriptions, validation and documents are built from. */
import { closest } from 'fastest-levenshtein';
import { CATALOG, type EventType } from './catalog.ts';

export const EVENT_TYPES: readonly EventType[] = CATALOG.map(({ name }) => name);

/** Which types each of the names selects that `namesOf` says of a type. */
const selecting = (
  namesOf: (type: (typeof CATALOG)[number]) => readonly string[],
): Readonly<Record<string, readonly EventType[]>> => {
  const names = [...new Set(CATALOG.flatMap((type) => namesOf(type)))];
  const selected = (name: string) => CATALOG.filter((type) => namesOf(type).includes(name));
  return Object.fromEntries(names.map((name) => [name, selected(name).map((type) => type.name)]));
};

export const EVENT_CATEGORIES = selecting(({ category }) => [category]);
/** The names that clients of two older systems use. */
export const OLDER_NAMES = selecting(({ olderNames }) => olderNames);

/** Names that two older systems know and that stand for nothing here: they are accepted, and answers say so. */
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

/** The names that select something, in their canonical spelling. */
const SUBSCRIBABLE: readonly string[] = [ALL, ...Object.keys(GROUPS), ...EVENT_TYPES];
/** Every name a subscription may hold; of names that differ in case alone, the later ones are meant. */
const ACCEPTED: readonly string[] = [...NEVER_SENT, ...SUBSCRIBABLE];

const canonical = new Map(ACCEPTED.map((name) => [name.toLowerCase(), name]));

export type Subscription = readonly string[];
type ParsedSubscription = { subscription: Subscription } | { unknown: string[] };

/** A name in any case to its canonical spelling; `MESSAGE` and `Message` are both names, so the exact one goes first. */
const known = (name: string): string | undefined =>
  ACCEPTED.includes(name) ? name : canonical.get(name.toLowerCase());

/** Names without repeats and in their canonical spelling; an empty list means ALL. */
export function parseSubscription(names: readonly string[]): ParsedSubscription {
  const unknown = names.filter((name) => known(name.trim()) === undefined);
  if (unknown.length > 0) return { unknown };
  const found = names.flatMap((name) => known(name.trim()) ?? []);
  return { subscription: found.length === 0 ? [ALL] : [...new Set(found)] };
}

/** The valid name closest to a mistyped one, for error messages. */
export function nearestEventName(name: string): string {
  const lowerCase = SUBSCRIBABLE.map((known) => known.toLowerCase());
  const nearest = closest(name.slice(0, 64).toLowerCase(), lowerCase);
  return SUBSCRIBABLE[lowerCase.indexOf(nearest)] ?? ALL;
}

/** The event types a subscription selects; names of events that are never sent here select none. */
export function selectedTypes(subscription: Subscription): ReadonlySet<EventType> {
  if (subscription.includes(ALL)) return new Set(EVENT_TYPES);
  return new Set(
    subscription.flatMap((name) => GROUPS[name] ?? EVENT_TYPES.filter((type) => type === name)),
  );
}

/** Those of its names that stand for nothing that happens here. */
export const neverSentIn = (subscription: Subscription): string[] =>
  subscription.filter((name) => name !== ALL && selectedTypes([name]).size === 0);
