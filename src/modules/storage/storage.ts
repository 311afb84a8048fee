/** The parts that this module adds to the service: the bucket of media, and the archive of events. */
import { archiveStoreOf, storageOf } from '../../core/config/storage-variables.ts';
import type { ModuleParts } from '../../module.ts';
import { createBucket, createLinks, sessionTokenOf } from './bucket.ts';
import { createEventArchive } from './event-archive.ts';
import { MediaStore } from './media-store.ts';
import { createStoreRequests } from './store-requests.ts';

export const STORAGE_PARTS: ModuleParts = {
  mediaStore(config, { clock, log }) {
    const storage = storageOf(config);
    if (storage === null) return null;
    const link = createLinks(storage);
    const access = { ...storage, sessionToken: sessionTokenOf(link) };
    const ask = createStoreRequests({ access, clock });
    return new MediaStore({ clock, log, bucket: createBucket(ask, link), ask });
  },
  archive(config, { clock }) {
    const store = archiveStoreOf(config);
    if (store === null) return null;
    const ask = createStoreRequests({ access: { ...store, sessionToken: null }, clock });
    return createEventArchive({ ask, clock, prefix: store.prefix });
  },
};
