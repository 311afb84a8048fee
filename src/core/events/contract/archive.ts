/** The archive: where events are kept beyond their time in the log, to be read again by replays. */

export interface ArchivedEvent {
  readonly streamId: string;
  readonly sequence: number;
  readonly id: string;
  readonly type: string;
  readonly chat: string | null;
  /** In ms since 1970. */
  readonly createdAt: number;
  /** The body as the log had it; the bytes of its file are not archived. */
  readonly body: string;
}

/** Why events were deleted that could not be archived: they were kept long enough, or there was no more room. */
export const LOSS_REASONS = ['retention', 'storage_limit'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** The counts of this process about the archive, since its start. */
export interface ArchiveCounts {
  /** Whether the last request to it succeeded. */
  readonly isUp: boolean;
  readonly events: number;
  /** The bytes of those events as they were written: compressed. */
  readonly bytes: number;
  /** When events were last written, in ms since 1970; null before the first. */
  readonly lastWriteAt: number | null;
  /** Requests that failed. */
  readonly failures: number;
  readonly countLost: Readonly<Record<LossReason, number>>;
}

/** Its methods reject with an Error whose message says why the archive cannot be used now. */
export interface EventArchive {
  /** Resolves once all of the events are kept. They are in the order of their streams; a repetition does no harm. */
  write(events: readonly ArchivedEvent[]): Promise<void>;
  /**
   * Returns the lowest archived sequence of a stream from this hour or a later one, or null if the archive has no such
   * event.
   */
  firstFrom(streamId: string, time: number): Promise<number | null>;
  /** Returns a reader that begins with the hour of the time. */
  open(streamId: string, time: number): ArchiveReader;
  /** Counts events that were deleted although they could not be written. Never throws. */
  lost(count: number, reason: LossReason): void;
}

export interface WatchedArchive extends EventArchive {
  /** Returns why it could not be used the last time, and since when; null if it could. */
  problem(): string | null;
  counts(): ArchiveCounts;
}

export interface ArchiveReader {
  /** Returns the next events above `after` and below `before`, in the order of sequences; empty at the end. */
  read(after: number, before: number): Promise<readonly ArchivedEvent[]>;
}
