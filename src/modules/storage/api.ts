/** Offers the files of a bucket of an S3-compatible store, for backups. */

/** Lists, reads, writes and removes files. */
export { createFileStore, type FileStore } from './file-store.ts';
/** Signed requests to the store, and how they fail. */
export { createStoreRequests, type StoreAccess, StoreFault } from './store-requests.ts';
