/** Pairs with a phone: offers codes until one is used, all have expired or the attempt is cancelled. */
import type { Clock } from '../shared/clock.ts';
import { failure } from '../shared/errors.ts';
import { CONSENT, type CodeSource, type PairingProgress } from './pairing-state.ts';
import { CEREMONY_MS, type PasskeyCeremony } from './passkey.ts';
import type { Account, ClosePhase, CodeOffer, PairingOffer, SessionHost } from './provider.ts';
import { qrImage } from './qr-image.ts';
import { type LinkedAccount, pairSuccess, passkeyRequest } from './session-events.ts';
import type { SessionTasks } from './session-tasks.ts';

/** How long a QR code is valid: the first of a batch, and each after it. */
const FIRST_QR_MS = 60_000;
const NEXT_QR_MS = 20_000;

export interface PairingOptions {
  readonly clock: Clock;
  readonly host: SessionHost;
  readonly tasks: SessionTasks;
  readonly progress: PairingProgress;
  /** How many QR codes are shown before an attempt ends; at least 1. */
  readonly qrMaxCount: number;
  /** How many QR codes a batch has. A code to type is valid as long as all of them. */
  readonly batchSize: number;
  /** How long each QR code is valid, in ms; by default 60 s for the first of a batch and 20 s for the others. */
  readonly qrMs?: number | undefined;
}

interface Attempt {
  /** Digits; when set, the code is typed instead of scanned. */
  readonly phone: string | undefined;
  /** How many QR codes were offered so far, in all and of this batch. */
  count: number;
  countOfBatch: number;
  offer: CodeOffer | null;
  /** The steady time from which the offer is void. */
  until: number;
  /** The ceremony that runs or was just confirmed. */
  ceremony: PasskeyCeremony | null;
}

/** A phone's consent that is not completely on disk yet. */
interface Consent {
  readonly account: Account;
  readonly linked: LinkedAccount;
  readonly reason: string;
}

/** Call everything but `offer` in the session's turn. */
export class PairingSession {
  readonly #options: PairingOptions;
  readonly #source: CodeSource;
  #attempt: Attempt | null = null;
  #consent: Consent | null = null;

  constructor(options: PairingOptions, source: CodeSource) {
    this.#options = options;
    this.#source = source;
  }

  get isUnderWay(): boolean {
    return this.#options.progress.isOffering;
  }

  /** Whether the platform has asked for the passkey of the account. */
  get hasCeremony(): boolean {
    return this.#attempt?.ceremony != null;
  }

  /** The number (digits) for which a code to type was requested. */
  get phone(): string | undefined {
    return this.#attempt?.phone;
  }

  offer(): PairingOffer | null {
    const { clock, tasks } = this.#options;
    const attempt = tasks.signal.aborted ? null : this.#attempt;
    if (attempt === null) return null;
    const expiresInMs = attempt.until - clock.steady();
    if (expiresInMs <= 0) return null;
    if (attempt.ceremony) return attempt.ceremony.offer();
    return attempt.offer && { ...attempt.offer, expiresInMs };
  }

  /** When asked again in the same way, the running attempt continues with its code. */
  async connect(phone: string | undefined): Promise<void> {
    if (this.#attempt === null || this.#attempt.phone !== phone) await this.#start(phone);
  }

  /** Restarts the running attempt. Throws `conflict` if no attempt is running. */
  async restart(): Promise<void> {
    if (this.#attempt === null) throw failure('not_connected');
    await this.#start(this.#attempt.phone);
  }

  /** Offers `code` for scanning; ends the attempt when it has offered as many as allowed. */
  async offerQr(code: string): Promise<void> {
    const attempt = this.#attempt;
    if (attempt === null) return;
    const { clock, host, qrMaxCount } = this.#options;
    if (attempt.count >= qrMaxCount) return this.#timeOut(attempt);
    const until = clock.steady() + this.#qrLifeMs(attempt.countOfBatch++);
    // This precedes the change of phase: a request that waits for the phase looks for the code.
    const count = await this.#showQr(attempt, code, until);
    if (count === 1) await host.enter('waiting_qr', 'waiting for the QR code to be scanned');
  }

  /** Shows `renewed` of the current QR code in its place, for as long as that one; does nothing while none is shown. */
  async renewQr(renewed: (code: string) => string): Promise<void> {
    const attempt = this.#attempt;
    if (attempt?.offer?.kind !== 'qr') return;
    attempt.count--;
    await this.#showQr(attempt, renewed(attempt.offer.code), attempt.until);
  }

  /** Offers `pairingCode` for typing. */
  async offerCode(pairingCode: string): Promise<void> {
    const attempt = this.#attempt;
    if (attempt === null) return;
    const { clock, host, batchSize } = this.#options;
    let lifeMs = 0;
    for (let index = 0; index < batchSize; index++) lifeMs += this.#qrLifeMs(index);
    this.#show(attempt, { kind: 'code', pairingCode }, clock.steady() + lifeMs);
    await host.enter('pairing', 'waiting for the pairing code to be typed');
  }

  /**
   * Handles that the platform asks for the account's passkey first: codes are void, and the attempt ends in 5 minutes.
   */
  async beginCeremony(ceremony: PasskeyCeremony): Promise<void> {
    const attempt = this.#attempt;
    if (attempt === null) return;
    const { clock, host, tasks } = this.#options;
    attempt.ceremony?.end('the platform began another ceremony');
    attempt.ceremony = ceremony;
    attempt.until = clock.steady() + CEREMONY_MS;
    tasks.next(CEREMONY_MS, () => this.close('qr_timeout', ceremony.left()));
    const offer = ceremony.open(await host.openCeremony(ceremony), clock.now() + CEREMONY_MS);
    await host.emit(passkeyRequest(offer, attempt.until));
    await host.enter('passkey', 'waiting for a browser to use the passkey of the account');
  }

  /** Handles the code of the running ceremony from the platform. */
  async offerToConfirm(code: string): Promise<void> {
    const offer = this.#attempt?.ceremony?.compare(code);
    if (this.#attempt === null || !offer) return;
    const { host } = this.#options;
    await host.emit(passkeyRequest(offer, this.#attempt.until));
    await host.enter('passkey_confirm', 'waiting for the code to be compared and confirmed');
  }

  /** Voids what was offered, since the source has no codes. */
  forgetCodes(): void {
    if (this.#attempt === null) return;
    this.#attempt.offer = null;
    this.#attempt.countOfBatch = 0;
  }

  /** Asks for more codes, or ends the attempt when as many as allowed were shown. */
  async codesOver(): Promise<void> {
    this.forgetCodes();
    await this.#requestNext();
  }

  /** Ends the attempt because the phone has accepted. `store` and `settle` write it. */
  accept(account: Account, linked: LinkedAccount, reason?: string): void {
    const { tasks, progress } = this.#options;
    if (!progress.take('accept')) return;
    const used = this.phone === undefined ? CONSENT.qr : CONSENT.code;
    this.#attempt?.ceremony?.finish();
    this.#attempt = null;
    tasks.forgetNext();
    this.#consent = { account, linked, reason: reason ?? used };
  }

  /**
   * Stores a consent; called again, it continues where it failed. PairSuccess comes first, so that it is never lost.
   */
  async store(): Promise<void> {
    const consent = this.#consent;
    if (consent === null) return;
    const { host, progress } = this.#options;
    if (progress.state === 'accepted') {
      await host.enter('pairing', consent.reason);
      await this.#source.save?.();
      progress.take('save');
    }
    if (progress.state === 'saved') {
      await host.emit(pairSuccess(consent.account, consent.linked));
      progress.take('publish');
    }
    if (progress.state === 'published') {
      await host.rememberAccount(consent.account);
      progress.take('remember');
    }
  }

  /**
   * Stores a consent and its consequences. A repeated call continues where the last one failed. Returns null without a
   * consent.
   */
  async settle(): Promise<Account | null> {
    const consent = this.#consent;
    if (consent === null) return null;
    await this.store();
    await this.#options.host.wipeCodes();
    await this.#options.host.enter('syncing', 'paired');
    this.#options.progress.take('settle');
    this.#consent = null;
    return consent.account;
  }

  forget(): void {
    this.#attempt?.ceremony?.end('the pairing has ended');
    this.#options.progress.take('end');
    this.#attempt = null;
    this.#consent = null;
  }

  /** Ends the attempt. */
  async close(phase: ClosePhase, reason: string): Promise<void> {
    const { host, tasks } = this.#options;
    this.#source.stop?.();
    this.#attempt?.ceremony?.end(reason);
    this.forget();
    await tasks.retryUntilDone(async () => {
      await this.#source.forget?.();
      await host.wipeCodes();
      await host.enter(phase, reason);
    });
  }

  /** Fails the attempt when `work` fails; the caller gets the error. */
  async closeOnFailure(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // If this cannot be written either, it is tried again; the first error is the one that is reported.
      await this.close('failed', this.#source.failure(error)).catch(() => {});
      throw error;
    }
  }

  async #start(phone: string | undefined): Promise<void> {
    const { host, tasks, progress } = this.#options;
    const wasPairing = this.isUnderWay;
    this.#source.stop?.();
    this.#attempt?.ceremony?.end('the pairing was begun anew');
    progress.take('begin');
    this.#attempt = { phone, count: 0, countOfBatch: 0, offer: null, until: 0, ceremony: null };
    tasks.forgetNext();
    await this.closeOnFailure(async () => {
      if (wasPairing) await host.wipeCodes();
      await host.enter('starting', 'connecting');
      await this.#source.request(phone);
    });
  }

  async #requestNext(): Promise<void> {
    const attempt = this.#attempt;
    if (attempt === null) return;
    const isOver = attempt.phone !== undefined || attempt.count >= this.#options.qrMaxCount;
    if (isOver) return this.#timeOut(attempt);
    await this.closeOnFailure(() => this.#source.request(attempt.phone));
  }

  /** Returns which QR code of the attempt it is, from 1. */
  async #showQr(attempt: Attempt, code: string, until: number): Promise<number> {
    const { host, qrMaxCount: maxCount } = this.#options;
    const image = await qrImage(code);
    const count = ++attempt.count;
    const data = { code, qrcode: image, count, maxCount };
    await host.emit({ type: 'QRCode', data, secretUntil: until });
    this.#show(attempt, { kind: 'qr', code, image, count, maxCount }, until);
    return count;
  }

  #show(attempt: Attempt, offer: CodeOffer, until: number): void {
    attempt.offer = offer;
    attempt.until = until;
    if (!this.#source.isRequestedForEach) return;
    const { clock, tasks } = this.#options;
    tasks.next(until - clock.steady(), () => this.#requestNext());
  }

  #timeOut({ phone, count }: Attempt): Promise<void> {
    const reason =
      phone === undefined
        ? `no phone scanned any of ${count} QR codes`
        : 'no phone typed the pairing code';
    return this.close('qr_timeout', reason);
  }

  /** `index` counts within its batch, from 0. */
  #qrLifeMs(index: number): number {
    return this.#options.qrMs ?? (index === 0 ? FIRST_QR_MS : NEXT_QR_MS);
  }
}
