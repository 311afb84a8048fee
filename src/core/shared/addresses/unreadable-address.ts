import type { Problem } from '../reasons/problems.ts';

/** Why a text is no phone number or no address of a chat. */
export class UnreadableAddress {
  readonly problem: Problem;

  constructor(problem: Problem) {
    this.problem = problem;
  }
}
