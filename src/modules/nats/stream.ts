/** Creates or checks the JetStream stream that stores events. */
import { EVENT_TYPES } from '../../core/events/contract/event-names.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { StreamConfig, Streams } from './client.ts';

/** `message` is for all instances together, `*.message` for each alone. */
const STREAM_SUBJECTS = EVENT_TYPES.map((type) => type.toLowerCase()).flatMap((event) => [
  event,
  `*.${event}`,
]);

/** The types of the first streams; later types follow them in the list. */
const FIRST_TYPES = EVENT_TYPES.slice(0, 13).map((type) => type.toLowerCase());

/** Returns the stream's settings; rejects when none of our subjects can ever reach it. */
export async function ensureStream(streams: Streams, name: string): Promise<StreamConfig> {
  const found = await streams.info(name).catch((error) => {
    if (/stream not found/i.test(messageOf(error))) return null;
    throw error;
  });
  // A stream uses file storage by default.
  const { config: stream } = found ?? (await streams.add({ name, subjects: STREAM_SUBJECTS }));
  const missing = STREAM_SUBJECTS.filter((subject) => !takes(stream, subject));
  if (missing.length > 0 && wasMadeHere(stream)) {
    const subjects = [...(stream.subjects ?? []), ...missing];
    return (await streams.update(name, { subjects })).config;
  }
  if (missing.length < STREAM_SUBJECTS.length) return stream;
  const taken = stream.subjects?.join(', ') ?? 'nothing';
  throw new Error(
    `wrong_stream: stream ${name} exists and takes ${taken}, but none of ${STREAM_SUBJECTS.join(', ')}`,
  );
}

/** Tells whether Gatehouse made the stream: it then takes the first types, though perhaps not all of them. */
const wasMadeHere = (stream: StreamConfig): boolean =>
  FIRST_TYPES.every((event) => takes(stream, event) && takes(stream, `*.${event}`));

/** Tells whether a stream takes everything that is published to `subject`. */
export const takes = ({ subjects = [] }: StreamConfig, subject: string): boolean =>
  subjects.some((pattern) => covers(pattern.split('.'), subject.split('.')));

function covers(pattern: readonly string[], subject: readonly string[]): boolean {
  for (const [index, token] of pattern.entries()) {
    const own = subject[index];
    if (own === undefined) return false;
    if (token === '>') return true;
    if (token !== '*' && token !== own) return false;
  }
  return pattern.length === subject.length;
}
