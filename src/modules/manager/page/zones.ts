/** The zones and templates that the service has: the server names in the page the modules that are left out. */
import type { Zone } from '../../../core/shell/page/credential-store.ts';
import { isCrmRoute } from './route.ts';

const without = document.getElementById('main')?.dataset.without?.split(' ') ?? [];

export const hasCrm: boolean = !without.includes('crm');
export const hasDocs: boolean = !without.includes('docs');
export const hasTemplates: boolean = !without.includes('templates');

/** Returns the zone that the address names; an address of a zone that is left out leads to the gateway. */
export const shownZone = (): Zone => (hasCrm && isCrmRoute() ? 'crm' : 'gateway');
