/**
 * What must be mended in the vendor's library before it may be used.
 * Owns: strict signatures, the root key, and silence about keys. Each has a test that fails without it.
 */
import type { Client } from './client.ts';

/** The part of the Signal library that verifies signatures. */
export interface CurveModule {
  /** `publicKey` with its type byte in front. False for a wrong signature; throws for a malformed one. */
  verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

export function harden(client: Client, curve: CurveModule): void {
  verifyStrictly(client, curve);
  hushKeys(console);
}

/** Whose signature makes a server WhatsApp's: 32 bytes as hex, for all connections from now on. */
export function trustRoot({ WA_CERT_DETAILS }: Client, publicKey: string): void {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(publicKey, 'hex');
}

/** The library asks for the verdict and does not look at it: every well-formed signature passes. */
function verifyStrictly({ Curve, generateSignalPubKey }: Client, curve: CurveModule): void {
  Curve.verify = (publicKey, message, signature) => {
    try {
      return curve.verifySignature(generateSignalPubKey(publicKey), message, signature) === true;
    } catch {
      return false;
    }
  };
}

const SPEAKING = ['log', 'info', 'warn', 'error', 'debug'] as const;
type Console = Pick<typeof console, (typeof SPEAKING)[number]>;
const HUSHED = Symbol('keys are not spoken of');

/** The Signal library writes whole sessions, private keys in them, to the console whenever one is replaced. */
export function hushKeys(target: Console): void {
  if (HUSHED in target) return;
  for (const name of SPEAKING) {
    const speak = target[name].bind(target);
    target[name] = (...said: unknown[]) => {
      if (!/[/\\]libsignal[/\\]/.test(new Error().stack ?? '')) speak(...said);
    };
  }
  Object.defineProperty(target, HUSHED, { value: true });
}
