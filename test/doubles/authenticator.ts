/** An authenticator in software with one passkey, and the browser that it is used in. */
import {
  createHash,
  createSign,
  createVerify,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto';
import type { PasskeyCredential } from '../../src/core/providers/passkey.ts';

/** User present, user verified. */
const FLAGS = 0x05;
const ORIGIN = 'https://web.whatsapp.com';

interface RequestOptions {
  readonly challenge: string;
  readonly rpId?: string;
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  #uses = 0;

  /** What `navigator.credentials.get` gives on a page of `origin`, as JSON. */
  use({ challenge, rpId = 'whatsapp.com' }: RequestOptions, origin = ORIGIN): PasskeyCredential {
    const clientData = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }),
    );
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#uses);
    const authenticatorData = Buffer.concat([sha256(rpId), Buffer.from([FLAGS]), counter]);
    const signature = createSign('sha256')
      .update(authenticatorData)
      .update(sha256(clientData))
      .sign(this.#keys.privateKey);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
    };
  }

  /** What the relying party finds wrong with a credential; null: nothing. */
  flawIn(credential: PasskeyCredential, { challenge, rpId = '' }: RequestOptions): string | null {
    const [clientData, data, signature] = [
      credential.response.clientDataJSON,
      credential.response.authenticatorData,
      credential.response.signature,
    ].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer, Buffer];
    const said = JSON.parse(clientData.toString());
    if (said.challenge !== challenge || said.origin !== ORIGIN) return 'another challenge or page';
    if (!data.subarray(0, 32).equals(sha256(rpId))) return 'another relying party';
    if (data[32] !== FLAGS) return 'nobody was verified';
    const isSigned = createVerify('sha256')
      .update(data)
      .update(sha256(clientData))
      .verify(this.#keys.publicKey, signature);
    return isSigned ? null : 'not signed with the passkey';
  }
}
