/** Builds the events of pairing and connecting, which are alike for every provider. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import type { ReceiptData, ReceiptState } from '../events/types/messages.ts';
import { iso } from '../shared/clock.ts';
import type { PasskeyOffer } from './passkey.ts';
import type { Account } from './provider.ts';

/** The account that a phone has just linked, as the platform describes it, or '' where it does not. */
export interface LinkedAccount {
  readonly businessName: string;
  readonly platform: string;
}

export const pairSuccess = (
  { jid, pushName }: Account,
  { businessName, platform }: LinkedAccount,
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

/** `secretUntil` is when its links become void, in steady ms. */
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

export const connectedEvent = ({ jid, pushName }: Account): CatalogEvent => ({
  type: 'Connected',
  data: { status: 'open', jid, pushName },
});

export const offlineSyncCompleted = (
  Count: number,
  more: { readonly Unconfirmed?: true } = {},
): CatalogEvent => ({ type: 'OfflineSyncCompleted', data: { Count, ...more } });

/** The platform uses 401 when either side ends a pairing. `OnConnect` tells that it happened at the log-in. */
export const loggedOut = (reason: string, code = 401, OnConnect = false): CatalogEvent => ({
  type: 'LoggedOut',
  data: { Reason: 'logged_out', reason, OnConnect, code },
});

/** The protocol has no word for delivery. */
export const RECEIPT_TYPE = {
  Read: 'read',
  ReadSelf: 'read-self',
  Delivered: '',
} as const satisfies Record<ReceiptState, ReceiptData['Type']>;
