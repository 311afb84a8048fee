/** Uploads an object in parts: it appears in one step once all parts are there. A cancelled upload leaves no parts. */
import { runWithin } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { type AskStore, StoreFault, unlessMissing } from './store-requests.ts';
import { valuesIn } from './xml-values.ts';

interface PartsDeps {
  readonly ask: AskStore;
  readonly clock: Clock;
}

export interface PartedUpload {
  /** Uploads a part; `index` counts from 0. Rejects with a StoreFault, and with an Error when `signal` aborts. */
  put(index: number, part: ObjectPart, signal: AbortSignal): Promise<void>;
  /** Joins the parts, which have `size` bytes together, into the object. Rejects as `put` does. */
  complete(size: number, signal: AbortSignal): Promise<void>;
  /** Removes the parts, so that they take no space. Never rejects; a store that cannot be reached keeps them. */
  abandon(): Promise<void>;
}

interface ObjectPart {
  readonly body: Uint8Array;
  /** SHA-256 of the body as hex, where it is known already. */
  readonly bodyHash?: string;
}

interface PartedObject {
  readonly key: string;
  /** The content type with which the object is served. */
  readonly mimetype?: string;
  /** Whether an object under this key may be removed when the upload is cancelled. */
  readonly ownsKey?: boolean;
}

/** Long enough for one request after everything else was ended. */
const ABANDON_MS = 10_000;

/** Begins an upload in parts. Rejects with a StoreFault, and with an Error when `signal` aborts. */
export async function beginParts(
  { ask, clock }: PartsDeps,
  { key, mimetype, ownsKey = false }: PartedObject,
  signal: AbortSignal,
): Promise<PartedUpload> {
  const headers = { ...(mimetype !== undefined && { 'content-type': mimetype }) };
  const begun = await ask({ method: 'POST', key, query: { uploads: '' }, headers }, signal);
  const [uploadId] = valuesIn(begun.bytes, 'UploadId');
  if (uploadId === undefined) throw new StoreFault('the store began no upload in parts', 200);
  const etags: string[] = [];
  let isCompleting = false;
  return {
    async put(index, part, broken) {
      const query = { partNumber: String(index + 1), uploadId };
      const put = { method: 'PUT', key, query, ...part, isLong: true } as const;
      const answer = await ask(put, broken);
      etags[index] = answer.headers.get('etag') ?? '';
    },
    async complete(size, broken) {
      isCompleting = true;
      const body = Buffer.from(completion(etags));
      const complete = { method: 'POST', key, query: { uploadId }, body, isLong: true } as const;
      await ask(complete, broken).catch(async (fault) => {
        // The answer to an earlier try may have been lost, so the object itself is checked.
        const head = await headOf(ask, key, broken).catch(() => null);
        if (head?.bytes !== size) throw fault;
      });
    },
    async abandon() {
      await removeQuietly({ ask, clock }, key, { uploadId });
      // The last request may or may not have had an effect.
      if (isCompleting || ownsKey) await removeQuietly({ ask, clock }, key);
    },
  };
}

/** Removes an object, or the parts of an upload. Never rejects; a store that cannot be reached keeps them. */
export const removeQuietly = (
  { ask, clock }: PartsDeps,
  key: string,
  query: Readonly<Record<string, string>> = {},
): Promise<unknown> =>
  runWithin({ clock, ms: ABANDON_MS }, ({ signal }) =>
    ask({ method: 'DELETE', key, query }, signal).catch(() => {}),
  );

const completion = (etags: readonly string[]): string => {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
};

/** Returns the store's description of an object, or null if it does not exist. Rejects as `ask` does. */
export async function headOf(ask: AskStore, key: string, signal: AbortSignal) {
  const answer = await ask({ method: 'HEAD', key }, signal).catch(unlessMissing);
  if (answer === null) return null;
  const bytes = Number(answer.headers.get('content-length'));
  return { bytes, etag: answer.headers.get('etag') ?? '*' };
}
