/**
 * The JetStream stream that events are stored in. Owns: making it when it is missing, and saying what is wrong
 * with one that others made. Must never: change a stream that is there.
 */
import { EVENT_TYPES } from '../../events/contract/event-names.ts';
import type { JetStream, StreamConfig } from './client.ts';

/** `message` for all instances together, `*.message` for each by itself. */
export const STREAM_SUBJECTS = EVENT_TYPES.map((type) => type.toLowerCase()).flatMap((event) => [
  event,
  `*.${event}`,
]);

/** The stream's settings; rejects when none of our subjects can ever reach it. */
export async function ensureStream(jetStream: JetStream, name: string): Promise<StreamConfig> {
  const stream = await jetStream.stream(name);
  if (stream === null) return jetStream.create(name, STREAM_SUBJECTS);
  if (STREAM_SUBJECTS.some((subject) => takes(stream, subject))) return stream;
  const taken = stream.subjects?.join(', ') ?? 'nothing';
  throw new Error(
    `wrong_stream: stream ${name} exists and takes ${taken}, but none of ${STREAM_SUBJECTS.join(', ')}`,
  );
}

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
