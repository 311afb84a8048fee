/** Changes of a connection, as events of the catalog. Pure. */
import type { BinaryNode } from '@whiskeysockets/baileys';
import type { CatalogEvent } from '../../../events/contract/catalog.ts';
import { bareJid, type Self } from './jids.ts';
import { attribute, child } from './node.ts';
import { count, record, text } from './reading.ts';

/** The account as credentials name it; null before pairing. `phoneOf` is the caller's to add. */
export function selfOf(account: unknown): Self | null {
  const { id, lid, name } = record(account);
  const jid = bareJid(id);
  return jid === '' ? null : { jid, lid: bareJid(lid) || null, pushName: text(name) };
}

/** `me` and `platform` of the credentials. At this moment the client's name for the account is that of its business. */
export const pairSuccess = (
  { jid, pushName }: Self,
  businessName: unknown,
  platform: unknown,
): CatalogEvent => ({
  type: 'PairSuccess',
  data: {
    ID: jid,
    jid,
    BusinessName: text(businessName),
    Platform: text(platform),
    pushName,
    status: 'open',
  },
});

export const connected = ({ jid, pushName }: Self): CatalogEvent => ({
  type: 'Connected',
  data: { status: 'open', jid, pushName },
});

/** `ib` is the stanza that ends catching up; null for any other. */
export function offlineSyncCompleted(ib: BinaryNode): CatalogEvent | null {
  const offline = child(ib, 'offline');
  if (offline === undefined) return null;
  const Count = count(attribute(offline, 'count')) ?? 0;
  return { type: 'OfflineSyncCompleted', data: { Count } };
}

/** Reasons of the platform for the end of a pairing, `attrs.reason` of `<failure>` and `conflict` of a stream error. */
const LOGGED_OUT: ReadonlyMap<number, string> = new Map([
  [401, 'the device was removed from the account'],
  [403, "the account's own phone is gone or locked"],
  [406, 'the platform refuses the account'],
]);

/** `code` is the status the client closed with. `onConnect`: at the log-in, not while connected. */
export const loggedOut = (code: number, onConnect: boolean, reason?: string): CatalogEvent => ({
  type: 'LoggedOut',
  data: {
    Reason: 'logged_out',
    reason: reason ?? LOGGED_OUT.get(code) ?? `the platform ended the pairing (${code})`,
    OnConnect: onConnect,
    code,
  },
});
