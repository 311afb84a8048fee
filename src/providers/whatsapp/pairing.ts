/** Pairing: shows codes, waits for the phone's consent, and stores the account. */
import type { AuthenticationCreds } from '@whiskeysockets/baileys';
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { Clock } from '../../shared/clock.ts';
import { conflict, messageOf } from '../../shared/errors.ts';
import type { Account, ClosePhase, PairingOffer, SessionHost } from '../provider.ts';
import type { SessionTasks } from '../session-tasks.ts';
import { type AfterClose, retryAfterMs } from './close-reason.ts';
import { UnreadableCredentials } from './credentials.ts';
import type { Device } from './device.ts';
import { PairingAttempt } from './pairing-attempt.ts';
import { pairSuccess } from './translate/connection.ts';
import type { Accepted, Wire } from './wire.ts';

export interface PairingDeps {
  readonly clock: Clock;
  readonly host: SessionHost;
  readonly life: SessionTasks;
  readonly device: Device;
  readonly random: () => number;
  /** QR codes shown before an attempt ends; from 1. */
  readonly qrMaxCount: number;
  /** Life of every QR code in ms; absent: what the library gives it. */
  readonly qrMs?: number | undefined;
}

interface PairingHooks {
  readonly dial: (creds: AuthenticationCreds) => Promise<void>;
  readonly hangUp: () => void;
  /** On disk. */
  readonly paired: (account: Account) => void;
}

/** A phone's consent that is not yet on disk. */
interface Consent {
  readonly account: Account;
  readonly event: CatalogEvent;
  readonly reason: string;
  isPublished: boolean;
}

export class Pairing {
  readonly #deps: PairingDeps;
  readonly #hooks: PairingHooks;
  #attempt: PairingAttempt | null = null;
  #consent: Consent | null = null;

  constructor(deps: PairingDeps, hooks: PairingHooks) {
    this.#deps = deps;
    this.#hooks = hooks;
  }

  /** A phone has accepted; it may not be on disk yet. */
  get isAccepted(): boolean {
    return this.#consent !== null;
  }

  /** Asked again in the same way, the attempt under way goes on with its code. */
  isUnderWay(phone: string | undefined): boolean {
    return this.#attempt !== null && this.#attempt.phone === phone;
  }

  offer(): PairingOffer | null {
    return this.#attempt?.offer(this.#deps.clock.steady()) ?? null;
  }

  async start(phone: string | undefined): Promise<void> {
    const { host, life } = this.#deps;
    const wasPairing = this.#attempt !== null;
    this.#hooks.hangUp();
    this.#attempt = new PairingAttempt(phone, this.#deps.qrMs);
    life.forgetNext();
    await this.#orFail(async () => {
      if (wasPairing) await host.wipeCodes();
      await host.enter('starting', 'connecting');
      await this.#dial();
    });
  }

  async restart(): Promise<void> {
    if (this.#attempt === null) throw conflict('not connected');
    await this.start(this.#attempt.phone);
  }

  /** WhatsApp handed out another code to scan; with a phone number, the sign that a code to type can be had. */
  async code(text: string, wire: Wire): Promise<void> {
    const attempt = this.#attempt;
    if (attempt === null) return;
    await this.#orFail(() =>
      attempt.phone === undefined
        ? this.#offerQr(attempt, text)
        : this.#offerCode(attempt, attempt.phone, wire),
    );
  }

  async accept(accepted: Accepted): Promise<void> {
    const reason = this.#attempt?.phone === undefined ? 'QR code scanned' : 'pairing code typed';
    this.#consented(accepted, reason);
    await this.settle();
  }

  /** Takes up the consent of a phone that an earlier process could not bring to disk whole: its keys are there. */
  async resume(): Promise<void> {
    if (this.#attempt !== null || this.#consent !== null) return;
    const creds = await this.#deps.device.paired().catch(nothingIfUnreadable);
    if (creds === null) return;
    const accepted = { name: creds.me?.name ?? '', platform: creds.platform ?? '' };
    this.#consented(accepted, 'paired before the service ended');
  }

  #consented({ name, platform }: Accepted, reason: string): void {
    this.#attempt = null;
    const self = { ...this.#deps.device.self(), pushName: name };
    const account = { jid: self.jid, pushName: name };
    const event = pairSuccess(self, name, platform);
    this.#consent = { account, event, reason, isPublished: false };
  }

  /** Brings a consent to disk. PairSuccess is there before the pairing, so that it is never lost. */
  async settle(): Promise<void> {
    const consent = this.#consent;
    if (consent === null) return;
    const { host, device } = this.#deps;
    await host.enter('pairing', consent.reason);
    try {
      await device.startSaving();
    } catch (error) {
      await host.enter('pairing', `the credentials cannot be saved: ${messageOf(error)}`);
      throw error;
    }
    if (!consent.isPublished) await host.emit(consent.event);
    consent.isPublished = true;
    await host.paired(consent.account);
    await host.wipeCodes();
    await host.enter('syncing', 'paired');
    this.#consent = null;
    this.#hooks.paired(consent.account);
  }

  /** The connection of an attempt has ended. */
  async ended(afterClose: AfterClose): Promise<void> {
    const attempt = this.#attempt;
    if (attempt === null) return;
    switch (afterClose.kind) {
      case 'codes_over':
        return this.#codesOver(attempt);
      case 'again':
      case 'retry':
        return this.#retry(attempt, afterClose);
      case 'logged_out':
      case 'stop':
        return this.close('failed', afterClose.reason);
    }
  }

  forget(): void {
    this.#attempt = null;
    this.#consent = null;
  }

  /** Ends the attempt. */
  async close(phase: ClosePhase, reason: string): Promise<void> {
    const { host, life, device } = this.#deps;
    this.#hooks.hangUp();
    this.forget();
    await life.retryUntilDone(async () => {
      await device.forget();
      await host.wipeCodes();
      await host.enter(phase, reason);
    });
  }

  /** Always a new device: one that has asked for a pairing code would log in as a paired one. */
  async #dial(): Promise<void> {
    await this.#hooks.dial(await this.#deps.device.renewed());
  }

  async #offerQr(attempt: PairingAttempt, text: string): Promise<void> {
    const { clock, host, qrMaxCount } = this.#deps;
    if (attempt.count >= qrMaxCount) return this.#timedOut(attempt);
    const { offer, until } = attempt.nextQr(text, clock.steady());
    const { code, image, count } = offer;
    const data = { code, qrcode: image, count, maxCount: qrMaxCount };
    await host.emit({ type: 'QRCode', data, secretUntil: until });
    // Before the phase changes: a request that waits for it looks for the code.
    attempt.show(offer, until);
    if (count === 1) await host.enter('waiting_qr', 'waiting for the QR code to be scanned');
  }

  async #offerCode(attempt: PairingAttempt, phone: string, wire: Wire): Promise<void> {
    const { clock, host } = this.#deps;
    if (attempt.isCodeAsked) return;
    attempt.isCodeAsked = true;
    const pairingCode = await wire.socket.requestPairingCode(phone);
    attempt.show({ kind: 'code', pairingCode }, clock.steady() + attempt.codeLifeMs);
    await host.enter('pairing', 'waiting for the pairing code to be typed');
  }

  async #codesOver(attempt: PairingAttempt): Promise<void> {
    const isOver = attempt.phone !== undefined || attempt.count >= this.#deps.qrMaxCount;
    if (isOver) return this.#timedOut(attempt);
    attempt.newBatch();
    await this.#orFail(() => this.#dial());
  }

  #timedOut({ phone, count }: PairingAttempt): Promise<void> {
    const missed =
      phone === undefined ? `scanned any of ${count} QR codes` : 'typed the pairing code';
    return this.close('qr_timeout', `no phone ${missed}`);
  }

  async #retry(attempt: PairingAttempt, afterClose: AfterClose): Promise<void> {
    const reason = 'reason' in afterClose ? afterClose.reason : 'connection lost';
    if (!attempt.mayRetry()) return this.close('failed', reason);
    const { host, life, random } = this.#deps;
    life.next(retryAfterMs(attempt.losses, random()), () => this.#orFail(() => this.#dial()));
    await host.enter('starting', `${reason}; trying again`);
  }

  /** An attempt that cannot go on has failed; the caller gets the reason. */
  async #orFail(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // If this cannot be written either it is tried again; the first error is the one that is reported.
      await this.close('failed', `the pairing failed: ${messageOf(error)}`).catch(() => {});
      throw error;
    }
  }
}

/** Nobody is paired with them, so they are in nobody's way. */
function nothingIfUnreadable(error: unknown): null {
  if (error instanceof UnreadableCredentials) return null;
  throw error;
}
