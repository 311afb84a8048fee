/** The life of one sandbox connection: pairing, being open, being lost, being removed. */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import type { Clock } from '../../shared/clock.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import { newPairingCode, qrImage, type Random } from '../pairing.ts';
import type {
  Account,
  ClosePhase,
  ConnectingPhase,
  PairingOffer,
  SessionHost,
} from '../provider.ts';
import { type SessionTasks, whileSessionRuns } from '../session-tasks.ts';
import { newQrText } from './invented.ts';
import { userJid } from './jids.ts';

/** How long a lost connection stays lost. */
const RECONNECT_MS = 1000;

interface SandboxConnectionOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly qrMaxCount: number;
}

/** One try to pair; with `phone` by code. */
interface Attempt {
  readonly phone: string | undefined;
}

export class SandboxConnection {
  readonly #options: SandboxConnectionOptions;
  readonly #host: SessionHost;
  readonly #life: SessionTasks;
  #account: Account | null;
  #isOpen = false;
  #attempt: Attempt | null = null;
  #living: ExpiringOffer | null = null;

  constructor(
    options: SandboxConnectionOptions,
    host: SessionHost,
    life: SessionTasks,
    account: Account | null,
  ) {
    this.#options = options;
    this.#host = whileSessionRuns(host, life);
    this.#life = life;
    this.#account = account;
  }

  /** The paired account while the connection is open, else null. */
  openAccount(): Account | null {
    return this.#isOpen ? this.#account : null;
  }

  /** Throws `conflict` while the connection is not open. */
  requireOpen(): Account {
    const account = this.openAccount();
    if (account === null) throw conflict('not connected');
    return account;
  }

  /** Publishes what arrived; the caller has asked whether it is open in the same turn. */
  async publish(events: readonly CatalogEvent[]): Promise<void> {
    await this.#host.emitAll(events);
  }

  offer(): PairingOffer | null {
    const living = this.#life.signal.aborted ? null : this.#living;
    return living && this.#options.clock.steady() < living.until ? living.offer : null;
  }

  async connect(phone: string | undefined): Promise<void> {
    if (this.#isOpen) return;
    if (this.#account)
      return this.#life.retryUntilDone(() => this.#reopen('starting', 'connecting'));
    // Asked again in the same way, the attempt under way goes on with its code.
    if (this.#attempt !== null && this.#attempt.phone === phone) return;
    await this.#startPairing(phone);
  }

  async restart(): Promise<void> {
    const attempt = this.#attempt;
    if (this.#account) {
      this.#isOpen = false;
      return this.#life.retryUntilDone(() => this.#reopen('reconnecting', 'restart requested'));
    }
    if (attempt === null) throw conflict('not connected');
    await this.#startPairing(attempt.phone);
  }

  /** The phone scans; throws `conflict` where there is no QR code. */
  async scan(account: Account): Promise<void> {
    if (this.offer()?.kind !== 'qr') throw conflict('there is no QR code to scan');
    await this.#admit(account, 'QR code scanned');
  }

  /** The phone types a code; throws `conflict` where there is none to type, `invalid` when it is another. */
  async pair(typed: string, pushName: string): Promise<void> {
    const offer = this.offer();
    const phone = this.#attempt?.phone;
    if (offer?.kind !== 'code' || phone === undefined)
      throw conflict('there is no pairing code to type');
    if (!isSameCode(typed, offer.pairingCode)) throw invalid('code is not the pairing code');
    await this.#admit({ jid: userJid(phone), pushName }, 'pairing code typed');
  }

  /** The connection is lost and will come back. */
  async drop(): Promise<void> {
    const reopen = () => this.#reopen('reconnecting', 'connection lost');
    this.requireOpen();
    this.#isOpen = false;
    this.#life.next(RECONNECT_MS, () => this.#life.retryUntilDone(reopen));
    await this.#host.enter('reconnecting', 'connection lost');
  }

  async remove(): Promise<void> {
    if (this.#account === null) throw conflict('not paired');
    await this.#unpair('removed by the phone');
  }

  async logout(): Promise<void> {
    if (this.#account) await this.#unpair('logged out by request');
    else await this.#close('logged_out', 'logged out by request');
  }

  async #startPairing(phone: string | undefined): Promise<void> {
    const wasPairing = this.#attempt !== null;
    this.#attempt = { phone };
    this.#living = null;
    this.#life.forgetNext();
    await this.#orFail(async () => {
      if (wasPairing) await this.#host.wipeCodes();
      await this.#host.enter('starting', 'connecting');
      await (phone === undefined ? this.#offerQr(1) : this.#offerCode());
    });
  }

  async #offerQr(count: number): Promise<void> {
    const { clock, random, qrMaxCount } = this.#options;
    const living = newQrOffer(count, clock.steady(), random);
    const { code, image } = living.offer;
    const data = { code, qrcode: image, count, maxCount: qrMaxCount };
    await this.#host.emit({ type: 'QRCode', data, secretUntil: living.until });
    if (count === 1) await this.#host.enter('waiting_qr', 'waiting for the QR code to be scanned');
    this.#hold(living, () =>
      count < qrMaxCount
        ? this.#orFail(() => this.#offerQr(count + 1))
        : this.#close('qr_timeout', `no phone scanned any of ${qrMaxCount} QR codes`),
    );
  }

  async #offerCode(): Promise<void> {
    const { clock, random, qrMaxCount } = this.#options;
    const living = newCodeOffer(qrMaxCount, clock.steady(), random);
    await this.#host.enter('pairing', 'waiting for the pairing code to be typed');
    this.#hold(living, () => this.#close('qr_timeout', 'no phone typed the pairing code'));
  }

  #hold(living: ExpiringOffer, whenVoid: () => Promise<void>): void {
    this.#living = living;
    this.#life.next(living.until - this.#options.clock.steady(), whenVoid);
  }

  /** From the phone's consent to open. PairSuccess is on disk before the pairing, so that it is never lost. */
  async #admit(account: Account, reason: string): Promise<void> {
    this.#living = null;
    this.#life.forgetNext();
    await this.#orFail(async () => {
      await this.#host.enter('pairing', reason);
      await this.#host.emit(pairSuccess(account));
      await this.#host.paired(account);
    });
    this.#account = account;
    this.#attempt = null;
    await this.#life.retryUntilDone(async () => {
      await this.#host.wipeCodes();
      await this.#host.enter('syncing', 'paired');
      await this.#open(account);
    });
  }

  async #reopen(phase: ConnectingPhase, reason: string): Promise<void> {
    if (this.#account === null) return;
    await this.#host.enter(phase, reason);
    await this.#open(this.#account);
  }

  async #open(account: Account): Promise<void> {
    await this.#host.emitAll(connected(account));
    await this.#host.enter('open', 'connected');
    this.#isOpen = true;
  }

  /** When LoggedOut cannot be written nothing has happened; once it is, the rest follows and it is not repeated. */
  async #unpair(reason: string): Promise<void> {
    await this.#host.emit(loggedOut(reason));
    this.#isOpen = false;
    this.#account = null;
    await this.#life.retryUntilDone(async () => {
      await this.#host.paired(null);
      await this.#host.enter('logged_out', reason);
    });
  }

  /** Ends an attempt to pair. */
  async #close(phase: ClosePhase, reason: string): Promise<void> {
    this.#attempt = null;
    this.#living = null;
    await this.#life.retryUntilDone(async () => {
      await this.#host.wipeCodes();
      await this.#host.enter(phase, reason);
    });
  }

  /** An attempt that cannot be stored has failed; the caller gets the reason. */
  async #orFail(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // If this cannot be written either it is tried again; the first error is the one that is reported.
      await this.#close('failed', 'the pairing could not be saved').catch(() => {});
      throw error;
    }
  }
}

const pairSuccess = ({ jid, pushName }: Account): CatalogEvent => ({
  type: 'PairSuccess',
  data: { ID: jid, jid, BusinessName: '', Platform: 'android', pushName, status: 'open' },
});

/** Nothing arrives while a sandbox is not connected, so there is nothing to catch up with. */
const connected = ({ jid, pushName }: Account): CatalogEvent[] => [
  { type: 'Connected', data: { status: 'open', jid, pushName } },
  { type: 'OfflineSyncCompleted', data: { Count: 0 } },
];

/** 401 is what the platform calls the end of a pairing, whoever ended it. */
const loggedOut = (reason: string): CatalogEvent => ({
  type: 'LoggedOut',
  data: { Reason: 'logged_out', reason, OnConnect: false, code: 401 },
});

const FIRST_QR_MS = 60_000;
const NEXT_QR_MS = 20_000;

/** An offer, and the steady time from which it is void. */
interface ExpiringOffer {
  readonly offer: PairingOffer;
  readonly until: number;
}

interface QrOffer extends ExpiringOffer {
  readonly offer: Extract<PairingOffer, { kind: 'qr' }>;
}

/** `count` from 1; `now` is steady time. */
function newQrOffer(count: number, now: number, random: Random): QrOffer {
  const code = newQrText(random);
  const until = now + (count === 1 ? FIRST_QR_MS : NEXT_QR_MS);
  return { offer: { kind: 'qr', code, image: qrImage(code), count }, until };
}

function newCodeOffer(qrMaxCount: number, now: number, random: Random): ExpiringOffer {
  const until = now + FIRST_QR_MS + (qrMaxCount - 1) * NEXT_QR_MS;
  return { offer: { kind: 'code', pairingCode: newPairingCode(random) }, until };
}

/** People type codes in small letters and with the dash that phones show. */
const isSameCode = (typed: string, code: string): boolean =>
  typed.replace(/[\s-]/g, '').toUpperCase() === code;
