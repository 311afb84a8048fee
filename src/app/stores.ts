/** The buckets that are configured: that of media, and the archive of events. */
import { archiveStoreOf, storageOf } from '../config/storage-variables.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import type { WatchedArchive } from '../storage/event-archive.ts';
import type { MediaStore } from '../storage/media-store.ts';

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
