/** Reads what Meta says of a number, and decides whether the number can be used. */
import type { NumberFacts } from '../../core/providers/credentials.ts';
import { type Fields, record, text } from '../../core/providers/foreign-values.ts';
import { type AppError, failure } from '../../core/shared/errors.ts';
import { actionOf } from './faults.ts';
import { type Graph, pages } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { isRateAction, saidByMeta, wordsOf } from './graph-refusal.ts';

const FIELDS = 'id,display_phone_number,verified_name,status,quality_rating,name_status,throughput';

const factsOf = (fields: Fields): NumberFacts => ({
  displayPhoneNumber: text(fields.display_phone_number),
  verifiedName: text(fields.verified_name),
  status: text(fields.status) || 'UNKNOWN',
  qualityRating: text(fields.quality_rating) || null,
  nameStatus: text(fields.name_status) || null,
  throughput: text(record(fields.throughput).level) || null,
  messagingLimit: null,
});

/** Returns the number as digits only: `447900112233`. */
export const digitsOf = ({ displayPhoneNumber }: NumberFacts): string =>
  displayPhoneNumber.replace(/\D/g, '');

/** Throws GraphFailure when Meta does not show the number to the token. */
export const readNumber = async (graph: Graph, phoneNumberId: string): Promise<NumberFacts> =>
  factsOf(await graph.get(`/${phoneNumberId}`, { fields: FIELDS }));

/**
 * Tells whether the number is one of the account. Throws GraphFailure when Meta does not show the account to the token.
 */
export async function belongsTo(
  graph: Graph,
  phoneNumberId: string,
  businessAccountId: string,
): Promise<boolean> {
  const path = `/${businessAccountId}/phone_numbers`;
  const numbers = await pages(graph, path, { fields: 'id', limit: '100' });
  return numbers.some(({ id }) => id === phoneNumberId);
}

/** A number that cannot be used. */
export interface UnusableNumber {
  readonly kind: 'bad';
  readonly phase: 'failed' | 'banned';
  readonly reason: string;
  /** The token shows nothing, whatever the state of the number. */
  readonly isTokenDead: boolean;
  /** Set when Meta has shown the number. */
  readonly facts?: NumberFacts;
}

export type NumberState =
  | { readonly kind: 'good'; readonly facts: NumberFacts }
  /** `refusal` is the error for the caller that connects it; its message is the reason. */
  | (UnusableNumber & { readonly refusal: AppError })
  /** Meta's answer says nothing about the number, or Meta did not answer. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Asks Meta. Rejects only with errors other than a failed call. */
export async function stateOfNumber(graph: Graph, phoneNumberId: string): Promise<NumberState> {
  try {
    return stateByFacts(await readNumber(graph, phoneNumberId));
  } catch (error) {
    if (!(error instanceof GraphFailure)) throw error;
    // Any other failure of a call that only reads the number is a fault of the number.
    return stateByFailure(error) ?? bad('failed', error);
  }
}

const NOT_REGISTERED = 133010;

/** Returns what a failed call says of the number and its token, or null when it says nothing of them. */
export function stateByFailure(failure: GraphFailure): NumberState | null {
  const { code, message } = failure;
  if (code === null) return { kind: 'unknown', reason: message };
  const { action } = actionOf(code);
  if (action === 'temporary' || failure.isTransient || isRateAction(action))
    return { kind: 'unknown', reason: wordsOf(failure) };
  if (action === 'locked') return bad('banned', failure);
  return action === 'dead-token' || code === NOT_REGISTERED ? bad('failed', failure) : null;
}

function bad(phase: 'failed' | 'banned', failure: GraphFailure): NumberState {
  const isTokenDead = failure.code !== null && actionOf(failure.code).action === 'dead-token';
  const refusal = saidByMeta('meta_refused', failure);
  return { kind: 'bad', phase, reason: refusal.message, isTokenDead, refusal };
}

/** Only CONNECTED can send. An expired verification code does not matter. */
export function stateByFacts(facts: NumberFacts): NumberState {
  if (facts.status === 'CONNECTED') return { kind: 'good', facts };
  const phase = facts.status === 'BANNED' ? 'banned' : 'failed';
  const refusal = failure('number_not_connected_at_meta', { status: facts.status });
  return { kind: 'bad', phase, reason: refusal.message, isTokenDead: false, facts, refusal };
}
