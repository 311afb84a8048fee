/** Passkeys of the sandbox: a challenge, and a credential whose signature nobody checks. */
import type { PasskeyCredential, PasskeyOptions } from '../passkey/credential.ts';
import type { Random } from './invented.ts';

const CHALLENGE_BYTES = 32;
const TIMEOUT_MS = 600_000;
const RP_ID = 'whatsapp.com';
const ORIGIN = 'https://web.whatsapp.com';

/** Returns WhatsApp's challenge for browsers, with the one passkey that every sandbox account has. */
export const sandboxChallenge = (random: Random): PasskeyOptions => ({
  challenge: base64url(random(CHALLENGE_BYTES)),
  timeout: TIMEOUT_MS,
  rpId: RP_ID,
  allowCredentials: [{ id: PASSKEY_ID, type: 'public-key', transports: ['internal'] }],
  userVerification: 'required',
});

/** Returns the credential that a browser gives for it. */
export function sandboxCredential({ challenge }: PasskeyOptions): PasskeyCredential {
  const clientData = { type: 'webauthn.get', challenge, origin: ORIGIN, crossOrigin: false };
  return {
    id: PASSKEY_ID,
    rawId: PASSKEY_ID,
    type: 'public-key',
    response: {
      clientDataJSON: base64url(Buffer.from(JSON.stringify(clientData))),
      authenticatorData: base64url(Buffer.from('sandbox authenticator')),
      signature: base64url(Buffer.from('sandbox signature')),
    },
    clientExtensionResults: {},
  };
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const PASSKEY_ID = base64url(Buffer.from('sandbox passkey'));
