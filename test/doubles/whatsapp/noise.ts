/** The answering side of Noise XX (25519, AES-GCM, SHA-256) and the ciphers that follow it. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { Curve, NOISE_MODE, proto } from '@whiskeysockets/baileys';
import type { Pki } from './pki.ts';

const TAG_LENGTH = 16;
const NOTHING = Buffer.alloc(0);

export interface ClientFinish {
  /** The client's static Noise key: what tells one device from another at login. */
  readonly noiseKey: Buffer;
  readonly payload: proto.ClientPayload;
}

export class NoiseResponder {
  readonly #pki: Pki;
  readonly #ephemeral = Curve.generateKeyPair();
  #hash: Buffer = Buffer.from(NOISE_MODE);
  #salt: Buffer = this.#hash;
  #key: Buffer = this.#hash;
  #counter = 0;
  #sending: Cipher | null = null;
  #receiving: Cipher | null = null;

  constructor(pki: Pki, header: Uint8Array) {
    this.#pki = pki;
    this.#authenticate(header);
  }

  get isOpen(): boolean {
    return this.#sending !== null;
  }

  /** Takes the client's hello, gives the server's. */
  hello(frame: Uint8Array): Uint8Array {
    const clientEphemeral = proto.HandshakeMessage.decode(frame).clientHello?.ephemeral;
    if (!clientEphemeral) throw new Error('the first frame is no client hello');
    this.#authenticate(clientEphemeral);
    this.#authenticate(this.#ephemeral.public);
    this.#mix(Curve.sharedKey(this.#ephemeral.private, clientEphemeral));
    const staticKey = this.#seal(this.#pki.staticKey.public);
    this.#mix(Curve.sharedKey(this.#pki.staticKey.private, clientEphemeral));
    const payload = this.#seal(this.#pki.chain);
    return proto.HandshakeMessage.encode({
      serverHello: { ephemeral: this.#ephemeral.public, static: staticKey, payload },
    }).finish();
  }

  /** Takes the client's last handshake frame; from here on frames are sealed by the transport keys. */
  finish(frame: Uint8Array): ClientFinish {
    const { clientFinish } = proto.HandshakeMessage.decode(frame);
    if (!clientFinish?.static || !clientFinish.payload) throw new Error('no client finish');
    const noiseKey = this.#open(clientFinish.static);
    this.#mix(Curve.sharedKey(this.#ephemeral.private, noiseKey));
    const payload = proto.ClientPayload.decode(this.#open(clientFinish.payload));
    const [received, sent] = this.#expand(NOTHING);
    this.#receiving = new Cipher(received);
    this.#sending = new Cipher(sent);
    return { noiseKey, payload };
  }

  encrypt(plain: Uint8Array): Buffer {
    if (!this.#sending) throw new Error('the handshake is not over');
    return this.#sending.seal(plain);
  }

  decrypt(sealed: Uint8Array): Buffer {
    if (!this.#receiving) throw new Error('the handshake is not over');
    return this.#receiving.open(sealed);
  }

  #authenticate(data: Uint8Array) {
    this.#hash = createHash('sha256').update(this.#hash).update(data).digest();
  }

  #mix(secret: Uint8Array) {
    [this.#salt, this.#key] = this.#expand(secret);
    this.#counter = 0;
  }

  #expand(secret: Uint8Array): [Buffer, Buffer] {
    const both = Buffer.from(hkdfSync('sha256', secret, this.#salt, NOTHING, 64));
    return [both.subarray(0, 32), both.subarray(32)];
  }

  #seal(plain: Uint8Array): Buffer {
    const sealed = seal(this.#key, this.#counter++, plain, this.#hash);
    this.#authenticate(sealed);
    return sealed;
  }

  #open(sealed: Uint8Array): Buffer {
    const plain = open(this.#key, this.#counter++, sealed, this.#hash);
    this.#authenticate(sealed);
    return plain;
  }
}

class Cipher {
  #counter = 0;
  readonly #key: Buffer;
  constructor(key: Buffer) {
    this.#key = key;
  }
  seal = (plain: Uint8Array): Buffer => seal(this.#key, this.#counter++, plain, NOTHING);
  open = (sealed: Uint8Array): Buffer => open(this.#key, this.#counter++, sealed, NOTHING);
}

function nonce(counter: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(counter, 8);
  return bytes;
}

function seal(key: Buffer, counter: number, plain: Uint8Array, associated: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(counter)).setAAD(associated);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, counter: number, sealed: Uint8Array, associated: Uint8Array): Buffer {
  const end = sealed.length - TAG_LENGTH;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(counter)).setAAD(associated);
  decipher.setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
}
