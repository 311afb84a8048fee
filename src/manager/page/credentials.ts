/** The keys and tokens a person has entered: in this tab alone, or in this browser if the person wants that. Never in the address. */
import { signal } from '@preact/signals';

export type Zone = 'gateway' | 'crm';

const STORED: Readonly<Record<Zone, string>> = {
  gateway: 'gatehouse.apikey',
  crm: 'gatehouse.token',
};
const ZONES: readonly Zone[] = ['gateway', 'crm'];

type Credentials = Readonly<Record<Zone, string | null>>;

const stored = (zone: Zone): string | null =>
  sessionStorage.getItem(STORED[zone]) ?? localStorage.getItem(STORED[zone]);

const read = (): Credentials => ({ gateway: stored('gateway'), crm: stored('crm') });

export const credentials = signal<Credentials>(read());
// Another tab has kept or forgotten something.
addEventListener('storage', () => {
  credentials.value = read();
});

/** What is said when a person is asked for them again: a text, or the failure that led there. */
export const farewell = signal<unknown>('');

/** `isKept`: it outlives this tab, for whoever uses this browser. */
export function remember(zone: Zone, credential: string, isKept: boolean): void {
  forget(zone);
  (isKept ? localStorage : sessionStorage).setItem(STORED[zone], credential);
  credentials.value = read();
}

/** Keeps what this tab has in the browser. */
export function keepHere(): void {
  for (const zone of ZONES) {
    const credential = sessionStorage.getItem(STORED[zone]);
    if (credential !== null) remember(zone, credential, true);
  }
}

/** Whether this tab has what the browser does not keep. */
export const isOnlyHere = (): boolean =>
  ZONES.some(
    (zone) => credentials.value[zone] !== null && sessionStorage.getItem(STORED[zone]) !== null,
  );

export function forget(zone: Zone): void {
  for (const place of [sessionStorage, localStorage]) place.removeItem(STORED[zone]);
  if (zone === 'crm') sessionStorage.removeItem('gatehouse.account');
  credentials.value = read();
}

export function forgetAll(): void {
  for (const zone of ZONES) forget(zone);
}
