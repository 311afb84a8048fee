/** Whether a number can be used, by what Meta says of it. Pure but for asking. */
import { actionOf } from './faults.ts';
import type { Graph } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { wordsOf } from './graph-refusal.ts';
import { type NumberFacts, readNumber } from './number-facts.ts';
import { isRateAction } from './rate-holds.ts';

export type NumberState =
  | { readonly kind: 'good'; readonly facts: NumberFacts }
  /** It cannot be used; `isTokenDead`: whatever the number is, since nothing is shown to the token. */
  | {
      readonly kind: 'bad';
      readonly phase: 'failed' | 'banned';
      readonly reason: string;
      readonly isTokenDead: boolean;
      /** Of a number that Meta has shown. */
      readonly facts?: NumberFacts;
    }
  /** Meta gave no answer that says anything of it. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Asks Meta. Rejects with what is no failure of the call. */
export async function stateOfNumber(graph: Graph, phoneNumberId: string): Promise<NumberState> {
  try {
    return stateByFacts(await readNumber(graph, phoneNumberId));
  } catch (error) {
    if (!(error instanceof GraphFailure)) throw error;
    // Whatever else fails a call that does nothing but look at the number is a fault of the number.
    return stateByFailure(error) ?? bad('failed', error);
  }
}

const NOT_REGISTERED = 133010;

/** What a failed call says of the number and its token; null: nothing of them. */
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
  return { kind: 'bad', phase, reason: wordsOf(failure), isTokenDead };
}

/** CONNECTED alone can send. An expired verification code is none of its concerns. */
export function stateByFacts(facts: NumberFacts): NumberState {
  if (facts.status === 'CONNECTED') return { kind: 'good', facts };
  const phase = facts.status === 'BANNED' ? 'banned' : 'failed';
  const reason = `the number is ${facts.status} at Meta, and CONNECTED alone can be used`;
  return { kind: 'bad', phase, reason, isTokenDead: false, facts };
}
