/** The sections of the CRM, in the order of their links, with the permission that each needs. */
import { accountsView } from './accounts.js';
import { pipelinesView } from './pipelines.js';

/**
 * `isAnywhere`: it needs no account, and no permission to be looked at.
 * @type {Record<string, { title: string, needs?: string, isAnywhere?: boolean, open: (session: import('./record-view.js').Session, id: string | null) => { element: Element } }>}
 */
export const SECTIONS = {
  pipelines: { title: 'Pipelines', needs: 'pipelines.read', open: pipelinesView },
  accounts: { title: 'Accounts', isAnywhere: true, open: accountsView },
};
