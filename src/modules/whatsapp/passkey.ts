/** Does WhatsApp's part of a passkey ceremony, on the connection of an attempt to pair. */

import type { PairingSession } from '../../core/providers/pairing-session.ts';
import { CEREMONY_MS, PasskeyCeremony } from '../../core/providers/passkey/ceremony.ts';
import {
  bytesOf,
  type PasskeyCredential,
  readPasskeyOptions,
} from '../../core/providers/passkey/credential.ts';
import { askOver } from './asking.ts';
import type { SessionContext } from './context.ts';
import type { Baileys, BinaryNode } from './engine/surface.ts';
import type { Wire } from './engine/wire.ts';
import { PASSKEY_REQUEST, SERVER } from './pairing-stanzas.ts';
import {
  agreedKey,
  type CompanionKeys,
  codeToCompare,
  handoffKey,
  handoffProof,
  newCompanionKeys,
  readPrimaryIdentity,
  sealedPairingRequest,
} from './passkey-keys.ts';

const OPTIONS = 'passkey_request_options';

interface PasskeyDeps extends Pick<SessionContext, 'baileys' | 'clock' | 'tasks' | 'device'> {
  readonly session: PairingSession;
}

/** One ceremony, on the connection on which it began. */
interface PendingCeremony {
  readonly wire: Wire;
  readonly handoff: Buffer;
  /** The steady time from which the phone does not accept its proof any more. */
  readonly handoffUntil: number;
  /** Set once the browser has answered. */
  own: CompanionKeys | null;
  /** Set once the phone has answered. */
  key: Buffer | null;
}

/** Call its methods in the session's turn. */
export class PasskeyLinking {
  readonly #deps: PasskeyDeps;
  #linking: PendingCeremony | null = null;

  constructor(deps: PasskeyDeps) {
    this.#deps = deps;
  }

  /** Handles a notification of a ceremony. Throws when the ceremony cannot be continued. */
  async take(stanza: BinaryNode, wire: Wire): Promise<void> {
    if (stanza.attrs.type === PASSKEY_REQUEST) await this.#requested(stanza, wire);
    else await this.#continued(stanza, wire);
  }

  async #requested(stanza: BinaryNode, wire: Wire): Promise<void> {
    const { baileys, clock, device, tasks, session } = this.#deps;
    const publicKey =
      optionsIn(baileys, stanza) ??
      optionsIn(baileys, await this.#ask(wire, 'get', [{ tag: OPTIONS, attrs: {} }]));
    if (publicKey === null || device.creds === null)
      throw new Error('WhatsApp asks for a passkey, but not in a form that is understood');
    const linking: PendingCeremony = {
      wire,
      handoff: handoffKey(device.creds.advSecretKey),
      handoffUntil: clock.steady() + CEREMONY_MS,
      own: null,
      key: null,
    };
    this.#linking = linking;
    const platform = {
      answer: (credential: PasskeyCredential) =>
        session.closeOnFailure(() => this.#answer(linking, credential)),
      confirm: () => session.closeOnFailure(() => this.#confirm(linking)),
    };
    const run = (work: () => Promise<void>) => tasks.run(work);
    await session.beginCeremony(new PasskeyCeremony({ publicKey, platform, run }));
  }

  /** Hands over the browser's signature, with a commitment to the values that the code is made of. */
  async #answer(linking: PendingCeremony, credential: PasskeyCredential): Promise<void> {
    const { baileys, clock } = this.#deps;
    const { wire, handoff, handoffUntil } = linking;
    const answer = await this.#ask(wire, 'get', [{ tag: 'ref', attrs: {} }]);
    const ref = baileys.getBinaryNodeChildString(answer, 'ref');
    if (!ref) throw new Error('WhatsApp gave no reference for the passkey ceremony');
    const own = newCompanionKeys(baileys, ref, deviceTypeOf(baileys));
    const isFresh = clock.steady() < handoffUntil;
    const content = [
      leaf('credential_id', bytesOf(credential.rawId) ?? Buffer.alloc(0)),
      leaf('webauthn_assertion', Buffer.from(JSON.stringify(assertionOf(credential)))),
      leaf('prologue_payload', own.prologue),
      ...(isFresh ? [leaf('pairing_handoff_proof', handoffProof(handoff, own.prologue))] : []),
    ];
    await this.#ask(wire, 'set', [{ tag: 'passkey_prologue', attrs: {}, content }]);
    linking.own = own;
  }

  /** The phone has answered: now it may see the nonce, and people may see the code. */
  async #continued(stanza: BinaryNode, wire: Wire): Promise<void> {
    const linking = this.#linking;
    if (linking === null || linking.wire !== wire || linking.own === null)
      throw new Error('WhatsApp goes on with a passkey ceremony that is not under way');
    const { baileys } = this.#deps;
    const { own } = linking;
    const bytes = baileys.getBinaryNodeChildBuffer(stanza, 'primary_ephemeral_identity');
    const primary = bytes ? readPrimaryIdentity(baileys, bytes) : null;
    if (primary === null) throw new Error("the phone's part of the ceremony cannot be read");
    await this.#ask(wire, 'set', [leaf('companion_nonce', own.nonce)]);
    linking.key = agreedKey(baileys, own, primary);
    await this.#deps.session.offerToConfirm(codeToCompare(baileys, own, primary));
  }

  async #confirm({ wire, key }: PendingCeremony): Promise<void> {
    const { baileys, device } = this.#deps;
    const { creds } = device;
    if (creds === null || key === null) throw new Error('there is no key to seal the request with');
    // The phone's confirmation is checked against it, and may arrive before the answer to the request.
    const advSecret = device.renewSecret();
    const request = sealedPairingRequest(baileys, key, {
      companionPublicKey: creds.noiseKey.public,
      companionIdentityKey: creds.signedIdentityKey.public,
      advSecret,
    });
    await this.#ask(wire, 'set', [leaf('encrypted_pairing_request', request)]);
  }

  #ask({ socket }: Wire, type: 'get' | 'set', content: BinaryNode[]): Promise<BinaryNode> {
    const attrs = { to: SERVER, type, xmlns: 'md' };
    const query = { tag: 'iq', attrs, content };
    const isOpen = () => socket.ws.isOpen;
    return askOver({ socket, clock: this.#deps.clock, isOpen }, () => socket.query(query));
  }
}

const leaf = (tag: string, content: Uint8Array): BinaryNode => ({ tag, attrs: {}, content });

function optionsIn({ getBinaryNodeChildString }: Baileys, stanza: BinaryNode) {
  const text = getBinaryNodeChildString(stanza, OPTIONS);
  return text === undefined ? null : readPasskeyOptions(text);
}

/** The type with which this device has registered. */
function deviceTypeOf({ DEFAULT_CONNECTION_CONFIG, proto }: Baileys): number {
  const [, browser] = DEFAULT_CONNECTION_CONFIG.browser;
  const { PlatformType } = proto.DeviceProps;
  const types: Readonly<Record<string, unknown>> = { ...PlatformType };
  const type = types[browser.toUpperCase()];
  return typeof type === 'number' ? type : PlatformType.CHROME;
}

/** Returns the credential as a browser serialises it, without any other fields that were sent. */
function assertionOf(credential: PasskeyCredential): PasskeyCredential {
  const { id, rawId, type, response, authenticatorAttachment, clientExtensionResults } = credential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type,
    response: {
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle != null && { userHandle }),
    },
    ...(authenticatorAttachment != null && { authenticatorAttachment }),
    clientExtensionResults: clientExtensionResults ?? {},
  };
}
