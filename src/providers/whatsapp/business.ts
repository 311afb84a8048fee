/**
 * The certificate of a business that writes. Owns: reading it off the stanza its message came in.
 * Must never: vouch for it; the platform does, which sent it along. Pure.
 */
import type { BinaryNode, WAMessage } from '@whiskeysockets/baileys';
import type { Client } from './client.ts';
import { child } from './translate/node.ts';
import { plainRecord } from './translate/plain.ts';
import { isBytes, text } from './translate/reading.ts';

/** In the spelling of `Info.VerifiedName`: bytes as base64. */
export interface VerifiedName {
  readonly Certificate: { readonly details: string; readonly signature: string };
  readonly Details: Readonly<Record<string, unknown>> & { readonly verifiedName: string };
}

/** The library keeps of the certificate only the name. */
export interface CertifiedMessage extends WAMessage {
  readonly certificate?: VerifiedName;
}

/** Null for a stanza without one, and for one that cannot be read. */
export function verifiedNameOf({ proto }: Client, stanza: BinaryNode): VerifiedName | null {
  const content = child(stanza, 'verified_name')?.content;
  if (!isBytes(content)) return null;
  try {
    const certificate = proto.VerifiedNameCertificate.decode(content);
    const details = proto.VerifiedNameCertificate.Details.decode(certificate.details ?? EMPTY);
    const { serial, issuer, verifiedName } = plainRecord({ ...details });
    if (text(verifiedName) === '') return null;
    const { details: sealed, signature } = plainRecord({ ...certificate });
    return {
      Certificate: { details: text(sealed), signature: text(signature) },
      Details: { serial, issuer, verifiedName: text(verifiedName) },
    };
  } catch {
    return null;
  }
}

const EMPTY = new Uint8Array();
