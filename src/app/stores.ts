/** The buckets that are configured: that of media, and the archive of events. */

import type { Config } from '../core/config/config.ts';
import { archiveStoreOf, storageOf } from '../core/config/storage-variables.ts';
import type { Clock } from '../core/shared/clock.ts';
import type { Log } from '../core/shared/log.ts';
import type { WatchedArchive } from '../modules/storage/event-archive.ts';
import type { MediaStore } from '../modules/storage/media-store.ts';

const opening = () => require('./open-stores.ts') as typeof import('./open-stores.ts');

export function mediaStoreOf(
  config: Config,
  deps: { readonly clock: Clock; readonly log: Log },
): MediaStore | null {
  const storage = storageOf(config);
  return storage && opening().openMediaStore(storage, deps);
}

export function eventArchiveOf(config: Config, clock: Clock): WatchedArchive | null {
  const store = archiveStoreOf(config);
  return store && opening().openEventArchive(store, clock);
}
