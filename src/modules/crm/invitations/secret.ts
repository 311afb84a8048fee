/**
 * The secret of an invitation: the sender hands it to the person, who answers with it. It names its invitation, so
 * that one text is all that is handed on.
 */
import { randomSecret, sameDigest, sha256 } from '../../../core/shared/crypto.ts';

const PREFIX = 'gth_inv_';
const FORM =
  /^gth_inv_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[\w-]{43}$/;

/** Returns the id of the invitation that a secret names, or null if the text has another form. */
export function invitationIn(secret: string): string | null {
  const parts = FORM.exec(secret);
  return parts === null ? null : parts.slice(1).join('-');
}

/** Compares in constant time. */
export const isSecretOf = (row: { readonly secretHash: string }, secret: string): boolean =>
  sameDigest(sha256(secret), row.secretHash);

const LIFETIME_MS = 14 * 24 * 60 * 60 * 1_000;

/** Makes a secret, and the columns of an invitation that change with it. */
export function newSecretColumns(id: string, inviterId: string, now: number) {
  const secret = `${PREFIX}${id.replaceAll('-', '')}_${randomSecret()}`;
  return {
    secret,
    columns: { inviterId, secretHash: sha256(secret), expiresAt: now + LIFETIME_MS },
  };
}
