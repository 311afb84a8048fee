/** The keys with which operations are tried out: typed once, and the same as those of the manager. */
import {
  removeCredential,
  storeCredential,
  storedCredential,
  type Zone,
} from '../../../core/shell/page/credential-store.ts';

/** The headers, by which the API document names its credentials. */
const HEADERS: Readonly<Record<Zone, string>> = { gateway: 'apikey', crm: 'api_access_token' };

/** Calls `authorize` with every credential that there is, now and when another is typed; '' takes one away. */
export function startKeys(authorize: (name: string, credential: string) => void): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('.keys input')) {
    const zone: Zone = input.dataset.zone === 'crm' ? 'crm' : 'gateway';
    const known = storedCredential(zone) ?? '';
    input.value = known;
    authorize(HEADERS[zone], known);
    input.addEventListener('change', () => {
      const credential = input.value.trim();
      if (credential === '') removeCredential(zone);
      else storeCredential(zone, credential, false);
      authorize(HEADERS[zone], credential);
    });
  }
}
