/** Manages one sandbox connection: pairing, open, lost, removed. */

import type { Statement } from '../../core/db/client.ts';
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import type { LabelStore } from '../../core/messages/labels.ts';
import type { MessageRecord } from '../../core/messages/rows.ts';
import { PairingSession } from '../../core/providers/pairing-session.ts';
import { PairingProgress } from '../../core/providers/pairing-state.ts';
import type {
  Account,
  ConnectingPhase,
  PairingOffer,
  SessionHost,
} from '../../core/providers/provider.ts';
import {
  connectedEvent,
  loggedOut,
  offlineSyncCompleted,
} from '../../core/providers/session-events.ts';
import { type SessionTasks, whileSessionRuns } from '../../core/providers/session-tasks.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { failure, NotConnected } from '../../core/shared/errors.ts';
import { newPairingCode, newQrText, type Random } from './invented-values.ts';
import { userJid } from './jids.ts';

/** How long a lost connection stays lost. */
const RECONNECT_MS = 1000;

interface SandboxConnectionOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly qrMaxCount: number;
  /** Called whenever the connection has opened. */
  readonly opened: () => void;
  /** Cleared when the pairing ends. */
  readonly labels: Pick<LabelStore, 'clear'>;
}

export class SandboxConnection {
  readonly #host: SessionHost;
  readonly #tasks: SessionTasks;
  readonly #opened: () => void;
  #account: Account | null;
  #isOpen = false;
  readonly #pairing: PairingSession;
  readonly #progress: PairingProgress;
  readonly #options: SandboxConnectionOptions;

  constructor(
    options: SandboxConnectionOptions,
    host: SessionHost,
    tasks: SessionTasks,
    account: Account | null,
  ) {
    this.#options = options;
    this.#host = whileSessionRuns(host, tasks);
    this.#tasks = tasks;
    this.#opened = options.opened;
    this.#account = account;
    this.#progress = new PairingProgress(account !== null);
    this.#pairing = newPairing(options, this.#host, tasks, this.#progress);
  }

  /** Returns the paired account while the connection is open, else null. */
  openAccount(): Account | null {
    return this.#isOpen ? this.#account : null;
  }

  /** Throws `conflict` while the connection is not open. */
  requireOpen(): Account {
    const account = this.openAccount();
    if (account === null) throw new NotConnected();
    return account;
  }

  /**
   * Publishes what arrived, in one commit with `change`. The caller has checked in the same turn that the connection is
   * open.
   */
  async publish(
    events: readonly CatalogEvent[],
    messages: readonly MessageRecord[] = [],
    change: readonly Statement[] = [],
  ): Promise<void> {
    await this.#host.emitAll(events, messages, change);
  }

  offer(): PairingOffer | null {
    return this.#pairing.offer();
  }

  async connect(phone: string | undefined): Promise<void> {
    if (this.#isOpen) return;
    if (this.#account)
      return this.#tasks.retryUntilDone(() => this.#reopen('starting', 'connecting'));
    await this.#pairing.connect(phone);
  }

  async restart(): Promise<void> {
    if (this.#account === null) return this.#pairing.restart();
    this.#isOpen = false;
    await this.#tasks.retryUntilDone(() => this.#reopen('reconnecting', 'restart requested'));
  }

  /** Lets the phone scan. Throws `conflict` when there is no QR code. */
  async scan(account: Account): Promise<void> {
    if (this.offer()?.kind !== 'qr') throw new NotConnected('not_connected', 'no_qr_code');
    await this.#admit(account);
  }

  /** Lets the phone type a code. Throws `conflict` when no code is offered, `invalid` when it is another one. */
  async pair(typed: string, pushName: string): Promise<void> {
    const offer = this.offer();
    const { phone } = this.#pairing;
    if (offer?.kind !== 'code' || phone === undefined)
      throw new NotConnected('not_connected', 'no_pairing_code');
    if (!isSameCode(typed, offer.pairingCode)) throw failure('pairing_code_wrong');
    await this.#admit({ jid: userJid(phone), pushName });
  }

  async rename(pushName: string): Promise<void> {
    await this.#tasks.run(async () => {
      const account = { ...this.requireOpen(), pushName };
      await this.#host.rememberAccount(account);
      this.#account = account;
    });
  }

  /** Loses the connection, which will come back. */
  async drop(): Promise<void> {
    const reopen = () => this.#reopen('reconnecting', 'connection lost');
    this.requireOpen();
    this.#isOpen = false;
    this.#tasks.next(RECONNECT_MS, () => this.#tasks.retryUntilDone(reopen));
    await this.#host.enter('reconnecting', 'connection lost');
  }

  async remove(): Promise<void> {
    if (this.#account === null) throw failure('sandbox_not_paired');
    await this.#unpair('removed by the phone');
  }

  async logout(): Promise<void> {
    if (this.#account) await this.#unpair('logged out by request');
    else await this.#pairing.close('logged_out', 'logged out by request');
  }

  /** Does everything from the phone's consent until the connection is open. */
  async #admit(account: Account): Promise<void> {
    this.#pairing.accept(account, { businessName: '', platform: 'android' });
    await this.#pairing.closeOnFailure(() => this.#pairing.store());
    this.#account = account;
    await this.#tasks.retryUntilDone(
      () => this.#pairing.settle(),
      () => this.#open(account),
    );
  }

  async #reopen(phase: ConnectingPhase, reason: string): Promise<void> {
    if (this.#account === null) return;
    await this.#host.enter(phase, reason);
    await this.#open(this.#account);
  }

  async #open(account: Account): Promise<void> {
    // Nothing arrives while a sandbox is not connected, so no messages have waited.
    await this.#host.emitAll([connectedEvent(account), offlineSyncCompleted(0)]);
    await this.#host.enter('open', 'connected');
    this.#progress.take('open');
    this.#isOpen = true;
    this.#opened();
  }

  /**
   * Rejects, with nothing done, when LoggedOut cannot be written. Once it is written, the rest follows and it is not
   * repeated.
   */
  async #unpair(reason: string): Promise<void> {
    await this.#host.emit(loggedOut(reason));
    this.#isOpen = false;
    this.#account = null;
    this.#pairing.forget();
    await this.#tasks.retryUntilDone(async () => {
      await this.#host.rememberAccount(null);
      await this.#options.labels.clear();
      await this.#host.enter('logged_out', reason);
    });
  }
}

function newPairing(
  { clock, random, qrMaxCount }: SandboxConnectionOptions,
  host: SessionHost,
  tasks: SessionTasks,
  progress: PairingProgress,
): PairingSession {
  const session: PairingSession = new PairingSession(
    { clock, host, tasks, progress, qrMaxCount, batchSize: qrMaxCount },
    {
      isRequestedForEach: true,
      request: (phone) =>
        phone === undefined
          ? session.offerQr(newQrText(random))
          : session.offerCode(newPairingCode(random)),
      failure: () => 'the pairing could not be saved',
    },
  );
  return session;
}

/** People type codes in small letters and with the dash that phones show. */
const isSameCode = (typed: string, code: string): boolean =>
  typed.replace(/[\s-]/g, '').toUpperCase() === code;
