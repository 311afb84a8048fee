/** One try to pair: the codes shown, and how many. Pure but for what it is told. */
import { qrImage } from '../pairing.ts';
import type { PairingOffer } from '../provider.ts';

/** How long the library lets a code live: the first of a batch, and each after it. */
const FIRST_LIFE_MS = 60_000;
const LATER_LIFE_MS = 20_000;
/** Codes in a batch: as many as WhatsApp usually hands out, so as long as a pairing code can be typed. */
const BATCH = 6;
/** Connections lost before any phone has answered, until the attempt is given up. */
const LOSSES_MAX = 5;

type QrOffer = Extract<PairingOffer, { kind: 'qr' }>;

export class PairingAttempt {
  /** Digits; set: a code to type instead of one to scan. */
  readonly phone: string | undefined;
  readonly #lifeMs: number | undefined;
  #offer: PairingOffer | null = null;
  #until = 0;
  #count = 0;
  #isFirstOfBatch = true;
  #losses = 0;
  /** The code of this connection is on its way or on show. */
  isCodeAsked = false;

  /** `lifeMs`: of every QR code, in place of the library's own. */
  constructor(phone: string | undefined, lifeMs: number | undefined) {
    this.phone = phone;
    this.#lifeMs = lifeMs;
  }

  get count(): number {
    return this.#count;
  }

  offer(nowMs: number): PairingOffer | null {
    return nowMs < this.#until ? this.#offer : null;
  }

  /** The next code as an offer, and until when it may be shown. */
  nextQr(code: string, nowMs: number): { readonly offer: QrOffer; readonly until: number } {
    const lifeMs = this.#lifeMs ?? (this.#isFirstOfBatch ? FIRST_LIFE_MS : LATER_LIFE_MS);
    this.#isFirstOfBatch = false;
    const offer: QrOffer = { kind: 'qr', code, image: qrImage(code), count: ++this.#count };
    return { offer, until: nowMs + lifeMs };
  }

  /** How long a code can be typed. */
  get codeLifeMs(): number {
    if (this.#lifeMs !== undefined) return this.#lifeMs * BATCH;
    return FIRST_LIFE_MS + (BATCH - 1) * LATER_LIFE_MS;
  }

  show(offer: PairingOffer, until: number): void {
    this.#offer = offer;
    this.#until = until;
  }

  /** The codes of a connection go with it. */
  newBatch(): void {
    this.#offer = null;
    this.#isFirstOfBatch = true;
    this.isCodeAsked = false;
  }

  /** False: it is not worth another try. */
  mayRetry(): boolean {
    this.newBatch();
    return ++this.#losses <= LOSSES_MAX;
  }

  get losses(): number {
    return this.#losses;
  }
}
