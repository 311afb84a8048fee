/** Manages one instance's connection to WhatsApp: pairing, open, lost, ended. */

import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import type { PairingSession } from '../../core/providers/pairing-session.ts';
import type { Account, ConnectingPhase, PairingOffer } from '../../core/providers/provider.ts';
import { connectedEvent } from '../../core/providers/session-events.ts';
import { NotConnected } from '../../core/shared/errors.ts';
import {
  type AfterClose,
  type CloseReason,
  ConnectionHistory,
  REPLACED_MS,
} from './close-reason.ts';
import { ConnectionEnds, removeDevice } from './connection-ends.ts';
import type { SessionContext } from './context.ts';
import type { AuthenticationCreds } from './engine/surface.ts';
import type { Wire, WireListener } from './engine/wire.ts';
import { UnreadableCredentials } from './key-rows.ts';
import { type BeginMessages, OfflineSync } from './offline-sync.ts';
import { WhatsAppPairing } from './pairing.ts';
import type { Renewal } from './web-versions.ts';

/** The host ignores everything once the session has ended. */
export interface ConnectionDeps extends SessionContext {
  readonly begin: BeginMessages;
  readonly publish: (event: CatalogEvent) => Promise<boolean>;
  /** Opens a connection. */
  readonly open: (creds: AuthenticationCreds, listener: WireListener) => Promise<Wire>;
  /** Finds out, when WhatsApp says that this client is too old, whether there is a newer version. */
  readonly outdated: () => Promise<Renewal>;
}

/**
 * WhatsApp closes the connection after a phone has accepted the device. If it does not within this
 * time, it is closed here.
 */
const HANGUP_MS = 30_000;
/** WhatsApp's code for a connection that another one has replaced. */
const REPLACED = 440;

/** The state of the current connection. */
interface CurrentConnection {
  readonly wire: Wire;
  readonly offlineSync: OfflineSync;
  /** Steady ms, or null while it has not been open yet. */
  openedAt: number | null;
  /** Whether the host knows that it is open. */
  isOpen: boolean;
}

export class WhatsAppConnection {
  readonly #deps: ConnectionDeps;
  readonly #source: WhatsAppPairing;
  readonly #pairing: PairingSession;
  readonly #ends: ConnectionEnds;
  /** As the host knows it. Whether it is paired says `progress`. */
  #account: Account | null;
  #current: CurrentConnection | null = null;
  readonly #history = new ConnectionHistory();
  /** Reports that a log-in succeeded or failed, so that the next session may log in. */
  #loggedIn: () => void = () => {};

  constructor(deps: ConnectionDeps, account: Account | null) {
    this.#deps = deps;
    this.#account = account;
    this.#ends = new ConnectionEnds(deps);
    this.#source = new WhatsAppPairing(deps, {
      dial: (creds) => this.#open(creds),
      hangUp: () => this.#hangUp(),
    });
    this.#pairing = this.#source.session;
  }

  /** Returns the open connection's wire. Throws `conflict` while no connection is open. */
  requireOpen(): Wire {
    if (!this.#current?.isOpen) throw new NotConnected();
    return this.#current.wire;
  }

  get isOpen(): boolean {
    return this.#current?.isOpen === true;
  }

  offer(): PairingOffer | null {
    return this.#pairing.offer();
  }

  async connect(phone: string | undefined): Promise<void> {
    const { progress } = this.#deps;
    if (!progress.isPaired) await this.#source.resume();
    if (!progress.isPaired) await this.#pairing.connect(phone);
    else if (this.#current === null) {
      this.#deps.logins.noteLogin();
      await this.#dial('starting', 'connecting');
    }
  }

  async restart(): Promise<void> {
    if (this.#deps.progress.isPaired) await this.#redial('reconnecting', 'restart requested');
    else await this.#pairing.restart();
  }

  /**
   * Rejects, with nothing done, when LoggedOut cannot be written. Once it is written, the rest
   * follows and it is not repeated.
   */
  async logout(): Promise<void> {
    if (!this.#deps.progress.isPaired)
      return this.#pairing.close('logged_out', 'logged out by request');
    const wire = this.#current?.isOpen ? this.#current.wire : undefined;
    const reason = wire
      ? 'logged out by request'
      : 'logged out by request while not connected: remove the device on the phone too';
    await this.#ends.announce(reason);
    // It is written to an open connection; whether it arrived cannot be known.
    if (wire) await removeDevice(wire).catch(() => {});
    this.#unpair();
    await this.#ends.complete(reason);
  }

  /** Resolves when what is known of the account is on disk and the host has its name. */
  save(): Promise<void> {
    const { tasks, device } = this.#deps;
    return tasks.run(() => device.save(this.#renamed));
  }

  /** Ends the connection without reporting anything. */
  async stop(): Promise<void> {
    const { device } = this.#deps;
    await device.settled();
    this.#hangUp();
    await device.flush();
  }

  #redial(phase: ConnectingPhase, reason: string): Promise<void> {
    this.#hangUp();
    return this.#dial(phase, reason);
  }

  async #dial(phase: ConnectingPhase, reason: string): Promise<void> {
    const { host, device, tasks } = this.#deps;
    tasks.forgetNext();
    try {
      await this.#settle();
      const creds = await device.paired();
      if (creds === null) return this.#endFor('the credentials are gone: pair again');
      await host.enter(phase, reason);
      await this.#open(creds);
    } catch (error) {
      this.#loggedIn();
      if (error instanceof UnreadableCredentials) await this.#ends.fail(error.message);
      else this.#dialAfter();
      throw error;
    }
  }

  /** Without `ms` the time is longer after each failure. */
  #dialAfter(ms = this.#history.failed(this.#deps.random())): void {
    const { tasks, logins } = this.#deps;
    tasks.nextInPlace(
      ms,
      (unwanted) => logins.place(unwanted),
      (loggedIn) => {
        this.#loggedIn = loggedIn;
        return this.#dial('reconnecting', 'connecting again');
      },
    );
  }

  async #open(creds: AuthenticationCreds): Promise<void> {
    const whileCurrent = (work: (current: CurrentConnection) => Promise<void>) =>
      this.#deps.tasks.runLater(async () => {
        if (this.#current === current) await work(current);
      });
    const wire = await this.#deps.open(creds, {
      qr: (text) => whileCurrent(({ wire }) => this.#source.received(text, wire)),
      codesOver: () => whileCurrent(() => this.#source.codesOver()),
      pairing: (stanza) => whileCurrent(({ wire }) => this.#source.notified(stanza, wire)),
      accepted: () => whileCurrent(() => this.#accepted()),
      opened: () => whileCurrent((own) => this.#opened(own)),
      caughtUp: (event) => whileCurrent(async ({ offlineSync }) => offlineSync.handedOver(event)),
      credsChanged: () => this.#deps.device.saveLater(this.#renamed),
      ended: (ending) => whileCurrent((own) => this.#ended(own, ending)),
    });
    const { tasks, begin, publish } = this.#deps;
    const offlineSync = new OfflineSync(tasks, begin, publish, wire.waitedCount);
    const current: CurrentConnection = { wire, offlineSync, openedAt: null, isOpen: false };
    this.#current = current;
  }

  /** The phone gets its answer once the credentials are on disk, so they are written again until they are. */
  async #accepted(): Promise<void> {
    const { tasks } = this.#deps;
    this.#history.paired();
    this.#source.accepted();
    const wait = async () => tasks.next(HANGUP_MS, () => this.#redial('syncing', 'paired'));
    await tasks.retryUntilDone(() => this.#settle(), wait);
  }

  async #settle(): Promise<void> {
    this.#account = (await this.#pairing.settle()) ?? this.#account;
  }

  async #opened(current: CurrentConnection): Promise<void> {
    const { clock, host, tasks, device, progress } = this.#deps;
    current.openedAt = clock.steady();
    progress.take('open');
    this.#ends.opened();
    this.#loggedIn();
    const whileCurrent = (step: () => Promise<void>) => async () => {
      if (this.#current === current) await step();
    };
    await tasks.retryUntilDone(
      whileCurrent(() => host.emit(connectedEvent(device.self()))),
      whileCurrent(async () => {
        await host.enter('open', 'connected');
        current.isOpen = true;
        current.offlineSync.opened();
      }),
    );
  }

  async #ended({ openedAt }: CurrentConnection, ending: CloseReason): Promise<void> {
    this.#history.ended(openedAt === null ? 0 : this.#deps.clock.steady() - openedAt);
    this.#forgetCurrent();
    const { isPaired } = this.#deps.progress;
    const afterClose = await this.#history.after(ending, this.#deps.outdated, isPaired);
    if (!isPaired) return this.#source.ended(afterClose);
    await this.#follow(afterClose);
  }

  async #follow(afterClose: AfterClose): Promise<void> {
    switch (afterClose.kind) {
      case 'again':
        return this.#restart();
      case 'wait':
        return this.#ends.pause(afterClose, (ms) => this.#dialAfter(ms));
      case 'logged_out':
        return this.#endFor(afterClose.reason);
      case 'stop':
        if (afterClose.code === REPLACED && this.#history.replaced())
          return this.#tryAgain(REPLACED_MS, `${afterClose.reason}: tried again in a minute`);
        return this.#ends.stop(afterClose);
      case 'codes_over':
        return this.#follow({ kind: 'retry', reason: 'connection lost' });
      case 'retry':
        return this.#tryAgain(afterClose.ms, afterClose.reason);
    }
  }

  /** The first time the log-in is done at once, and later like any other after a lost connection. */
  async #restart(): Promise<void> {
    const reason = 'WhatsApp asks for a new connection (515)';
    if (!this.#history.restarted()) return this.#follow({ kind: 'retry', reason });
    const { isNew } = this.#deps.progress;
    return isNew ? this.#dial('syncing', 'paired') : this.#dial('reconnecting', reason);
  }

  async #tryAgain(ms: number | undefined, reason: string): Promise<void> {
    this.#dialAfter(ms);
    await this.#deps.host.enter('reconnecting', reason);
  }

  /** Ends a pairing that the phone or WhatsApp has ended already. */
  #endFor(reason: string): Promise<void> {
    this.#unpair();
    return this.#ends.announceAndComplete(reason);
  }

  #unpair(): void {
    this.#hangUp();
    this.#account = null;
    this.#pairing.forget();
  }

  readonly #renamed = async (pushName: string): Promise<void> => {
    if (this.#account === null || this.#account.pushName === pushName) return;
    const account = { ...this.#account, pushName };
    await this.#deps.host.rememberAccount(account);
    this.#account = account;
  };

  #hangUp(): void {
    this.#current?.wire.close();
    this.#forgetCurrent();
  }

  #forgetCurrent(): void {
    this.#loggedIn();
    this.#current?.offlineSync.end();
    this.#current = null;
  }
}
