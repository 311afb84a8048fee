/** Knows who sent a request; the knowledge is kept on the request itself. */
import { failure } from '../shared/errors.ts';
import { ANYBODY } from './memory-budget.ts';
import type { Zone } from './zone.ts';

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
