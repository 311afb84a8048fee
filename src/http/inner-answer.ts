/** What becomes of an inner call. */
import type { FailureFacts } from './zone.ts';

/** What an operation has answered; one that fails gives none. */
export interface InnerAnswer {
  readonly status: number;
  /** What the operation answers, before it becomes text. */
  readonly value: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Why an operation has failed, as a caller of it would hear it. */
export interface InnerFailure {
  readonly failure: FailureFacts;
  /** `retry-after`, for instance. */
  readonly headers: Readonly<Record<string, unknown>>;
}
