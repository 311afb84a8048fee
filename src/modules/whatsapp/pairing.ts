/** Pairs as WhatsApp does: each connection brings a batch of QR codes or one code to type. */

import { PairingSession } from '../../core/providers/pairing-session.ts';
import type { CodeSource } from '../../core/providers/pairing-state.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { type AfterClose, retryAfterMs } from './close-reason.ts';
import type { SessionContext } from './context.ts';
import type { AuthenticationCreds, BinaryNode } from './engine/surface.ts';
import type { Wire } from './engine/wire.ts';
import { UnreadableCredentials } from './key-rows.ts';
import { type PairingNotice, pairingNoticeIn, withSecret } from './pairing-stanzas.ts';
import { PasskeyLinking } from './passkey.ts';

/** WhatsApp usually hands out this many QR codes. */
const BATCH_SIZE = 6;
/** The attempt ends after this many lost connections without an answer of a phone. */
const LOSSES_MAX = 5;
/** Pairing has failed when WhatsApp has declared the secrets of this many QR codes of a connection void. */
const SECRETS_MAX = 20;

const TOO_MANY = 'WhatsApp declared too many codes void: connect again later';
const BY_HAND = 'WhatsApp wants a person to ask for the next code: connect again';

interface PairingHooks {
  readonly dial: (creds: AuthenticationCreds) => Promise<void>;
  readonly hangUp: () => void;
}

export class WhatsAppPairing implements CodeSource {
  readonly session: PairingSession;
  readonly #deps: SessionContext;
  readonly #hooks: PairingHooks;
  readonly #passkey: PasskeyLinking;
  /** Lost connections of this attempt. */
  #losses = 0;
  /** Whether a code was requested on this connection. */
  #isCodeRequested = false;
  /** WhatsApp's reference of that code in base64; empty while it has not named it. */
  #codeRef = '';
  /** How many secrets were made on this connection because WhatsApp declared the one before void. */
  #secrets = 0;

  constructor(deps: SessionContext, hooks: PairingHooks) {
    this.#deps = deps;
    this.#hooks = hooks;
    const { qrMs } = deps.timing;
    this.session = new PairingSession({ ...deps, qrMs, batchSize: BATCH_SIZE }, this);
    this.#passkey = new PasskeyLinking(deps, this.session);
  }

  /** Always begins as a new device: one that has asked for a pairing code would log in as a paired one. */
  async request(): Promise<void> {
    this.#isCodeRequested = false;
    this.#codeRef = '';
    this.#secrets = 0;
    await this.#hooks.dial(await this.#deps.device.renewed());
  }

  stop(): void {
    this.#losses = 0;
    this.#hooks.hangUp();
  }

  async save(): Promise<void> {
    const { device, host } = this.#deps;
    try {
      await device.saveFirst();
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
      phone === undefined ? session.offerQr(this.#current(text)) : this.#offerCode(phone, wire),
    );
  }

  /** Handles that the connection has no QR code left; a ceremony continues without one. */
  async codesOver(): Promise<void> {
    if (!this.session.isUnderWay || this.session.hasCeremony) return;
    this.#hooks.hangUp();
    await this.session.codesOver();
  }

  /**
   * Handles what WhatsApp tells a device that is being linked. Baileys does not acknowledge it before the log-in.
   * Once the device is linked, or no attempt is under way, it is only acknowledged.
   */
  async notified(stanza: BinaryNode, wire: Wire): Promise<void> {
    const { session } = this;
    const notice = pairingNoticeIn(stanza);
    // The secret of a typed code is agreed with the phone, and in a ceremony the phone gets another one.
    const isShown = session.isUnderWay && session.phone === undefined && !session.hasCeremony;
    if (notice.kind === 'secret_void' && isShown) this.#deps.device.renewSecret();
    if (stanza.tag === 'notification') await this.#acknowledge(stanza, wire);
    if (!session.isUnderWay) return;
    await session.closeOnFailure(async () => {
      if (notice.kind === 'passkey') await this.#passkey.take(stanza, wire);
      else if (notice.kind === 'secret_void') {
        if (isShown) await this.#showAgain();
      } else if (session.phone !== undefined && !session.hasCeremony)
        await this.#followCode(notice);
    });
  }

  /**
   * Handles that a phone has accepted the device. The name that Baileys has for the account now
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
    if (this.session.isUnderWay) return;
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

  /** Does not fail when the connection has ended: WhatsApp says it again on the next one. */
  async #acknowledge(stanza: BinaryNode, { socket }: Wire): Promise<void> {
    await socket.sendNode(this.#deps.baileys.buildAckStanza(stanza)).catch(() => {});
  }

  /** Shows the reference of the current QR code with the new secret; a phone accepts no other code now. */
  async #showAgain(): Promise<void> {
    if (++this.#secrets > SECRETS_MAX) return this.session.close('failed', TOO_MANY);
    await this.session.renewQr((code) => this.#current(code));
  }

  /** Returns the QR code's text with the current secret: Baileys keeps the one that a connection began with. */
  #current(code: string): string {
    const { creds } = this.#deps.device;
    return creds === null ? code : withSecret(code, creds.advSecretKey);
  }

  async #followCode(notice: PairingNotice): Promise<void> {
    const { session } = this;
    switch (notice.kind) {
      case 'code_known':
        this.#codeRef = notice.ref;
        return;
      case 'code_void': {
        // It is about a code that is not shown any more.
        if (this.#codeRef !== '' && notice.ref !== this.#codeRef) return;
        if (notice.isByHand) return session.close('failed', BY_HAND);
        this.#hooks.hangUp();
        return this.#retry('WhatsApp declared the code to type void');
      }
      case 'refused':
        return session.close('failed', `WhatsApp refuses the code to type: ${notice.reason}`);
      case 'code_failed':
        return session.close('failed', notice.reason);
    }
  }

  async #retry(reason: string): Promise<void> {
    const { session } = this;
    session.forgetCodes();
    if (++this.#losses > LOSSES_MAX) return session.close('failed', reason);
    const { host, tasks, random } = this.#deps;
    const ms = retryAfterMs(this.#losses, random());
    tasks.next(ms, () => session.closeOnFailure(() => this.request()));
    await host.enter('starting', reason);
  }
}

/** Nobody is paired with these keys, so they may be replaced. */
function nothingIfUnreadable(error: unknown): null {
  if (error instanceof UnreadableCredentials) return null;
  throw error;
}
