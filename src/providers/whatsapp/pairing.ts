/** Pairs as WhatsApp does: each connection brings a batch of QR codes or one code to type. */
import type { AuthenticationCreds, BinaryNode } from '@whiskeysockets/baileys';
import { messageOf } from '../../shared/errors.ts';
import { type CodeSource, type PairingOptions, PairingSession } from '../pairing-session.ts';
import type { Client } from './client.ts';
import { type AfterClose, retryAfterMs } from './close-reason.ts';
import { UnreadableCredentials } from './credentials.ts';
import type { Device } from './device.ts';
import { PasskeyLinking } from './passkey.ts';
import type { Wire } from './wire.ts';

/** WhatsApp usually hands out this many QR codes. */
const BATCH_SIZE = 6;
/** The attempt is given up after this many lost connections without an answer of a phone. */
const LOSSES_MAX = 5;

export interface PairingDeps extends Omit<PairingOptions, 'batchSize'> {
  readonly client: Client;
  readonly device: Device;
  /** Returns a number in [0, 1) that spreads reconnections. */
  readonly random: () => number;
}

interface PairingHooks {
  readonly dial: (creds: AuthenticationCreds) => Promise<void>;
  readonly hangUp: () => void;
}

export class WhatsAppPairing implements CodeSource {
  readonly session: PairingSession;
  readonly #deps: PairingDeps;
  readonly #hooks: PairingHooks;
  readonly #passkey: PasskeyLinking;
  /** Lost connections of this attempt. */
  #losses = 0;
  /** Whether a code was requested on this connection. */
  #isCodeRequested = false;

  constructor(deps: PairingDeps, hooks: PairingHooks) {
    this.#deps = deps;
    this.#hooks = hooks;
    this.session = new PairingSession({ ...deps, batchSize: BATCH_SIZE }, this);
    this.#passkey = new PasskeyLinking({ ...deps, session: this.session });
  }

  /** Always begins as a new device: one that has asked for a pairing code would log in as a paired one. */
  async request(): Promise<void> {
    this.#isCodeRequested = false;
    await this.#hooks.dial(await this.#deps.device.renewed());
  }

  stop(): void {
    this.#losses = 0;
    this.#hooks.hangUp();
  }

  async save(): Promise<void> {
    const { device, host } = this.#deps;
    try {
      await device.startSaving();
    } catch (error) {
      await host.enter('pairing', `the credentials cannot be saved: ${messageOf(error)}`);
      throw error;
    }
  }

  forget(): Promise<void> {
    return this.#deps.device.forget();
  }

  failure(error: unknown): string {
    return `the pairing failed: ${messageOf(error)}`;
  }

  /** Handles another code to scan from WhatsApp. With a phone number it means that a code to type can be requested. */
  async received(text: string, wire: Wire): Promise<void> {
    const { session } = this;
    if (!session.isUnderWay || session.hasCeremony) return;
    const { phone } = session;
    await session.closeOnFailure(() =>
      phone === undefined ? session.offerQr(text) : this.#offerCode(phone, wire),
    );
  }

  /** Handles that the connection has no QR code left; a ceremony continues without one. */
  async codesOver(): Promise<void> {
    if (!this.session.isUnderWay || this.session.hasCeremony) return;
    this.#hooks.hangUp();
    await this.session.codesOver();
  }

  /** Handles that WhatsApp asks for the account's passkey, or continues the ceremony. */
  async asksPasskey(stanza: BinaryNode, wire: Wire): Promise<void> {
    const { session } = this;
    if (session.isUnderWay) await session.closeOnFailure(() => this.#passkey.take(stanza, wire));
  }

  /**
   * Handles that a phone has accepted the device. The name that the client has for the account now
   * is that of its business.
   */
  accepted(reason?: string): void {
    const { creds } = this.#deps.device;
    const businessName = creds?.me?.name ?? '';
    const account = { jid: this.#deps.device.self().jid, pushName: businessName };
    this.session.accept(account, { businessName, platform: creds?.platform ?? '' }, reason);
  }

  /** Continues after a phone's consent that an earlier process could not store completely: its keys are there. */
  async resume(): Promise<void> {
    if (this.session.isUnderWay || this.session.isAccepted) return;
    const creds = await this.#deps.device.paired().catch(nothingIfUnreadable);
    if (creds !== null) this.accepted('paired before the service ended');
  }

  /** Handles the end of a connection of an attempt. */
  async ended(afterClose: AfterClose): Promise<void> {
    if (!this.session.isUnderWay) return;
    const reason = 'reason' in afterClose ? afterClose.reason : 'connection lost';
    if (this.session.hasCeremony && afterClose.kind !== 'stop')
      return this.session.close('failed', `${reason}, during the passkey ceremony`);
    switch (afterClose.kind) {
      case 'codes_over':
        return this.session.codesOver();
      case 'again':
      case 'retry':
        return this.#retry(reason);
      case 'logged_out':
      case 'wait':
      case 'stop':
        return this.session.close('failed', reason);
    }
  }

  async #offerCode(phone: string, wire: Wire): Promise<void> {
    if (this.#isCodeRequested) return;
    this.#isCodeRequested = true;
    await this.session.offerCode(await wire.socket.requestPairingCode(phone));
  }

  async #retry(reason: string): Promise<void> {
    const { session } = this;
    session.forgetCodes();
    if (++this.#losses > LOSSES_MAX) return session.close('failed', reason);
    const { host, life, random } = this.#deps;
    const ms = retryAfterMs(this.#losses, random());
    life.next(ms, () => session.closeOnFailure(() => this.request()));
    await host.enter('starting', `${reason}; trying again`);
  }
}

/** Nobody is paired with these keys, so they may be replaced. */
function nothingIfUnreadable(error: unknown): null {
  if (error instanceof UnreadableCredentials) return null;
  throw error;
}
