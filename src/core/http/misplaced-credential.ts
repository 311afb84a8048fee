/** Says where the credential of a refused request belongs. */
import { AppError } from '../shared/errors.ts';
import type { Credential, Zone } from './zone.ts';

export type Authenticate = (zone: Zone, request: Request) => unknown;

/** Tells those whom their zone does not admit where the credential belongs. */
export const withCredentialHints =
  (authenticate: Authenticate, zones: readonly Zone[]): Authenticate =>
  async (zone, request) => {
    try {
      return await authenticate(zone, request);
    } catch (error) {
      if (error instanceof AppError && error.reason === 'unauthenticated')
        error.hint ??= await credentialHint(request, zone, zones);
      throw error;
    }
  };

/** Where clients of other systems send a key. */
const HEADERS = ['authorization', 'x-api-key', 'api-key', 'api_key', 'x-auth-token', 'token'];
const PARAMETERS = [
  'apikey',
  'api_key',
  'apiKey',
  'key',
  'token',
  'access_token',
  'api_access_token',
];
/** A longer text is no credential of ours. */
const CHARACTERS_MAX = 512;

/** Returns a hint for a request that its zone did not admit, or undefined. It never repeats what was sent. */
async function credentialHint(
  request: Request,
  zone: Zone,
  zones: readonly Zone[],
): Promise<string | undefined> {
  const own = zone.credential;
  if (own === undefined) return undefined;
  const { headers } = request;
  const isSent = (name: string): boolean => headers.has(name);
  const others = own.otherZoneHint === undefined ? [] : othersThan(own, zones);
  const sent = own.headers.flatMap((name) => headers.get(name) ?? []).map(withoutScheme);
  for (const one of others)
    for (const text of sent) if (await isKnownTo(one, text)) return one.otherZoneHint;
  if (sent.length > 0) return own.source;
  const other = others.find((one) => one.headers.slice(0, 1).some(isSent));
  if (other !== undefined) return other.otherZoneHint;
  const [header = ''] = own.headers;
  const place = HEADERS.find(isSent);
  if (place !== undefined) return `the credential belongs in the header ${header}, not in ${place}`;
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  if (PARAMETERS.some((name) => query.has(name)))
    return `the credential belongs in the header ${header}: addresses are logged on their way`;
  return own.source;
}

const othersThan = (own: Credential, zones: readonly Zone[]): Credential[] =>
  zones.flatMap(({ credential }) =>
    credential?.otherZoneHint && credential !== own ? [credential] : [],
  );

const withoutScheme = (text: string): string => text.replace(/^Bearer\s+/i, '');

/** The request is refused anyway, so it does not matter when nobody can tell. */
async function isKnownTo(credential: Credential, text: string): Promise<boolean> {
  try {
    return text.length <= CHARACTERS_MAX && ((await credential.isKnown?.(text)) ?? false);
  } catch {
    return false;
  }
}
