/**
 * Reads and writes the JSON of WebAuthn that platform and browser exchange in a passkey ceremony: a challenge, and a
 * credential that signs it.
 */
import { failure, invalid } from '../../shared/errors.ts';

/** `PublicKeyCredentialRequestOptionsJSON`, as the platform gave it. */
export interface PasskeyOptions {
  /** In base64url. */
  readonly challenge: string;
  /** The domain of the passkey; absent when the platform does not say. */
  readonly rpId?: string;
  readonly [name: string]: unknown;
}

/** `AuthenticationResponseJSON`: the `toJSON()` of a browser's `PublicKeyCredential`. Bytes are base64url. */
export interface PasskeyCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null;
  };
  readonly authenticatorAttachment?: string | null;
  readonly clientExtensionResults?: Readonly<Record<string, unknown>>;
}

const OPTIONS_CHARACTERS_MAX = 65_536;

/** Returns null for a text that holds no challenge. */
export function readPasskeyOptions(text: string): PasskeyOptions | null {
  if (text.length > OPTIONS_CHARACTERS_MAX) return null;
  const options = objectIn(text);
  const { challenge, rpId } = options ?? {};
  if (typeof challenge !== 'string' || bytesOf(challenge) === null) return null;
  if (rpId !== undefined && typeof rpId !== 'string') return null;
  return options as PasskeyOptions;
}

/**
 * Throws `invalid`, naming the field, for a credential that cannot be the answer to `options`. Only the platform can
 * check its signature.
 */
export function checkCredential(credential: PasskeyCredential, options: PasskeyOptions): void {
  const { rawId, response } = credential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const bytes = { rawId, clientDataJSON, authenticatorData, signature };
  for (const [name, text] of Object.entries(bytes)) {
    if (bytesOf(text) === null) throw invalid(`${name} must be base64url`);
  }
  if (userHandle && bytesOf(userHandle) === null) throw invalid('userHandle must be base64url');
  const { type, challenge, origin } = clientDataOf(clientDataJSON);
  if (type !== 'webauthn.get') throw invalid('clientDataJSON is not of a webauthn.get');
  if (unpadded(String(challenge)) !== unpadded(options.challenge))
    throw failure('passkey_of_another_ceremony');
  if (options.rpId !== undefined && !belongsTo(String(origin), options.rpId))
    throw failure('passkey_of_another_page', { origin: String(origin), page: options.rpId });
}

/** `text` is base64url. */
function clientDataOf(text: string): Readonly<Record<string, unknown>> {
  const found = objectIn(Buffer.from(text, 'base64url').toString());
  if (found === null) throw invalid('clientDataJSON must hold a JSON object');
  return found;
}

function belongsTo(origin: string, domain: string): boolean {
  const url = URL.parse(origin);
  if (url?.protocol !== 'https:') return false;
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}

const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;

/** Returns null for an empty text and for one that is not base64url. */
export const bytesOf = (text: string): Buffer | null =>
  BASE64URL.test(text) ? Buffer.from(text, 'base64url') : null;

const unpadded = (text: string): string => text.replace(/={1,2}$/, '');

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
