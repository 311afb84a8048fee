/** Linking by a code that the person types into the phone: two wrapped keys, then the client's bundle under both. */
import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Curve } from '@whiskeysockets/baileys';
import type { Connection } from './connection.ts';
import { Inbox } from './inbox.ts';
import { registeredIdentity } from './pairing.ts';
import type { Person } from './person.ts';
import {
  type BinaryNode,
  bytesAt,
  errorOf,
  newId,
  nowSeconds,
  resultOf,
  SERVER,
  stanza,
} from './stanzas.ts';

const ITERATIONS = 2 << 16;
const BUNDLE_INFO = 'link_code_pairing_key_bundle_encryption_key';

interface Hello {
  readonly connection: Connection;
  readonly number: string;
  readonly wrapped: Buffer;
  readonly ref: Buffer;
}

interface Finish {
  readonly ref: Buffer;
  readonly bundle: Buffer;
}

export interface CodeAgreement {
  readonly connection: Connection;
  readonly identity: Buffer;
  readonly secret: Buffer;
}

export class CodePairing {
  /** Refuses every step of a client with this error; null for normal service. */
  refusal: number | null = null;
  readonly #hellos = new Inbox<Hello>('a client that asks to be linked by code');
  readonly #gone = new WeakSet<Connection>();
  readonly #finishes = new Inbox<Finish>("the client's answer to the typed code");

  /** The connection is closed: nobody waits on it any more. */
  forget(connection: Connection): void {
    this.#gone.add(connection);
  }

  /** A client's stanza of this exchange. */
  take(connection: Connection, query: BinaryNode, exchange: BinaryNode): void {
    if (this.refusal !== null) {
      connection.send(errorOf(query, this.refusal, 'rate-overlimit'));
    } else if (exchange.attrs.stage === 'companion_hello') {
      const number = (exchange.attrs.jid ?? '').split('@')[0] ?? '';
      const wrapped = bytesAt(exchange, 'link_code_pairing_wrapped_companion_ephemeral_pub');
      const ref = randomBytes(16);
      this.#hellos.push({ connection, number, wrapped, ref });
      connection.send(
        resultOf(query, [
          stanza('link_code_companion_reg', { stage: 'companion_hello' }, [
            stanza('link_code_pairing_ref', {}, ref),
          ]),
        ]),
      );
    } else {
      connection.send(resultOf(query));
      this.#finishes.push({
        ref: bytesAt(exchange, 'link_code_pairing_ref'),
        bundle: bytesAt(exchange, 'link_code_pairing_wrapped_key_bundle'),
      });
    }
  }

  /** The newest client that waits for this number. */
  async waiting(number: string): Promise<Hello> {
    const waits = (hello: Hello) => hello.number === number && !this.#gone.has(hello.connection);
    await this.#hellos.first(waits);
    const newest = this.#hellos.all.findLast(waits);
    if (!newest) throw new Error('nobody waits');
    return newest;
  }

  /** Throws when the code is not the one that the client shows. */
  async agree(person: Person, hello: Hello, code: string): Promise<CodeAgreement> {
    const { connection, wrapped, ref } = hello;
    const companionKey = unwrap(code, wrapped);
    const ephemeral = Curve.generateKeyPair();
    const earlier = new Set(this.#finishes.all);
    connection.send(
      stanza(
        'notification',
        { from: SERVER, type: 'link_code_companion_reg', id: newId(), t: nowSeconds() },
        [
          stanza('link_code_companion_reg', { stage: 'primary_hello' }, [
            stanza(
              'link_code_pairing_wrapped_primary_ephemeral_pub',
              {},
              wrap(code, ephemeral.public),
            ),
            stanza('primary_identity_pub', {}, person.signal.identity),
            stanza('link_code_pairing_ref', {}, ref),
          ]),
        ],
      ),
    );
    const { bundle } = await this.#finishes.first(
      (finish) => finish.ref.equals(ref) && !earlier.has(finish),
    );
    const shared = Curve.sharedKey(ephemeral.private, companionKey);
    const opened = openBundle(shared, bundle);
    const identity = opened.subarray(0, 32);
    if (!identity.equals(registeredIdentity(connection))) throw new Error('another identity');
    if (!opened.subarray(32, 64).equals(person.signal.identity)) throw new Error('another phone');
    const own = person.signal.creds.signedIdentityKey.private;
    const material = Buffer.concat([shared, Curve.sharedKey(own, identity), opened.subarray(64)]);
    const secret = Buffer.from(hkdfSync('sha256', material, '', 'adv_secret', 32));
    return { connection, identity, secret };
  }
}

function openBundle(shared: Uint8Array, bundle: Buffer): Buffer {
  const salt = bundle.subarray(0, 32);
  const key = Buffer.from(hkdfSync('sha256', shared, salt, BUNDLE_INFO, 32));
  const decipher = createDecipheriv('aes-256-gcm', key, bundle.subarray(32, 44));
  decipher.setAuthTag(bundle.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bundle.subarray(44, -16)), decipher.final()]);
  } catch {
    throw new Error('wrong code');
  }
}

const keyOf = (code: string, salt: Uint8Array): Buffer =>
  pbkdf2Sync(code, salt, ITERATIONS, 32, 'sha256');

function wrap(code: string, publicKey: Uint8Array): Buffer {
  const [salt, iv] = [randomBytes(32), randomBytes(16)];
  const cipher = createCipheriv('aes-256-ctr', keyOf(code, salt), iv);
  return Buffer.concat([salt, iv, cipher.update(publicKey), cipher.final()]);
}

function unwrap(code: string, wrapped: Buffer): Buffer {
  const key = keyOf(code, wrapped.subarray(0, 32));
  const decipher = createDecipheriv('aes-256-ctr', key, wrapped.subarray(32, 48));
  return Buffer.concat([decipher.update(wrapped.subarray(48, 80)), decipher.final()]);
}
