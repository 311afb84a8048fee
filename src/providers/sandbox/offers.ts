/**
 * What is offered to a phone, and for how long. Owns: the lifetimes of codes. Pure but for the random codes.
 * WhatsApp's own times: the first QR code lives a minute, each one after it 20 s; a pairing code as long as all.
 */
import { newPairingCode, qrImage, type Random } from '../pairing.ts';
import type { PairingOffer } from '../provider.ts';
import { newQrText } from './invented.ts';

const FIRST_QR_MS = 60_000;
const NEXT_QR_MS = 20_000;

/** An offer, and the steady time from which it is void. */
export interface ExpiringOffer {
  readonly offer: PairingOffer;
  readonly until: number;
}

export interface QrOffer extends ExpiringOffer {
  readonly offer: Extract<PairingOffer, { kind: 'qr' }>;
}

/** `count` from 1; `now` is steady time. */
export function newQrOffer(count: number, now: number, random: Random): QrOffer {
  const code = newQrText(random);
  const until = now + (count === 1 ? FIRST_QR_MS : NEXT_QR_MS);
  return { offer: { kind: 'qr', code, image: qrImage(code), count }, until };
}

export function newCodeOffer(qrMaxCount: number, now: number, random: Random): ExpiringOffer {
  const until = now + FIRST_QR_MS + (qrMaxCount - 1) * NEXT_QR_MS;
  return { offer: { kind: 'code', pairingCode: newPairingCode(random) }, until };
}

/** People type codes in small letters and with the dash that phones show. */
export const isSameCode = (typed: string, code: string): boolean =>
  typed.replace(/[\s-]/g, '').toUpperCase() === code;
