/** The buckets that are configured: that of media, and the archive of events. */
import { archiveStoreOf, storageOf } from '../config/storage-variables.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import { createBucket, createLinks, sessionTokenOf } from '../storage/bucket.ts';
import { createEventArchive, type WatchedArchive } from '../storage/event-archive.ts';
import { MediaStore } from '../storage/media-store.ts';
import { createStoreRequests } from '../storage/store-requests.ts';

export function mediaStoreOf(
  config: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): MediaStore | null {
  const storage = storageOf(config);
  if (storage === null) return null;
  const link = createLinks(storage);
  const access = { ...storage, sessionToken: sessionTokenOf(link) };
  const ask = createStoreRequests({ access, clock });
  return new MediaStore({ clock, log, bucket: createBucket(ask, link), ask });
}

export function eventArchiveOf(config: Config, clock: Clock): WatchedArchive | null {
  const store = archiveStoreOf(config);
  if (store === null) return null;
  const ask = createStoreRequests({ access: { ...store, sessionToken: null }, clock });
  return createEventArchive({ ask, clock, prefix: store.prefix });
}
