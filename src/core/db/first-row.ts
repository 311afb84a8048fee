import type { Query } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';

/** A row of another table that is written in the transaction that creates its instance. */
export interface FirstRow {
  readonly statement: BatchItem<'sqlite'> & { toSQL(): Query };
  /** Must be called once the row is on disk. */
  readonly recordWritten: () => void;
}
