/** Linking under the passkey gate: the server's challenge, the phone's part of the agreement, and the proofs of the client. */
import { createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { bytesToCrockford, Curve, proto } from '@whiskeysockets/baileys';
import type { Authenticator } from '../authenticator.ts';
import type { Connection } from './connection.ts';
import { registeredIdentity } from './pairing.ts';
import {
  at,
  type BinaryNode,
  bytesAt,
  childrenOf,
  errorOf,
  newId,
  nowSeconds,
  resultOf,
  SERVER,
  stanza,
} from './stanzas.ts';

interface Ceremony {
  readonly passkey: Authenticator;
  readonly options: { readonly challenge: string; readonly rpId: string };
  readonly ref: string;
  /** The secret of the code that the phone has read or typed. */
  readonly secret: Buffer;
  /** The id of the notification, until the client acknowledges it. */
  unacknowledged: string | null;
  readonly prologue: PromiseWithResolvers<Prologue>;
  readonly nonce: PromiseWithResolvers<Buffer>;
  readonly request: PromiseWithResolvers<Buffer>;
}

interface Prologue {
  readonly identity: Buffer;
  readonly commitment: Buffer;
  readonly publicKey: Uint8Array;
  readonly deviceType: number;
}

/** What a phone asks of the gate. */
interface PhoneQuestion {
  readonly connection: Connection;
  readonly passkey: Authenticator;
  readonly secret: Buffer;
  /** Called with the code that the phone shows. */
  readonly shown: (code: string) => void;
}

const STEPS = ['ref', 'passkey_request_options', 'passkey_prologue', 'companion_nonce'] as const;
const LAST_STEP = 'encrypted_pairing_request';

const derived = (secret: Uint8Array, salt: string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32));
const hash = (...parts: Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

export class Passkeys {
  /** Refuses what browsers sign with this error; null for normal service. */
  refusal: number | null = null;
  /** The request comes without its options: the client has to ask for them. */
  withholdsOptions = false;
  readonly #complain: (what: string) => void;
  readonly #ceremonies = new Map<Connection, Ceremony>();

  constructor(complain: (what: string) => void) {
    this.#complain = complain;
  }

  /** Resolves with the secret that the client is vouched for with; rejects when it leaves or proves something false. */
  async pass({ connection, passkey, secret, shown }: PhoneQuestion): Promise<Buffer> {
    const ceremony = begin(passkey, secret);
    this.#ceremonies.set(connection, ceremony);
    const options = stanza('passkey_request_options', {}, JSON.stringify(ceremony.options));
    const id = ceremony.unacknowledged ?? '';
    connection.send(
      notification('passkey_prologue_request', this.withholdsOptions ? [] : [options], id),
    );
    const prologue = await ceremony.prologue.promise;
    const ephemeral = Curve.generateKeyPair();
    const own = { publicKey: ephemeral.public, nonce: randomBytes(32) };
    const primary = proto.PrimaryEphemeralIdentity.encode(own).finish();
    connection.send(
      notification('crsc_continuation', [stanza('primary_ephemeral_identity', {}, primary)]),
    );
    const nonce = await ceremony.nonce.promise;
    if (!hash(prologue.identity, nonce).equals(prologue.commitment))
      throw this.#flaw('passkey: another nonce than it was committed to');
    const digest = hash(nonce, own.publicKey);
    const bytes = own.nonce.subarray(0, 5).map((byte, at) => byte ^ (digest[at] ?? 0));
    const code = bytesToCrockford(Buffer.from(bytes));
    shown(`${code.slice(0, 4)}-${code.slice(4)}`);
    const salt = `Companion Pairing ${prologue.deviceType} with ref ${ceremony.ref}`;
    const shared = Curve.sharedKey(ephemeral.private, prologue.publicKey);
    const key = derived(shared, salt, 'Pairing Information Encryption Key');
    return this.#opened(connection, key, await ceremony.request.promise);
  }

  forget(connection: Connection): void {
    const { prologue, nonce, request } = this.#ceremonies.get(connection) ?? {};
    this.#ceremonies.delete(connection);
    for (const step of [prologue, nonce, request]) step?.reject(new Error('the client has left'));
  }

  acknowledged(connection: Connection, id: string | undefined): void {
    const ceremony = this.#ceremonies.get(connection);
    if (ceremony && ceremony.unacknowledged === id) ceremony.unacknowledged = null;
  }

  /** The answer to a client's query; null: it is none of a ceremony. */
  answer(query: BinaryNode, connection: Connection): BinaryNode | null {
    const tag = [...STEPS, LAST_STEP].find((name) => at(query, name));
    if (tag === undefined) return null;
    const ceremony = this.#ceremonies.get(connection);
    if (!ceremony) return errorOf(query, 404, 'item-not-found');
    if (tag === 'ref') return resultOf(query, [stanza('ref', {}, ceremony.ref)]);
    if (tag === 'passkey_request_options')
      return resultOf(query, [stanza(tag, {}, JSON.stringify(ceremony.options))]);
    if (tag === 'companion_nonce') ceremony.nonce.resolve(bytesAt(query, tag));
    if (tag === LAST_STEP) ceremony.request.resolve(bytesAt(query, tag));
    return tag === 'passkey_prologue'
      ? this.#prologue(query, connection, ceremony)
      : resultOf(query);
  }

  #prologue(query: BinaryNode, connection: Connection, ceremony: Ceremony): BinaryNode {
    if (this.refusal !== null) return errorOf(query, this.refusal, 'not-acceptable');
    const flaw = flawIn(at(query, 'passkey_prologue'), ceremony);
    if (flaw) {
      this.#complain(`passkey: ${flaw}`);
      return errorOf(query, 400, 'bad-request');
    }
    const prologue = prologueOf(bytesAt(query, 'passkey_prologue', 'prologue_payload'));
    if (prologue.deviceType !== registeredTypeOf(connection))
      this.#complain('passkey: another type');
    ceremony.prologue.resolve(prologue);
    return resultOf(query);
  }

  #opened(connection: Connection, key: Buffer, sealed: Buffer): Buffer {
    const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(sealed);
    const payload = Buffer.from(encryptedPayload ?? []);
    const decipher = createDecipheriv('aes-256-gcm', key, iv ?? Buffer.alloc(12));
    decipher.setAuthTag(payload.subarray(-16));
    const plain = Buffer.concat([decipher.update(payload.subarray(0, -16)), decipher.final()]);
    const request = proto.PairingRequest.decode(plain);
    const noise = Buffer.from(request.companionPublicKey ?? []);
    const identity = Buffer.from(request.companionIdentityKey ?? []);
    if (!connection.finish?.noiseKey.equals(noise)) throw this.#flaw('passkey: another noise key');
    if (!registeredIdentity(connection).equals(identity))
      throw this.#flaw('passkey: another identity');
    return Buffer.from(request.advSecret ?? []);
  }

  #flaw(text: string): Error {
    this.#complain(text);
    return new Error(text);
  }
}

function begin(passkey: Authenticator, secret: Buffer): Ceremony {
  const ceremony: Ceremony = {
    passkey,
    secret,
    options: {
      challenge: randomBytes(32).toString('base64url'),
      rpId: 'whatsapp.com',
      ...{ timeout: 600_000, userVerification: 'required' },
      ...{ allowCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal'] }] },
    },
    ref: randomBytes(16).toString('base64'),
    unacknowledged: newId(),
    prologue: Promise.withResolvers(),
    nonce: Promise.withResolvers(),
    request: Promise.withResolvers(),
  };
  // A client that leaves early rejects steps that nobody waits for.
  for (const { promise } of [ceremony.prologue, ceremony.nonce, ceremony.request])
    promise.catch(() => {});
  return ceremony;
}

const notification = (type: string, content: BinaryNode[], id = newId()): BinaryNode =>
  stanza('notification', { from: SERVER, type, id, t: nowSeconds() }, content);

/** What is wrong with what the client hands over; null: nothing. */
function flawIn(node: BinaryNode | undefined, ceremony: Ceremony): string | null {
  const { passkey, options, secret, unacknowledged } = ceremony;
  if (unacknowledged !== null) return 'the request was not acknowledged';
  if (!bytesAt(node, 'credential_id').equals(Buffer.from(passkey.id, 'base64url')))
    return 'another credential';
  const flaw = passkey.flawIn(JSON.parse(bytesAt(node, 'webauthn_assertion').toString()), options);
  if (flaw) return flaw;
  const payload = bytesAt(node, 'prologue_payload');
  const { companionEphemeralIdentity } = proto.ProloguePayload.decode(payload);
  const { ref } = proto.CompanionEphemeralIdentity.decode(
    companionEphemeralIdentity ?? new Uint8Array(),
  );
  if (ref !== ceremony.ref) return 'another reference';
  if (childrenOf(node, 'pairing_handoff_proof').length === 0) return 'no proof of the scanned code';
  const key = derived(secret, '', 'shortcake-passkey-handoff-v1');
  const proof = createHmac('sha256', key).update(payload).digest();
  return proof.equals(bytesAt(node, 'pairing_handoff_proof')) ? null : 'another code was scanned';
}

function prologueOf(payload: Buffer): Prologue {
  const { companionEphemeralIdentity, commitment } = proto.ProloguePayload.decode(payload);
  const identity = Buffer.from(companionEphemeralIdentity ?? []);
  const { publicKey, deviceType } = proto.CompanionEphemeralIdentity.decode(identity);
  if (!publicKey || !commitment?.hash) throw new Error('a prologue without its keys');
  return {
    identity,
    publicKey,
    deviceType: deviceType ?? 0,
    commitment: Buffer.from(commitment.hash),
  };
}

function registeredTypeOf({ finish }: Connection): number | null | undefined {
  const props = finish?.payload.devicePairingData?.deviceProps;
  return props ? proto.DeviceProps.decode(props).platformType : null;
}
