/** Whether a number can be used, by what Meta says of it. Pure but for asking. */
import { actionOf, isRateLimit } from './faults.ts';
import type { Graph } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { type NumberFacts, readNumber } from './number-facts.ts';

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
    return stateByFailure(error) ?? badBecause(error);
  }
}

const NOT_REGISTERED = 133010;

/** What a failed call says of the number and its token; null: nothing of them. */
export function stateByFailure(failure: GraphFailure): NumberState | null {
  const { code, message } = failure;
  if (code === null) return { kind: 'unknown', reason: message };
  const rule = actionOf(code);
  if (rule.action === 'temporary' || failure.isTransient || isRateLimit(rule))
    return { kind: 'unknown', reason: `Meta: ${message}` };
  const isTokenDead = rule.action === 'dead-token';
  if (rule.action === 'locked') return bad('banned', failure, rule.advice);
  if (isTokenDead || code === NOT_REGISTERED) return bad('failed', failure, rule.advice);
  return null;
}

/** For the call that does nothing but look at the number: any failure is one of the number. */
const badBecause = (failure: GraphFailure): NumberState =>
  bad('failed', failure, failure.code === null ? '' : actionOf(failure.code).advice);

function bad(
  phase: 'failed' | 'banned',
  { code, message }: GraphFailure,
  advice: string,
): NumberState {
  const isTokenDead = code !== null && actionOf(code).action === 'dead-token';
  return { kind: 'bad', phase, reason: `Meta: ${message} — ${advice}`, isTokenDead };
}

/** CONNECTED alone can send. An expired verification code is none of its concerns. */
export function stateByFacts(facts: NumberFacts): NumberState {
  if (facts.status === 'CONNECTED') return { kind: 'good', facts };
  const phase = facts.status === 'BANNED' ? 'banned' : 'failed';
  const reason = `the number is ${facts.status} at Meta, and CONNECTED alone can be used`;
  return { kind: 'bad', phase, reason, isTokenDead: false, facts };
}
