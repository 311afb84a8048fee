/** The part of the current address after #; links.ts writes it. */
import { signal } from '@preact/signals';
import { query } from './api.ts';
import { ALL_DELIVERIES, CRM } from './links.ts';

/** The address after #, which changes as a person goes on. */
export const hash = signal(location.hash);
/** Whether the person has gone on since the page was opened: then headings take the focus. */
export const hasMoved = signal(false);
addEventListener('hashchange', () => {
  hasMoved.value = true;
  hash.value = location.hash;
});

/** The address without the filters of a list. */
const place = (): string => hash.value.split('?')[0] ?? '';

export const isCrmRoute = (): boolean => place() === CRM || place().startsWith(`${CRM}/`);
export const isAllDeliveries = (): boolean => place() === ALL_DELIVERIES;

/** Returns the filters of a list in the address, such as `#deliveries?state=discarded`. */
export const readFilters = (): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(hash.value.split('?')[1] ?? ''));

/** Replaces the filters in the address, without a step in the history of the browser. */
export function writeFilters(values: Readonly<Record<string, string>>): void {
  const address = (place() || '#/') + query(values);
  history.replaceState(null, '', address);
  hash.value = address;
}

interface Route {
  /** Null if the address does not name an instance. */
  readonly name: string | null;
  /** The panel, or ''; `about` is '' in the same way. */
  readonly panel: string;
  readonly about: string;
}

export function readRoute(): Route {
  const address = isCrmRoute() || isAllDeliveries() ? '' : place();
  const [name = '', panel = '', about = ''] = address.replace(/^#\/?/, '').split('/');
  return { name: decoded(name) || null, panel, about: decoded(about) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The section of the CRM and the record that the address names. */
export function readCrmRoute(): { section: string; id: string | null } {
  const [, section = '', id = ''] = place().split('/');
  return { section, id: decoded(id) || null };
}
