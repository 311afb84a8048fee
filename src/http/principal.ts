/** Who sent a request, held on the request itself. */
import { AppError } from '../shared/errors.ts';
import { ANYBODY } from './memory-budget.ts';
import type { Zone } from './zone.ts';

const ADMISSION = Symbol('admission');

interface Admission {
  readonly principal: unknown;
  readonly zone: Zone;
}
interface Admitted {
  [ADMISSION]?: Admission;
}

/** Records what the zone's `authenticate` returned. */
export function admit(request: Request, zone: Zone, principal: unknown): void {
  // The request carries the admission so that it lives exactly as long as the request.
  (request as Admitted)[ADMISSION] = { principal, zone };
}

/** Admits a request as one that was admitted before. */
export function shareAdmission(request: Request & Admitted, admitted: Request & Admitted): void {
  const admission = admitted[ADMISSION];
  if (admission) request[ADMISSION] = admission;
}

/** The zone by which it was admitted; null: by none. */
export const admittedZone = (request: Request & Admitted): Zone | null =>
  request[ADMISSION]?.zone ?? null;

/** Throws `unauthenticated` when the request came in without authentication: a misplaced route stays closed. */
function admissionOf(context: object): Admission {
  const { request } = context as { request?: Request & Admitted };
  const admission = request?.[ADMISSION];
  if (!admission) throw new AppError('unauthenticated', 'A credential is required');
  return admission;
}

/**
 * What the zone's `authenticate` returned for this request. `context` is a handler's context or any
 * object with its `request`. The zone's author names the type; nothing checks it.
 */
export function principalOf<P>(context: object): P {
  return admissionOf(context).principal as P;
}

/** Asks the request's zone, if it has one, whether its principal may call an operation that needs this. */
export function authorize(request: Request & Admitted, needed: readonly string[]): void {
  const admission = request[ADMISSION];
  admission?.zone.authorize?.(admission.principal, needed);
}

/** A text that names the credential in use; never the credential itself. */
export function credentialOf(context: object): string {
  const { principal, zone } = admissionOf(context);
  return zone.credentialOf?.(principal) ?? JSON.stringify(principal);
}

/** A text that names who is using the credential, for the rate limit and the memory budget. */
export function rateSubjectOf(context: object): string {
  const { principal, zone } = admissionOf(context);
  return zone.rateSubjectOf?.(principal) ?? credentialOf(context);
}

/** Whose share of the memory a request takes from. */
export const memoryHolderOf = (request: Request & Admitted): string =>
  request[ADMISSION] ? rateSubjectOf({ request }) : ANYBODY;

/** The client address that the body of a request counts for until it proves who sent it; null: that is known before. */
export function unprovenClientOf(request: Request & Admitted): string | null {
  const { principal, zone } = request[ADMISSION] ?? {};
  return zone?.unprovenClientOf?.(principal) ?? null;
}
