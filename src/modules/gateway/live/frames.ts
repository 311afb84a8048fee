/** Events as frames. */

import type { EventBodies } from '../../../core/events/log/bodies.ts';
import type { EventLog, LoggedEvent } from '../../../core/events/log/events.ts';
import type { Frame, FrameShape } from './reader.ts';

export interface FrameSource {
  readonly log: EventLog;
  readonly bodies: Pick<EventBodies, 'with' | 'sizeOf'>;
  /** Media bytes inside the bodies. */
  readonly mediaInBodies: boolean;
}

/** The types a stream's readers get, or null when its WebSocket is not enabled. */
export type WantedTypes = (streamId: string) => ReadonlySet<string> | null;

export const textFrame = (sequence: number, text: string): Frame => ({
  sequence,
  text,
  bytes: Buffer.byteLength(text),
});

/** A frame in the form of a reader; null when the reader does not get it. */
export function shapedFrame(frame: Frame, shape: FrameShape | null): Frame | null {
  if (shape === null) return frame;
  const text = shape(frame.text);
  return text === null ? null : textFrame(frame.sequence, text);
}

/** The frame of an event; media is fetched for it. */
export async function eventFrame(
  { bodies, mediaInBodies }: Omit<FrameSource, 'log'>,
  event: Pick<LoggedEvent, 'sequence' | 'body' | 'mediaId'>,
): Promise<Frame> {
  return textFrame(event.sequence, await bodies.with(event, mediaInBodies));
}

/** An event of the log, or the frame that reports events that the log no longer has. */
export type LogEntry = LoggedEvent | Frame;

/** Everything after a sequence until where the log ended at the start, holes included. */
export async function* everythingAfter(
  log: EventLog,
  streamId: string,
  after: number,
): AsyncGenerator<LogEntry, void> {
  const last = await log.last(streamId);
  let position = after;
  for await (const event of log.after(streamId, after)) {
    if (event.sequence > position + 1) yield gap(position + 1, event.sequence - 1);
    yield event;
    position = event.sequence;
  }
  if (position < last) yield gap(position + 1, last);
}

/** The sequence of the frame is that of the last missing event. */
const gap = (from: number, to: number): Frame =>
  textFrame(to, JSON.stringify({ gap: { from, to } }));
