/** Searches deliveries by the filters of the address and by the text in the search field. */
import { comparableText } from '../../../../core/shared/characters.ts';
import { type AnswerTo, at, type GatewayApi, query } from '../api.ts';
import type { Names } from './endpoint-names.ts';
import { filterOf, isoOf } from './filters.tsx';

export type Delivery = AnswerTo<'GET', '/delivery/search'>['deliveries'][number];

export interface FoundDeliveries {
  readonly rows: readonly Delivery[];
  readonly next: string | null;
}

interface Page {
  readonly before: string | number | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** The most events with one message ID whose deliveries are searched. */
const EVENTS_MAX = 10;

/** The filters that the API has, as the address has them. */
export const filters = () => ({
  state: filterOf('state'),
  event: filterOf('event'),
  destination: filterOf('destination'),
  endpoint: filterOf('endpoint'),
  eventId: filterOf('eventId'),
  from: isoOf(filterOf('from')),
  to: isoOf(filterOf('to')),
});

/** Returns the filter that a text means: a status code, an event's ID, or the name of an endpoint; else null. */
export function filterMeant(text: string, names: Names): Readonly<Record<string, string>> | null {
  if (text === '') return {};
  if (/^[1-5]\d\d$/.test(text)) return { status: text };
  if (UUID.test(text)) return { eventId: text };
  const wanted = comparableText(text);
  const endpoint = [...names].find(([, name]) => comparableText(name).includes(wanted));
  return endpoint ? { endpoint: endpoint[0] } : null;
}

/** Searches one instance, or with a null `name` all instances. */
export async function searchDeliveries(
  api: GatewayApi,
  name: string | null,
  names: Names,
  page: Page,
): Promise<FoundDeliveries> {
  const { signal, ...range } = page;
  const text = filterOf('find');
  const search = async (filter: Readonly<Record<string, unknown>>) => {
    const path = `/delivery/search${query({ ...filters(), instance: name ?? '', ...range, ...filter })}`;
    const { deliveries, next } = (await api.get(path, signal)) as AnswerTo<
      'GET',
      '/delivery/search'
    >;
    return { rows: deliveries, next };
  };
  const delivery = UUID.test(text) ? await readDelivery(api, name, text, signal) : null;
  if (delivery !== null) return { rows: [delivery], next: null };
  const filter = filterMeant(text, names);
  if (filter !== null) return search(filter);
  if (name === null) return { rows: [], next: null };
  const found = await api.get(
    at`/event/search/${name}` + query({ id: text, limit: EVENTS_MAX }),
    signal,
  );
  const { events } = found as AnswerTo<'GET', '/event/search/{instanceName}'>;
  const each = await Promise.all(events.map(({ id }) => search({ eventId: id })));
  return { rows: each.flatMap(({ rows }) => rows), next: null };
}

/** Resolves with null if the instance has no such delivery. */
export async function readDelivery(
  api: GatewayApi,
  name: string | null,
  id: string,
  signal: AbortSignal,
): Promise<Delivery | null> {
  if (!UUID.test(id)) return null;
  const asked = { instance: name ?? '', before: idAfter(id), limit: 1 };
  const found = await api.get(`/delivery/search${query(asked)}`, signal);
  const [newest] = (found as AnswerTo<'GET', '/delivery/search'>).deliveries;
  return newest?.id === id.toLowerCase() ? newest : null;
}

/** Returns the UUID that comes next: lists end before the one that they are given. */
function idAfter(id: string): string {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
