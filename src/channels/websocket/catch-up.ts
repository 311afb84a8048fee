/**
 * Replaying the log to one reader until it is as far as the live feed.
 * Owns: the pace, which is the reader's own. Must never: leave a hole between the log and the live feed.
 */
import {
  eventFrame,
  everythingAfter,
  type FrameSource,
  type Logged,
  type WantedTypes,
} from './frames.ts';
import type { Frame, Reader } from './reader.ts';

export interface CatchUpDeps extends FrameSource {
  readonly wanted: WantedTypes;
}

export interface CatchUp {
  readonly streamId: string;
  /** The last sequence the reader knows. */
  readonly after: number;
  /** Takes the reader, which has come to `position`, into the live feed; false: there is more to read first. */
  takesIn(position: number): boolean;
}

/** Events looked at, and bytes sent, before everyone else gets a turn. */
const EVENTS_PER_TURN = 64;
const BYTES_PER_TURN = 64 * 1024;

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Resolves when the reader was taken in or has closed; rejects when the log cannot be read. */
export async function catchUp(deps: CatchUpDeps, reader: Reader, task: CatchUp): Promise<void> {
  // Whoever knows more than the log is told of the future: the log was restored from a backup.
  let position: number | null = Math.min(task.after, await deps.log.last(task.streamId));
  do {
    position = await replay(deps, reader, task.streamId, position);
  } while (position !== null && !task.takesIn(position));
}

/** Sends what the log holds; resolves with where it ended, or with null when the reader has closed. */
async function replay(
  deps: CatchUpDeps,
  reader: Reader,
  streamId: string,
  after: number,
): Promise<number | null> {
  let position = after;
  let events = 0;
  let bytes = 0;
  let frames: Frame[] = [];
  for await (const logged of everythingAfter(deps.log, streamId, after)) {
    const frame = await frameFor(deps, streamId, logged);
    if (frame !== null) {
      frames.push(frame);
      bytes += frame.bytes;
    }
    position = logged.sequence;
    events++;
    if (events < EVENTS_PER_TURN && bytes < BYTES_PER_TURN) continue;
    reader.replay(frames);
    [frames, events, bytes] = [[], 0, 0];
    await nextTurn();
    if (!(await reader.room())) return null;
  }
  reader.replay(frames);
  return (await reader.room()) ? position : null;
}

async function frameFor(
  deps: CatchUpDeps,
  streamId: string,
  logged: Logged,
): Promise<Frame | null> {
  if ('text' in logged) return logged;
  return deps.wanted(streamId)?.has(logged.type) ? eventFrame(deps, logged) : null;
}
