/** The arguments of an import. */
export interface ImportWords {
  /** A PostgreSQL URL, or the path of a dump. */
  readonly source: string;
  /** Where to find the keys of conversations: a folder or a Redis URL. Null if the command names no place. */
  readonly keys: string | null;
  readonly withoutKeys: boolean;
  /** Messages are taken too. */
  readonly withMessages: boolean;
  /** False: a dry run. */
  readonly isApplied: boolean;
}
