/** Owns: how webhook signing secrets are made and how long an old one goes on signing. */
import { randomBytes } from 'node:crypto';

/** Both secrets sign for this long after a rotation, so that receivers can change over in their own time. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

/** In the form Standard Webhooks asks for: `whsec_` and base64 of 32 random bytes. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
