/** X.509 certificates made in the test: any name, any validity, any issuer, no outside tool. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** PEM, as TLS options take them. */
  readonly cert: string;
  readonly key: string;
  /** What is needed to issue others in its name. */
  readonly issuer: Issuer;
}

interface Issuer {
  readonly name: Buffer;
  readonly privateKey: KeyObject;
}

export interface CertificateOptions {
  /** The host name it is for; an authority's own name. */
  readonly name: string;
  /** Absent: signed by itself. */
  readonly by?: Certificate;
  readonly isAuthority?: boolean;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const DAY_MS = 86_400_000;

export function makeCertificate(options: CertificateOptions): Certificate {
  const { notBefore = new Date(Date.now() - DAY_MS), notAfter = new Date(Date.now() + DAY_MS) } =
    options;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = commonName(options.name);
  const issuer = options.by?.issuer ?? { name: subject, privateKey };
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    issuer.name,
    sequence(time(notBefore), time(notAfter)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions(options))),
  );
  const signature = sign('sha256', body, issuer.privateKey);
  const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replace(/.{1,64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    issuer: { name: subject, privateKey },
  };
}

function extensions({ name, isAuthority = false }: CertificateOptions): Buffer[] {
  const constraints = isAuthority ? sequence(der(0x01, Buffer.from([0xff]))) : sequence();
  return [
    sequence(oid('551d13'), der(0x04, constraints)),
    sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(name))))),
  ];
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...shortestLength(content.length)]), content]);
};
const shortestLength = (length: number): number[] => {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
};
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
/** UTCTime: two digits of the year, so years are 1950 to 2049. */
const time = (at: Date): Buffer =>
  der(
    0x17,
    Buffer.from(
      at
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\.\d+/g, ''),
    ),
  );
