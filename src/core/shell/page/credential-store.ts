/** Stores the key and the token that a person has entered: in this tab, or for this whole browser. */

export type Zone = 'gateway' | 'crm';

const STORED: Readonly<Record<Zone, string>> = {
  gateway: 'gatehouse.apikey',
  crm: 'gatehouse.token',
};

/** Returns what this tab has, else what the browser has. */
export const storedCredential = (zone: Zone): string | null =>
  inTab(zone) ?? localStorage.getItem(STORED[zone]);

/** Returns what this tab has for itself. */
export const inTab = (zone: Zone): string | null => sessionStorage.getItem(STORED[zone]);

/** Stores a credential. With `isKept` it outlives this tab, for everybody who uses this browser. */
export function storeCredential(zone: Zone, credential: string, isKept: boolean): void {
  removeCredential(zone);
  (isKept ? localStorage : sessionStorage).setItem(STORED[zone], credential);
}

export function removeCredential(zone: Zone): void {
  for (const place of [sessionStorage, localStorage]) place.removeItem(STORED[zone]);
}
