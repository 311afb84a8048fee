/** The part of the current address after #; links.ts writes it. */
import { signal } from '@preact/signals';
import { query } from './api.ts';
import { ALL_DELIVERIES, CRM, SERVICE } from './links.ts';

/** The address after #, which changes as a person goes on. */
export const hash = signal(location.hash);
/** Whether the person has gone on since the page was opened: then headings take the focus. */
export const hasMoved = signal(false);
addEventListener('hashchange', () => {
  hasMoved.value = true;
  hash.value = location.hash;
});

/** The address without the filters of a list. */
export const placeInAddress = (): string => hash.value.split('?')[0] ?? '';

const isWithin = (place: string): boolean =>
  placeInAddress() === place || placeInAddress().startsWith(`${place}/`);

export const isCrmRoute = (): boolean => isWithin(CRM);
export const isAllDeliveries = (): boolean => isWithin(ALL_DELIVERIES);
export const isServiceRoute = (): boolean => isWithin(SERVICE);

/** The delivery that the address of all deliveries names, or ''. */
export const deliveryInRoute = (): string => decoded(placeInAddress().split('/')[1] ?? '');

/** Returns the filters of a list in the address, such as `#deliveries?state=discarded`. */
export const readFilters = (): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(hash.value.split('?')[1] ?? ''));

/** Replaces the filters in the address, without a step in the history of the browser. */
export function writeFilters(values: Readonly<Record<string, string>>): void {
  const address = (placeInAddress() || '#/') + query(values);
  history.replaceState(null, '', address);
  hash.value = address;
}

interface Route {
  /** Null if the address does not name an instance. */
  readonly name: string | null;
  /** The panel, or ''; the others are '' in the same way. */
  readonly panel: string;
  readonly about: string;
  /** The tab of the record, and what is open in it. */
  readonly part: string;
  readonly opened: string;
}

export function readRoute(): Route {
  const isOther = isCrmRoute() || isAllDeliveries() || isServiceRoute();
  const address = isOther ? '' : placeInAddress();
  const [name = '', ...rest] = address.replace(/^#\/?/, '').split('/').map(decoded);
  const [panel = '', about = '', part = '', opened = ''] = rest;
  return { name: name || null, panel, about, part, opened };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The section of the CRM, the record that the address names, its tab, and what is open in it. */
export function readCrmRoute() {
  const [, section = '', id = '', part = '', opened = ''] = placeInAddress().split('/');
  return { section, id: decoded(id) || null, part, opened };
}
