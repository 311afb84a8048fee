/** What a connection says of itself, as events of the catalog. Owns: their payloads. Pure. */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { Account } from '../provider.ts';

export const pairSuccess = ({ jid, pushName }: Account): CatalogEvent => ({
  type: 'PairSuccess',
  data: { ID: jid, jid, BusinessName: '', Platform: 'android', pushName, status: 'open' },
});

/** Nothing arrives while a sandbox is not connected, so there is nothing to catch up with. */
export const connected = ({ jid, pushName }: Account): CatalogEvent[] => [
  { type: 'Connected', data: { status: 'open', jid, pushName } },
  { type: 'OfflineSyncCompleted', data: { Count: 0 } },
];

/** 401 is what the platform calls the end of a pairing, whoever ended it. */
export const loggedOut = (reason: string): CatalogEvent => ({
  type: 'LoggedOut',
  data: { Reason: 'logged_out', reason, OnConnect: false, code: 401 },
});
