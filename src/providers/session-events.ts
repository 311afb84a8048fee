/** The events of pairing and connecting, alike for every provider. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import type { ReceiptData, ReceiptState } from '../events/types/messages.ts';
import { iso } from '../shared/clock.ts';
import type { PasskeyOffer } from './passkey/ceremony.ts';
import type { Account } from './provider.ts';

/** The account that a phone has just linked, as the platform describes it; '' where it does not. */
export interface Linked {
  readonly businessName: string;
  readonly platform: string;
}

export const pairSuccess = (
  { jid, pushName }: Account,
  { businessName, platform }: Linked,
): CatalogEvent => ({
  type: 'PairSuccess',
  data: {
    ID: jid,
    jid,
    BusinessName: businessName,
    Platform: platform,
    pushName,
    status: 'open',
  },
});

/** `secretUntil`: steady ms, when its links are void. */
export const passkeyRequest = (
  { openUrl, ceremonyUrl, code, expiresAt }: PasskeyOffer,
  secretUntil: number,
): CatalogEvent => ({
  type: 'PasskeyRequest',
  data: {
    stage: code === null ? 'challenge' : 'confirmation',
    openUrl,
    ceremonyUrl,
    code: code ?? '',
    expiresAt: iso(expiresAt),
  },
  secretUntil,
});

export const connected = ({ jid, pushName }: Account): CatalogEvent => ({
  type: 'Connected',
  data: { status: 'open', jid, pushName },
});

export const offlineSyncCompleted = (Count: number): CatalogEvent => ({
  type: 'OfflineSyncCompleted',
  data: { Count },
});

/** 401 is what the platform calls the end of a pairing by either side. `OnConnect`: at the log-in. */
export const loggedOut = (reason: string, code = 401, OnConnect = false): CatalogEvent => ({
  type: 'LoggedOut',
  data: { Reason: 'logged_out', reason, OnConnect, code },
});

/** Delivery has no word of its own on the wire. */
export const RECEIPT_TYPE = {
  Read: 'read',
  ReadSelf: 'read-self',
  Delivered: '',
} as const satisfies Record<ReceiptState, ReceiptData['Type']>;
