/** The keys and tokens a person has entered: in this tab alone, or in this browser if the person wants that. Never in the address. */
import { signal } from '@preact/signals';
import {
  inTab,
  removeCredential,
  storeCredential,
  storedCredential,
  type Zone,
} from '../../../core/shell/page/credential-store.ts';
import { forgetDrafts } from './drafts.ts';

const ZONES: readonly Zone[] = ['gateway', 'crm'];

type Credentials = Readonly<Record<Zone, string | null>>;

const read = (): Credentials => ({
  gateway: storedCredential('gateway'),
  crm: storedCredential('crm'),
});

export const credentials = signal<Credentials>(read());
// Another tab has stored or removed a credential.
addEventListener('storage', () => {
  credentials.value = read();
});

/** The reason why the person must sign in again: a text, or a failure. */
export const signOutNotice = signal<unknown>('');

/** Stores a credential. With `isKept` it outlives this tab, for everybody who uses this browser. */
export function remember(zone: Zone, credential: string, isKept: boolean): void {
  forget(zone);
  storeCredential(zone, credential, isKept);
  credentials.value = read();
}

/** Stores the credentials of this tab in the browser. */
export function keepHere(): void {
  for (const zone of ZONES) {
    const credential = inTab(zone);
    if (credential !== null) remember(zone, credential, true);
  }
}

/** Whether this tab has credentials that the browser does not store. */
export const isOnlyHere = (): boolean =>
  ZONES.some((zone) => credentials.value[zone] !== null && inTab(zone) !== null);

export function forget(zone: Zone): void {
  removeCredential(zone);
  if (zone === 'crm') sessionStorage.removeItem('gatehouse.account');
  credentials.value = read();
}

export function forgetAll(): void {
  forgetDrafts();
  for (const zone of ZONES) forget(zone);
}
