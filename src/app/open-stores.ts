/** Opens the buckets of media and of the archive of events; loaded only where one is configured. */
import type { archiveStoreOf, storageOf } from '../core/config/storage-variables.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { Log } from '../core/shared/log.ts';
import { createBucket, createLinks, sessionTokenOf } from '../modules/storage/bucket.ts';
import { createEventArchive, type WatchedArchive } from '../modules/storage/event-archive.ts';
import { MediaStore } from '../modules/storage/media-store.ts';
import { createStoreRequests } from '../modules/storage/store-requests.ts';

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
