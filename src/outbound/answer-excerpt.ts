/**
 * The beginning of an answer's body, for the attempt log.
 * Owns: how little of it is read. Must never: inflate it, wait for it, or let it decide an outcome.
 */
import type { Clock } from '../shared/clock.ts';

const LOGGED_BYTES_MAX = 1024;
const LOGGED_WAIT_MS = 1_000;

interface Start {
  readonly bytes: Uint8Array;
  /** The body goes on after these bytes, or they are all that came in time. */
  readonly isCut: boolean;
}

const NOTHING: Start = { bytes: new Uint8Array(), isCut: true };

/**
 * The body's first KiB as text, as far as it came within a second; `closeConnection` is called when there is more.
 * A compressed body is named, not shown: `[312 bytes, gzip]`. Never rejects.
 */
export async function answerExcerpt(
  response: Response,
  clock: Clock,
  closeConnection: () => void,
): Promise<string> {
  const length = response.headers.get('content-length');
  if (length === '0') return '';
  const start =
    length !== null && Number(length) <= LOGGED_BYTES_MAX
      ? await readWhole(response, clock, closeConnection)
      : await withinTime(readStart(response), clock, closeConnection);
  if (start.isCut) closeConnection();
  return describe(start, response.headers.get('content-encoding'));
}

/** A small body has mostly come with the headers, and then costs neither a reader nor a timer. */
function readWhole(response: Response, clock: Clock, closeConnection: () => void): Promise<Start> {
  const body = response.bytes();
  const reading = body.then(
    (bytes) => ({ bytes, isCut: false }),
    () => NOTHING,
  );
  return Bun.peek.status(body) === 'fulfilled'
    ? reading
    : withinTime(reading, clock, closeConnection);
}

async function readStart({ body }: Response): Promise<Start> {
  const kept = new Uint8Array(LOGGED_BYTES_MAX);
  let size = 0;
  if (body === null) return { bytes: kept.subarray(0, 0), isCut: false };
  try {
    const reader = body.getReader();
    while (size < LOGGED_BYTES_MAX) {
      const { done, value } = await reader.read();
      if (done) return { bytes: kept.subarray(0, size), isCut: false };
      const part = value.subarray(0, LOGGED_BYTES_MAX - size);
      kept.set(part, size);
      size += part.length;
    }
  } catch {
    // A body that breaks off is logged as far as it came.
  }
  return { bytes: kept.subarray(0, size), isCut: true };
}

async function withinTime(
  reading: Promise<Start>,
  clock: Clock,
  closeConnection: () => void,
): Promise<Start> {
  // Closing ends the reading, which then answers with what it has.
  const cancel = clock.after(LOGGED_WAIT_MS, closeConnection);
  try {
    return await reading;
  } finally {
    cancel();
  }
}

function describe({ bytes, isCut }: Start, encoding: string | null): string {
  if (encoding !== null && encoding !== 'identity')
    return `[${isCut ? 'over ' : ''}${bytes.length} bytes, ${encoding.slice(0, 32)}]`;
  // As a stream, so that a character cut in half is left out instead of replaced.
  const text = new TextDecoder().decode(bytes, { stream: isCut });
  return text.replaceAll('\0', '\ufffd');
}
