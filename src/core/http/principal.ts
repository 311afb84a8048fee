/** Knows who sent a request; the knowledge is kept on the request itself. */
import { AppError, failure } from '../shared/errors.ts';
import { ANYBODY } from './memory-budget.ts';
import type { Credential, Zone } from './zone.ts';

const ADMISSION = Symbol('admission');

interface Admission {
  readonly principal: unknown;
  readonly zone: Zone;
}
interface AdmittedRequest {
  [ADMISSION]?: Admission;
}

/** Records what the zone's `authenticate` returned. */
export function admit(request: Request, zone: Zone, principal: unknown): void {
  // The admission is kept on the request, so that it lives exactly as long.
  (request as AdmittedRequest)[ADMISSION] = { principal, zone };
}

/**
 * Authenticates an admitted request again, for when much time has gone by: its credential may have ended, or may permit
 * less. Throws what the zone throws. Does nothing where only the body proves who has sent it.
 */
export async function admitAgain(request: Request & AdmittedRequest): Promise<void> {
  if (request[ADMISSION] === undefined || unprovenClientOf(request) !== null) return;
  const { zone } = request[ADMISSION];
  admit(request, zone, await zone.authenticate(request));
}

/** Admits a request like one that was admitted before. */
export function shareAdmission(
  request: Request & AdmittedRequest,
  admitted: Request & AdmittedRequest,
): void {
  const admission = admitted[ADMISSION];
  if (admission) request[ADMISSION] = admission;
}

/** Returns the zone by which the request was admitted, or null. */
export const admittedZone = (request: Request & AdmittedRequest): Zone | null =>
  request[ADMISSION]?.zone ?? null;

/** Throws `unauthenticated` when the request was not authenticated, so that a misplaced route stays closed. */
function admissionOf(context: object): Admission {
  const { request } = context as { request?: Request & AdmittedRequest };
  const admission = request?.[ADMISSION];
  if (!admission) throw failure('credential_missing');
  return admission;
}

/**
 * Returns what the zone's `authenticate` returned for this request. `context` is a handler's context or any object with
 * its `request`. The author of the zone names the type; nothing checks it.
 */
export function principalOf<P>(context: object): P {
  return admissionOf(context).principal as P;
}

/** Asks the request's zone, if it has one, whether its principal may call an operation that needs `needed`. */
export function authorize(request: Request & AdmittedRequest, needed: readonly string[]): void {
  const admission = request[ADMISSION];
  admission?.zone.authorize?.(admission.principal, needed);
}

/** Returns a text that names the credential, never the credential itself. */
export function credentialOf(context: object): string {
  const { principal, zone } = admissionOf(context);
  return zone.credentialOf?.(principal) ?? JSON.stringify(principal);
}

/** Returns a text that names who uses the credential, for the rate limit and the memory budget. */
export function rateSubjectOf(context: object): string {
  const { principal, zone } = admissionOf(context);
  return zone.rateSubjectOf?.(principal) ?? credentialOf(context);
}

/** Returns how many requests a minute the zone allows the principal in any case; Infinity if it sets no limit. */
export function ownRequestsOf(context: object): number {
  const { principal, zone } = admissionOf(context);
  return zone.requestsPerMinute?.(principal) ?? Infinity;
}

/** Returns whose share of the memory a request takes from. */
export const memoryHolderOf = (request: Request & AdmittedRequest): string =>
  request[ADMISSION] ? rateSubjectOf({ request }) : ANYBODY;

/**
 * Returns the client address that the body of a request counts for until it proves who sent it; null if that is known
 * before.
 */
export function unprovenClientOf(request: Request & AdmittedRequest): string | null {
  const { principal, zone } = request[ADMISSION] ?? {};
  return zone?.unprovenClientOf?.(principal) ?? null;
}

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
