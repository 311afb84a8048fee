/** Keeps backups in a bucket of an S3-compatible store. */

import { rm } from 'node:fs/promises';
import { removeDraft } from '../../../core/db/backup.ts';
import { lockDatabaseFile } from '../../../core/db/lock.ts';
import { EXIT, StartRefused } from '../../../core/process/refusal.ts';
import { runWithin } from '../../../core/shared/async/deadline.ts';
import {
  createFileStore,
  createStoreRequests,
  type FileStore,
  type StoreAccess,
  StoreFault,
} from '../../storage/api.ts';
import { UsageFault } from '../command.ts';
import { mebibytes } from '../progress.ts';
import {
  type Backup,
  type BackupPlace,
  backupOf,
  checkWithProgress,
  copyWithProgress,
  namingFullDisk,
  type Work,
} from './place.ts';

export interface BucketPlaceOptions {
  readonly access: StoreAccess;
  /** The common beginning of all keys, including its slash at the end, or ''. */
  readonly prefix: string;
  readonly clock: Work['terminal']['clock'];
}

/** Long enough for one request after everything else was ended. */
const UNDO_MS = 10_000;

export function bucketPlace({ access, prefix, clock }: BucketPlaceOptions): BackupPlace {
  const files = createFileStore({ ask: createStoreRequests({ access, clock }), clock });
  const at = (name: string) => `s3://${access.bucket}/${prefix}${name}`;
  const explainFailure = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => refuse(access, error));
  const keyOf = (name: string) => prefix + name;
  return {
    at,
    list: ({ signal }) => explainFailure(list(files, prefix, signal)),
    make: (path, name, work) =>
      explainFailure(make({ files, key: keyOf(name), label: at(name) }, path, work)),
    copyTo: (name, path, work) =>
      explainFailure(download({ files, key: keyOf(name), label: at(name) }, path, work)).then(
        () => {},
      ),
    remove: (name, { signal }) => explainFailure(files.remove(keyOf(name), signal)),
  };
}

/** Names what the caller typed wrongly, which variable is wrong, or a fault that may pass. */
function refuse({ endpoint, bucket }: StoreAccess, error: unknown): never {
  if (!(error instanceof StoreFault)) throw error;
  if (error.code === 'NoSuchBucket')
    throw new UsageFault(`there is no bucket ${bucket} at ${endpoint}`);
  const text = `${endpoint}, bucket ${bucket}: ${error.message}`;
  throw new StartRefused(text, error.isPassing ? EXIT.unavailable : EXIT.misconfigured, error);
}

async function list(files: FileStore, prefix: string, signal: AbortSignal): Promise<Backup[]> {
  const stored = await files.list(`${prefix}gatehouse-`, signal);
  return stored.flatMap(({ key, bytes }) => backupOf(key.slice(prefix.length), bytes) ?? []);
}

interface Place {
  readonly files: FileStore;
  readonly key: string;
  readonly label: string;
}

/**
 * Makes and checks the copy beside the database, uploads it, and downloads and opens it again: then it is complete in
 * the bucket.
 */
async function make(place: Place, path: string, work: Work) {
  const { files, key, label } = place;
  // This checks whether the bucket can be used, before anything is copied.
  await files.list(key, work.signal);
  const draft = `${path}.backup`;
  // A draft that a killed process has left is overwritten here; only one process at a time may use the name.
  const lock = lockDatabaseFile(draft);
  try {
    await copyWithProgress(path, draft, work);
    await checkWithProgress(draft, draft, work);
    const sent = await upload(place, draft, work);
    try {
      removeDraft(draft);
      const back = await download(place, draft, work);
      if (back !== sent)
        throw new StoreFault('the downloaded copy differs from the uploaded one', 200);
      return await checkWithProgress(draft, label, work);
    } catch (error) {
      await runWithin({ clock: work.terminal.clock, ms: UNDO_MS }, ({ signal }) =>
        files.remove(key, signal).catch(() => {
          work.terminal.note(`${label} was not checked and cannot be removed: do not use it`);
        }),
      );
      throw error;
    }
  } finally {
    removeDraft(draft);
    await rm(`${draft}.lock`, { force: true });
    lock.release();
  }
}

function upload({ files, key, label }: Place, draft: string, { terminal, signal }: Work) {
  const total = Bun.file(draft).size;
  terminal.note(`uploading ${mebibytes(total)} to ${label}`);
  return terminal.during({ label: 'uploading', total, format: mebibytes }, (onProgress) =>
    files.upload(draft, key, { signal, onProgress }),
  );
}

async function download({ files, key, label }: Place, path: string, { terminal, signal }: Work) {
  const total = await files.sizeOf(key, signal);
  if (total === null) throw new UsageFault(`there is no ${label}`);
  return terminal.during({ label: 'downloading', total, format: mebibytes }, (onProgress) =>
    namingFullDisk(path, files.download(key, path, { signal, onProgress })),
  );
}
