/** Opens the buckets of media and of the archive of events; loaded only where one is configured. */
import type { archiveStoreOf, storageOf } from '../config/storage-variables.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import { createBucket, createLinks, sessionTokenOf } from '../storage/bucket.ts';
import { createEventArchive, type WatchedArchive } from '../storage/event-archive.ts';
import { MediaStore } from '../storage/media-store.ts';
import { createStoreRequests } from '../storage/store-requests.ts';

type Configured<Of extends (...values: never[]) => unknown> = NonNullable<ReturnType<Of>>;

export function openMediaStore(
  storage: Configured<typeof storageOf>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): MediaStore {
  const link = createLinks(storage);
  const access = { ...storage, sessionToken: sessionTokenOf(link) };
  const ask = createStoreRequests({ access, clock });
  return new MediaStore({ clock, log, bucket: createBucket(ask, link), ask });
}

export function openEventArchive(
  store: Configured<typeof archiveStoreOf>,
  clock: Clock,
): WatchedArchive {
  const ask = createStoreRequests({ access: { ...store, sessionToken: null }, clock });
  return createEventArchive({ ask, clock, prefix: store.prefix });
}
