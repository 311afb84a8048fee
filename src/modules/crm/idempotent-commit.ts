import type { Statement } from '../../core/db/client.ts';

/** Stores in a commit that what was asked with an Idempotency-Key was done. */
export interface IdempotentCommit {
  /** `made` is the id of the record; `data` is that of the answer, if it is known. */
  statementStoring(made: string, data: object | undefined): Statement;
}
