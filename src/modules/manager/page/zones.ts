/** The zones that the service has: the server says in the page whether the accounts are left out. */
import type { Zone } from '../../../core/shell/page/credential-store.ts';
import { isCrmRoute } from './route.ts';

export const hasCrm: boolean = document.getElementById('main')?.dataset.without !== 'crm';

/** Returns the zone that the address names; an address of a zone that is left out leads to the gateway. */
export const shownZone = (): Zone => (hasCrm && isCrmRoute() ? 'crm' : 'gateway');
