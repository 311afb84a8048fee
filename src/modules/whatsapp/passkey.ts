/**
 * Does WhatsApp's part of a passkey ceremony, on the connection of an attempt to pair: its steps, its keys and its
 * proofs.
 */

import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { PairingSession } from '../../core/providers/pairing-session.ts';
import {
  bytesOf,
  CEREMONY_MS,
  PasskeyCeremony,
  type PasskeyCredential,
  readPasskeyOptions,
} from '../../core/providers/passkey.ts';
import { askOver } from './ask.ts';
import type { SessionContext } from './context.ts';
import type { Baileys, BinaryNode, KeyPair } from './engine/surface.ts';
import type { Wire } from './engine/wire.ts';
import { PASSKEY_REQUEST, SERVER } from './pairing-stanzas.ts';

const OPTIONS = 'passkey_request_options';

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
  readonly #deps: SessionContext;
  readonly #session: PairingSession;
  #linking: PendingCeremony | null = null;

  constructor(deps: SessionContext, session: PairingSession) {
    this.#deps = deps;
    this.#session = session;
  }

  /** Handles a notification of a ceremony. Throws when the ceremony cannot be continued. */
  async take(stanza: BinaryNode, wire: Wire): Promise<void> {
    if (stanza.attrs.type === PASSKEY_REQUEST) await this.#requested(stanza, wire);
    else await this.#continued(stanza, wire);
  }

  async #requested(stanza: BinaryNode, wire: Wire): Promise<void> {
    const { baileys, clock, device, tasks } = this.#deps;
    const session = this.#session;
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
    await this.#session.offerToConfirm(codeToCompare(baileys, own, primary));
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

const HANDOFF_INFO = 'shortcake-passkey-handoff-v1';
const PAIRING_INFO = 'Pairing Information Encryption Key';
const KEY_BYTES = 32;
const IV_BYTES = 12;
/** Five bytes are eight characters of five bits. */
const CODE_BYTES = 5;

/** The key with which this device proves that the phone has read its code. `advSecret` is base64. */
const handoffKey = (advSecret: string): Buffer =>
  derived(Buffer.from(advSecret, 'base64'), '', HANDOFF_INFO);

const handoffProof = (key: Uint8Array, prologue: Uint8Array): Buffer =>
  createHmac('sha256', key).update(prologue).digest();

/** This device's part of one ceremony. */
interface CompanionKeys {
  readonly ephemeral: KeyPair;
  readonly nonce: Buffer;
  readonly ref: string;
  /** The `DeviceProps.PlatformType` with which this device has registered. */
  readonly deviceType: number;
  /** The public part, in which the nonce is only committed to. */
  readonly prologue: Uint8Array;
}

function newCompanionKeys(
  { Curve, proto }: Baileys,
  ref: string,
  deviceType: number,
): CompanionKeys {
  const ephemeral = Curve.generateKeyPair();
  const nonce = randomBytes(KEY_BYTES);
  const identity = { publicKey: ephemeral.public, deviceType, ref };
  const companionEphemeralIdentity = proto.CompanionEphemeralIdentity.encode(identity).finish();
  const hash = createHash('sha256').update(companionEphemeralIdentity).update(nonce).digest();
  const payload = { companionEphemeralIdentity, commitment: { hash } };
  const prologue = proto.ProloguePayload.encode(payload).finish();
  return { ephemeral, nonce, ref, deviceType, prologue };
}

/** The phone's part of the key agreement. Both values have 32 bytes. */
interface PrimaryIdentity {
  readonly publicKey: Uint8Array;
  readonly nonce: Uint8Array;
}

/** Returns null when the bytes are not an identity. */
function readPrimaryIdentity({ proto }: Baileys, bytes: Uint8Array): PrimaryIdentity | null {
  try {
    const { publicKey, nonce } = proto.PrimaryEphemeralIdentity.decode(bytes);
    if (publicKey?.length !== KEY_BYTES || nonce?.length !== KEY_BYTES) return null;
    return { publicKey, nonce };
  } catch {
    return null;
  }
}

/** Returns the key that seals the pairing request for the phone. */
function agreedKey({ Curve }: Baileys, own: CompanionKeys, primary: PrimaryIdentity): Buffer {
  const shared = Curve.sharedKey(own.ephemeral.private, primary.publicKey);
  const salt = `Companion Pairing ${own.deviceType} with ref ${own.ref}`;
  return derived(shared, salt, PAIRING_INFO);
}

/** Returns a code such as `ABCD-1234`. The phone shows another one when somebody in between has replaced its keys. */
function codeToCompare(
  { bytesToCrockford }: Baileys,
  own: CompanionKeys,
  primary: PrimaryIdentity,
): string {
  const digest = createHash('sha256').update(own.nonce).update(primary.publicKey).digest();
  const bytes = digest.subarray(0, CODE_BYTES).map((byte, at) => byte ^ (primary.nonce[at] ?? 0));
  const code = bytesToCrockford(Buffer.from(bytes));
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Returns the keys that the phone has to confirm, sealed with the agreed key. */
function sealedPairingRequest(
  { proto }: Baileys,
  key: Uint8Array,
  keys: {
    readonly companionPublicKey: Uint8Array;
    readonly companionIdentityKey: Uint8Array;
    readonly advSecret: Uint8Array;
  },
): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const request = proto.PairingRequest.encode(keys).finish();
  const encryptedPayload = Buffer.concat([
    cipher.update(request),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish();
}

const derived = (secret: Uint8Array, salt: string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, KEY_BYTES));
