/** Decides from what Meta says of a number whether it can be used. Only the question to Meta is not pure. */
import type { NumberFacts } from '../../core/providers/credentials.ts';
import { type AppError, failure } from '../../core/shared/errors.ts';
import { actionOf } from './faults.ts';
import type { Graph } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { isRateAction, saidByMeta, wordsOf } from './graph-refusal.ts';
import { readNumber } from './number-facts.ts';

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
