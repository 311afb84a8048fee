/** Reads answers to outgoing requests: never more than was asked for, and never from where they redirect to. */
import { inTurns } from '../shared/async/mutex.ts';
import type { Clock } from '../shared/clock.ts';
import { headerText } from '../shared/header-text.ts';
import { maskUrl } from '../shared/mask-url.ts';
import { failure } from './failure-reason.ts';

/**
 * Returns the whole body, or null as soon as it has more than `bytesMax`; a declared length is not trusted. With
 * `isCut` it returns the first `bytesMax` bytes instead.
 */
export async function readBody(
  answer: Response,
  bytesMax: number,
  isCut = false,
): Promise<Uint8Array | null> {
  if (!isCut && Number(answer.headers.get('content-length')) > bytesMax) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax && !isCut) return null;
    chunks.push(chunk);
    if (size > bytesMax) break;
  }
  return Buffer.concat(chunks, Math.min(size, bytesMax));
}

/** Takes the next bytes of a file; the following ones wait until it resolves. Returns false when it wants no more. */
export type TakeBytes = (bytes: Uint8Array) => Promise<boolean>;

/** The bytes of one file in one turn: about a millisecond of the event loop, with what their taker does. */
const BYTES_PER_TURN = 64 * 1024;

/** Passes the body on as fast as it is taken: Bun reads no more of an answer than its reader has asked for. */
export async function handOn(
  answer: Response,
  bytesMax: number,
  take: TakeBytes,
): Promise<'whole' | 'unwanted' | 'too_large'> {
  if (Number(answer.headers.get('content-length')) > bytesMax) {
    await answer.body?.cancel();
    return 'too_large';
  }
  let size = 0;
  const parts = partsOf(answer.body ?? []);
  for await (const bytes of inTurns(parts, BYTES_PER_TURN, ({ byteLength }) => byteLength)) {
    size += bytes.byteLength;
    if (size > bytesMax) return 'too_large';
    if (!(await take(bytes))) return 'unwanted';
  }
  return 'whole';
}

/** Divides the body into parts, however much arrives at once. */
async function* partsOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of body)
    for (let from = 0; from < chunk.byteLength; from += BYTES_PER_TURN)
      yield chunk.subarray(from, from + BYTES_PER_TURN);
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns where an answer to `url` redirects to, or null. Credentials in that URL are left out. */
export function redirectedTo(answer: Response, url: URL): string | null {
  const target = REDIRECTS.has(answer.status) ? locationOf(answer, url) : null;
  if (target === null) return null;
  target.username = '';
  target.password = '';
  target.hash = '';
  return target.href;
}

function locationOf({ headers }: Response, url: URL): URL | null {
  const location = headers.get('location');
  return location === null ? null : URL.parse(headerText(location), url.href);
}

/** Returns why the body cannot be read, or null: answers are requested uncompressed, and nothing is inflated. */
export function compressionProblem({ headers }: Response): string | null {
  const encoding = headers.get('content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return null;
  return failure('malformed', 'it came compressed, which was not asked for');
}

const LOCATION_CHARACTERS_MAX = 300;

/**
 * Returns why an answer that redirects cannot be used, or null when it does not redirect. `url` is what was requested.
 */
export function redirectProblem(answer: Response, url: URL): string | null {
  const { status } = answer;
  if (status < 300 || status > 399) return null;
  return failure('redirect', `${status}${shownDestination(answer, url)}, which is not followed`);
}

/** Returns where a redirect points, so that the URL can be corrected. */
export function shownDestination(answer: Response, url: URL): string {
  if (!answer.headers.has('location')) return '';
  const target = locationOf(answer, url);
  if (target === null) return ' to no valid URL';
  return ` to ${maskUrl(target.href).slice(0, LOCATION_CHARACTERS_MAX)}`;
}

const LOGGED_BYTES_MAX = 1024;
const LOGGED_WAIT_MS = 1_000;

interface Closeable {
  close(): void;
}

interface BodyStart {
  readonly bytes: Uint8Array;
  /** Whether the body continues after these bytes, or did not arrive completely in time. */
  readonly isCut: boolean;
}

/**
 * Returns the body's first KiB as text, as far as it arrives within a second; the connection is closed when there is
 * more. A compressed body is described, not shown: `[312 bytes, gzip]`. Never rejects, and answers at once when the
 * whole body is here.
 */
export function excerptOf(
  response: Response,
  clock: Clock,
  connection: Closeable,
): string | Promise<string> {
  const { headers } = response;
  const length = headers.get('content-length');
  if (length === '0') return '';
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding === 'identity' && length !== null && Number(length) <= LOGGED_BYTES_MAX)
    return readWhole(response, clock, connection);
  return readLong(response, encoding, clock, connection);
}

/** Most small bodies arrive with the headers, and then need neither a wait nor a timer. */
function readWhole(
  response: Response,
  clock: Clock,
  connection: Closeable,
): string | Promise<string> {
  const body = response.text();
  // The status is what tells: of a rejected promise `Bun.peek` returns the reason, and nobody would handle it.
  if (Bun.peek.status(body) === 'fulfilled') return withoutNul(String(Bun.peek(body)));
  const reading = body.then(withoutNul, () => {
    connection.close();
    return '';
  });
  return withinTime(reading, clock, connection);
}

async function readLong(
  response: Response,
  encoding: string,
  clock: Clock,
  connection: Closeable,
): Promise<string> {
  const start = await withinTime(readStart(response), clock, connection);
  if (start.isCut) connection.close();
  return describe(start, encoding);
}

async function readStart({ body }: Response): Promise<BodyStart> {
  const start = new Uint8Array(LOGGED_BYTES_MAX);
  let size = 0;
  if (body === null) return { bytes: start.subarray(0, 0), isCut: false };
  try {
    const reader = body.getReader();
    while (size < LOGGED_BYTES_MAX) {
      const { done, value } = await reader.read();
      if (done) return { bytes: start.subarray(0, size), isCut: false };
      const part = value.subarray(0, LOGGED_BYTES_MAX - size);
      start.set(part, size);
      size += part.length;
    }
  } catch {
    // A body that ends early is logged as far as it came.
  }
  return { bytes: start.subarray(0, size), isCut: true };
}

async function withinTime<T>(reading: Promise<T>, clock: Clock, connection: Closeable): Promise<T> {
  // Closing ends the reading, which then returns what it has.
  const cancel = clock.after(LOGGED_WAIT_MS, () => connection.close());
  try {
    return await reading;
  } finally {
    cancel();
  }
}

function describe({ bytes, isCut }: BodyStart, encoding: string): string {
  if (encoding !== 'identity')
    return `[${isCut ? 'over ' : ''}${bytes.length} bytes, ${encoding.slice(0, 32)}]`;
  // Decoding as a stream omits a truncated character instead of replacing it.
  return withoutNul(new TextDecoder().decode(bytes, { stream: isCut }));
}

const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');
