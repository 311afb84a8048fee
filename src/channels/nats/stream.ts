/** The JetStream stream that events are stored in. */
import { EVENT_TYPES } from '../../events/contract/event-names.ts';
import { messageOf } from '../../shared/errors.ts';
import type { StreamConfig, Streams } from './client.ts';

/** `message` for all instances together, `*.message` for each by itself. */
const STREAM_SUBJECTS = EVENT_TYPES.map((type) => type.toLowerCase()).flatMap((event) => [
  event,
  `*.${event}`,
]);

/** The types that the first streams were made for; those that came later follow them. */
const FIRST_TYPES = EVENT_TYPES.slice(0, 13).map((type) => type.toLowerCase());

/** The stream's settings; rejects when none of our subjects can ever reach it. */
export async function ensureStream(streams: Streams, name: string): Promise<StreamConfig> {
  const found = await streams.info(name).catch((error) => {
    if (/stream not found/i.test(messageOf(error))) return null;
    throw error;
  });
  // File storage is what a stream has unless it says otherwise.
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

/** By an earlier version, which knew fewer types. */
const wasMadeHere = (stream: StreamConfig): boolean =>
  FIRST_TYPES.every((event) => takes(stream, event) && takes(stream, `*.${event}`));

/** Whether a stream takes everything published to `subject`. */
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
