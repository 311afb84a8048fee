/** What the address after # names, as it is now; links.ts says how they are written. */
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

/** The address without what it asks to be shown of a list. */
const place = (): string => hash.value.split('?')[0] ?? '';

export const isCrmRoute = (): boolean => place() === CRM || place().startsWith(`${CRM}/`);
export const isAllDeliveries = (): boolean => place() === ALL_DELIVERIES;

/** What the address asks to be shown of a list, such as `#deliveries?state=discarded`. */
export const readFilters = (): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(hash.value.split('?')[1] ?? ''));

/** Replaces that in the address, without a step in the history of the browser. */
export function writeFilters(values: Readonly<Record<string, string>>): void {
  const address = (place() || '#/') + query(values);
  history.replaceState(null, '', address);
  hash.value = address;
}

interface Route {
  /** Null while no instance is named. */
  readonly name: string | null;
  /** Empty if none is named, as is `about`. */
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
