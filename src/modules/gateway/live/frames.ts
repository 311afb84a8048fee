/** Events as frames. */

import { Type } from '@sinclair/typebox';
import type { EventBodies } from '../../../core/events/log/bodies.ts';
import type { EventLog, LoggedEvent } from '../../../core/events/log/events.ts';
import {
  type BodyReceiver,
  DEFAULT_SHAPE,
  type Format,
  type FormatFacts,
  isRepeated,
  partsFor,
  withoutKeys,
} from '../../../core/webhooks/format/formats.ts';
import { EVENT_BODIES } from '../event/documented-events.ts';
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

export const GapFrame = Type.Object(
  {
    gap: Type.Object({
      from: Type.Integer({ minimum: 1, description: 'First sequence that is missing' }),
      to: Type.Integer({ minimum: 1, description: 'The last one' }),
    }),
  },
  {
    additionalProperties: false,
    description: 'Gap where retention has removed events',
    examples: [{ gap: { from: 5, to: 10 } }],
  },
);

/** Every text frame is one of these. They have no names, because linters ignore what only `x-websockets` uses. */
export const LiveFrame = Type.Union([...EVENT_BODIES, GapFrame], {
  description: 'One event, which has the field `event`, or the gap where events were',
});

// The form in which a reader gets events: its own choice, or the default of the deployment.

/**
 * Returns null when bodies are sent as they are stored. Readers with the same arguments get the same function, so that
 * what it makes of an event is made once. `showsKeys`: whether the reader may see keys of instances.
 */
export type ShapeFor = (format: Format | null, showsKeys: boolean) => FrameShape | null;

export function createShapes(facts: FormatFacts, wanted: WantedTypes): ShapeFor {
  const gets: BodyReceiver['gets'] = (type, id) => wanted(id)?.has(type) ?? false;
  const keyless = withoutKeys(facts);
  const made = new Map<string, FrameShape | null>();
  const make = (format: Format, showsKeys: boolean): FrameShape | null => {
    const receiver = { address: null, gets };
    const shown = showsKeys ? facts : keyless;
    const { reshape, reasonToSkip } = partsFor({ ...DEFAULT_SHAPE, format }, receiver, shown);
    if (reshape === undefined) return null;
    if (reasonToSkip !== undefined)
      return (body) => (reasonToSkip(body) === null ? reshape(body).body : null);
    if (format !== 'evolution-api') return (body) => reshape(body).body;
    return (body) => (isRepeated(body, gets) ? null : reshape(body).body);
  };
  return (chosen, showsKeys) => {
    const format = chosen ?? facts.defaultFormat;
    return made.getOrInsertComputed(`${format} ${showsKeys}`, () => make(format, showsKeys));
  };
}
