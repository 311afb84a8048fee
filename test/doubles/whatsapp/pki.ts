/** The server's authority: a root key, an intermediate and a leaf over the server's own Noise key, truly signed. */
import { Curve, proto } from '@whiskeysockets/baileys';

const { Details } = proto.CertChain.NoiseCertificate;

/** What the root certificate bears at WhatsApp; clients demand that the intermediate names it as its issuer. */
const ROOT_SERIAL = 0;
const INTERMEDIATE_SERIAL = 1;
const DAY_S = 86_400;

export interface KeyPair {
  readonly public: Uint8Array;
  readonly private: Uint8Array;
}

export interface Pki {
  readonly rootPublicKey: Uint8Array;
  /** The server's static Noise key, which the leaf certifies. */
  readonly staticKey: KeyPair;
  /** An encoded `CertChain`. */
  readonly chain: Uint8Array;
}

export function makePki(): Pki {
  const root = Curve.generateKeyPair();
  const intermediate = Curve.generateKeyPair();
  const staticKey = Curve.generateKeyPair();
  const chain = proto.CertChain.encode({
    intermediate: certificate(root, INTERMEDIATE_SERIAL, ROOT_SERIAL, intermediate),
    leaf: certificate(intermediate, 2, INTERMEDIATE_SERIAL, staticKey),
  }).finish();
  return { rootPublicKey: root.public, staticKey, chain };
}

function certificate(issuer: KeyPair, serial: number, issuerSerial: number, subject: KeyPair) {
  const now = Math.floor(Date.now() / 1000);
  const details = Details.encode({
    serial,
    issuerSerial,
    key: subject.public,
    notBefore: now - DAY_S,
    notAfter: now + DAY_S,
  }).finish();
  return { details, signature: Curve.sign(issuer.private, details) };
}
