/** What an import is asked to do. */
export interface ImportWords {
  /** A PostgreSQL URL, or the path of a dump. */
  readonly source: string;
  /** Where the keys of conversations are, a folder or a Redis URL; null: not said. */
  readonly keys: string | null;
  readonly withoutKeys: boolean;
  /** Messages are taken too. */
  readonly withMessages: boolean;
  /** False: a dry run. */
  readonly isApplied: boolean;
}
