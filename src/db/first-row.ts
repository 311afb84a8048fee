/** What other tables hold of an instance from its first moment on. */
import type { Query } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';

/** A row that is written in the same transaction as its instance. */
export interface FirstRow {
  readonly statement: BatchItem<'sqlite'> & { toSQL(): Query };
  /** To be called once the row is on disk. */
  readonly written: () => void;
}
