import type { FailureFacts } from './zone.ts';

/** The answer of an operation that succeeded. */
export interface InnerAnswer {
  readonly status: number;
  /** The answer before it becomes text. */
  readonly value: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Why an operation failed, in the words for its caller. */
export interface InnerFailure {
  readonly failure: FailureFacts;
  /** Headers of the answer, such as `retry-after`. */
  readonly headers: Readonly<Record<string, unknown>>;
}
