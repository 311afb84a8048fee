import type { NamedProblem, ProblemCode, ProblemParameters } from '../reasons/problems.ts';

/** Why a text is no phone number or no address of a chat. Pages read addresses without the sentences of all problems. */
export class UnreadableAddress {
  readonly problem: NamedProblem;

  constructor(problem: NamedProblem) {
    this.problem = problem;
  }
}

export const unreadable = <R extends ProblemCode>(
  reason: R,
  ...[parameters]: ProblemParameters<R>
): UnreadableAddress => new UnreadableAddress({ reason, parameters });
