import type { Account } from './provider.ts';
import type { Linked } from './session-events.ts';

/** A phone's consent that is not completely on disk yet. */
export interface Consent {
  readonly account: Account;
  readonly linked: Linked;
  readonly reason: string;
}

/** The reasons of the phase `pairing` from a phone's consent until the account is stored. */
export const CONSENT = { qr: 'QR code scanned', code: 'pairing code typed' } as const;

/** Whether a phone had accepted when the phase was stored: the credentials may be on disk although the account is not. */
export const wasAccepted = ({ phase, reason }: { phase: string; reason: string | null }): boolean =>
  phase === 'pairing' && (reason === CONSENT.qr || reason === CONSENT.code);
