/** Replaying the log to one reader until it is as far as the live feed. */
import { yieldToEventLoop } from '../../../core/shared/clock.ts';
import {
  eventFrame,
  everythingAfter,
  type FrameSource,
  type LogEntry,
  shapedFrame,
  type WantedTypes,
} from './frames.ts';
import { type Frame, SMALL_BYTES, type SocketReader } from './reader.ts';

interface CatchUpDeps extends FrameSource {
  readonly wanted: WantedTypes;
}

interface CatchUp {
  readonly streamId: string;
  /** The last sequence the reader knows. */
  readonly after: number;
  /**
   * Turns the reader, which has read up to `position`, into a live one. Returns false if there is more to read first.
   */
  tryJoin(position: number): boolean;
}

/** Events looked at, and bytes sent, before other work gets a turn. */
const EVENTS_PER_TURN = 64;
const BYTES_PER_TURN = 64 * 1024;
/** The most bytes that another form adds to a body. */
const SHAPE_BYTES = 8 * 1024;

/** Resolves when the reader was taken in or has closed; rejects when the log cannot be read. */
export async function catchUp(
  deps: CatchUpDeps,
  reader: SocketReader,
  task: CatchUp,
): Promise<void> {
  // A reader may be ahead of the log, if that was restored from a backup: it gets what is published from now on.
  const position = Math.min(task.after, await deps.log.last(task.streamId));
  let stop: Stop = { position, needs: 0, isEnd: false };
  while (await reader.room(stop.needs)) {
    if (stop.isEnd && task.tryJoin(stop.position)) return;
    stop = await replay(deps, reader, task.streamId, stop);
  }
}

interface Stop {
  readonly position: number;
  /** Bytes of memory that are to be held for its next frame before it is read. */
  readonly needs: number;
  /** Whether the log has ended. */
  readonly isEnd: boolean;
}

/**
 * Sends the events of the log until its end, or until the reader must be waited for; then no event that was read stays
 * in memory. The bytes that the stop `needs` are already reserved.
 */
async function replay(
  deps: CatchUpDeps,
  reader: SocketReader,
  streamId: string,
  { position: after, needs }: Stop,
): Promise<Stop> {
  let held = needs;
  let position = after;
  let events = 0;
  let bytes = 0;
  let frames: Frame[] = [];
  const send = () => {
    reader.replay(frames, held);
    [frames, events, bytes, held] = [[], 0, 0, 0];
  };
  for await (const logged of everythingAfter(deps.log, streamId, after)) {
    const size = await sizeOf(deps, reader, streamId, logged);
    if (size > SMALL_BYTES && size > held) {
      send();
      return { position, needs: size, isEnd: false };
    }
    const frame = await frameFor(deps, reader, streamId, logged);
    if (frame !== null) {
      frames.push(frame);
      bytes += frame.bytes;
    }
    position = logged.sequence;
    events++;
    if (events < EVENTS_PER_TURN && bytes < BYTES_PER_TURN) continue;
    send();
    await yieldToEventLoop();
    if (!reader.hasRoom) return { position, needs: 0, isEnd: false };
  }
  send();
  return { position, needs: 0, isEnd: true };
}

/** Asked before the body is put together. */
async function sizeOf(
  deps: CatchUpDeps,
  { shape }: SocketReader,
  streamId: string,
  logged: LogEntry,
): Promise<number> {
  if ('text' in logged) return logged.bytes;
  if (!deps.wanted(streamId)?.has(logged.type)) return 0;
  const size = await deps.bodies.sizeOf(logged, deps.mediaInBodies);
  return shape === null ? size : size + SHAPE_BYTES;
}

async function frameFor(
  deps: CatchUpDeps,
  { shape }: SocketReader,
  streamId: string,
  logged: LogEntry,
): Promise<Frame | null> {
  if ('text' in logged) return logged;
  if (!deps.wanted(streamId)?.has(logged.type)) return null;
  return shapedFrame(await eventFrame(deps, logged), shape);
}
