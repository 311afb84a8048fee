/** What the address after # names, as it is now; links.ts says how they are written. */
import { signal } from '@preact/signals';
import { ALL_DELIVERIES, CRM } from './links.ts';

/** The address after #, which changes as a person goes on. */
export const hash = signal(location.hash);
/** Whether the person has gone on since the page was opened: then headings take the focus. */
export const hasMoved = signal(false);
addEventListener('hashchange', () => {
  hasMoved.value = true;
  hash.value = location.hash;
});

export const isCrmRoute = (): boolean => hash.value === CRM || hash.value.startsWith(`${CRM}/`);
export const isAllDeliveries = (): boolean => hash.value === ALL_DELIVERIES;

interface Route {
  /** Null while no instance is named. */
  readonly name: string | null;
  /** Empty if none is named, as is `about`. */
  readonly panel: string;
  readonly about: string;
}

export function readRoute(): Route {
  const address = isCrmRoute() || isAllDeliveries() ? '' : hash.value;
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
  const [, section = '', id = ''] = hash.value.split('/');
  return { section, id: decoded(id) || null };
}
