/** Moves files of any size to and from a bucket, in parts of which few are in memory at a time. */
import { createHash } from 'node:crypto';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { abortError } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import { beginParts, headOf } from './parted-upload.ts';
import { type AskStore, StoreFault, unlessMissing } from './store-requests.ts';
import { valuesIn } from './xml-values.ts';

/** Reports how many bytes are done. */
type OnProgress = (done: number) => void;

interface StoredFile {
  readonly key: string;
  readonly bytes: number;
}

interface Transfer {
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** All methods reject with a StoreFault, and with an Error when `signal` aborts. */
export interface FileStore {
  /**
   * Uploads the file under a new key and returns the digest of what was sent. The object appears in one step, when it
   * is complete, and none is left when this rejects.
   */
  upload(path: string, key: string, transfer: Transfer): Promise<string>;
  /**
   * Writes the object to a new file and returns the digest of what came, which equals that of `upload` for the same
   * bytes.
   */
  download(key: string, path: string, transfer: Transfer): Promise<string>;
  /** Returns the size of the object in bytes, or null if it does not exist. */
  sizeOf(key: string, signal: AbortSignal): Promise<number | null>;
  /** Returns the objects whose keys begin with `prefix`, sorted by key. */
  list(prefix: string, signal: AbortSignal): Promise<StoredFile[]>;
  /** Resolves also when there is no such object. */
  remove(key: string, signal: AbortSignal): Promise<void>;
}

const MIB = 1024 ** 2;
const PART_BYTES = 8 * MIB;
/** Stores take 10 000. */
const PARTS_MAX = 9_000;
const PARTS_AT_ONCE = 3;
const PAGES_MAX = 50;

interface FileStoreDeps {
  readonly ask: AskStore;
  readonly clock: Clock;
  /** Size of all parts but the last. By default 8 MiB, and more where a file would have too many parts. */
  readonly partBytes?: number;
}

export function createFileStore({ ask, clock, partBytes = PART_BYTES }: FileStoreDeps): FileStore {
  const sizeOf = async (key: string, signal: AbortSignal) =>
    (await headOf(ask, key, signal))?.bytes ?? null;
  return {
    sizeOf,
    upload: (path, key, transfer) => upload(ask, { path, key, partBytes, clock }, transfer),
    download: (key, path, transfer) => download(ask, { path, key, partBytes, clock }, transfer),
    list: (prefix, signal) => list(ask, prefix, signal),
    async remove(key, signal) {
      await ask({ method: 'DELETE', key }, signal).catch(unlessMissing);
    },
  };
}

interface PartUpload {
  readonly path: string;
  readonly key: string;
  readonly partBytes: number;
  readonly clock: Clock;
}

async function upload(ask: AskStore, moved: PartUpload, transfer: Transfer): Promise<string> {
  const { path, key, partBytes, clock } = moved;
  const { signal } = transfer;
  const { size } = await stat(path);
  const parts = await beginParts({ ask, clock }, { key }, signal);
  try {
    const digest = await inParts(size, partBytes, transfer, async (part, broken) => {
      const body = await Bun.file(path).slice(part.from, part.to).bytes();
      await parts.put(part.index, { body }, broken);
      return body;
    });
    await parts.complete(size, signal);
    return digest;
  } catch (error) {
    await parts.abandon();
    throw error;
  }
}

async function download(ask: AskStore, moved: PartUpload, transfer: Transfer): Promise<string> {
  const { path, key, partBytes } = moved;
  const head = await headOf(ask, key, transfer.signal);
  if (head === null) throw new StoreFault('the object is not there', 404);
  const file = await open(path, 'wx', 0o600);
  try {
    return await inParts(head.bytes, partBytes, transfer, async ({ from, to }, broken) => {
      // If the object is replaced meanwhile, its old and new bytes would be mixed.
      const headers = { range: `bytes=${from}-${to - 1}`, 'if-match': head.etag };
      const part = { method: 'GET', key, headers, bytesMax: to - from, isLong: true } as const;
      const { bytes } = await ask(part, broken);
      if (bytes.length !== to - from) throw new StoreFault('the store left out some bytes', 200);
      await writeAt(file, bytes, from);
      return bytes;
    });
  } finally {
    await file.close();
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, from + done);
    done += bytesWritten;
  }
}

interface Part {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/** Moves all parts, a few at once; the first failure ends the others. Returns the digest of everything. */
async function inParts(
  size: number,
  least: number,
  { signal, onProgress }: Transfer,
  move: (part: Part, signal: AbortSignal) => Promise<Uint8Array>,
): Promise<string> {
  const partBytes = Math.max(least, Math.ceil(size / PARTS_MAX / MIB) * MIB);
  const count = Math.max(1, Math.ceil(size / partBytes));
  const digests: Buffer[] = [];
  const failed = new AbortController();
  const broken = AbortSignal.any([signal, failed.signal]);
  let [next, done] = [0, 0];
  const mover = async () => {
    while (next < count && !broken.aborted) {
      const index = next++;
      const from = index * partBytes;
      const part = { index, from, to: Math.min(size, from + partBytes) };
      const bytes = await move(part, broken);
      digests[index] = createHash('sha256').update(bytes).digest();
      done += bytes.length;
      onProgress?.(done);
    }
  };
  const movers = Array.from({ length: PARTS_AT_ONCE }, () =>
    mover().catch((error) => {
      failed.abort(new Error(messageOf(error)));
      throw error;
    }),
  );
  const ends = await Promise.allSettled(movers);
  const first = ends.find((end) => end.status === 'rejected' && end.reason instanceof StoreFault);
  const any = first ?? ends.find((end) => end.status === 'rejected');
  if (any?.status === 'rejected') throw any.reason;
  if (signal.aborted) throw abortError(signal);
  return createHash('sha256').update(Buffer.concat(digests)).digest('hex');
}

async function list(ask: AskStore, prefix: string, signal: AbortSignal): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  let token: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = {
      'list-type': '2',
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    };
    const { bytes } = await ask({ method: 'GET', key: '', query }, signal);
    const entries = Buffer.from(bytes).toString().split('<Contents>').slice(1);
    for (const entry of entries) {
      const [key = ''] = valuesIn(entry, 'Key');
      const [size = '0'] = valuesIn(entry, 'Size');
      found.push({ key, bytes: Number(size) });
    }
    [token] = valuesIn(bytes, 'NextContinuationToken');
    if (token === undefined) return found.sort((a, b) => (a.key < b.key ? -1 : 1));
  }
  throw new StoreFault(`more than ${PAGES_MAX * 1_000} objects begin with ${prefix}`, 200);
}
