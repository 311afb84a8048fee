import type { Module } from '../../module.ts';

export const STORAGE: Module = {
  name: 'storage',
  about: 'S3-compatible buckets for media, and for events before they are pruned.',
  needs: [],
  // The other variables of S3 are also those of backups, which the command makes without this list.
  variables: [
    'S3_BUCKET',
    'S3_LINK_TTL_SECONDS',
    'EVENT_ARCHIVE_URL',
    'EVENT_ARCHIVE_ACCESS_KEY',
    'EVENT_ARCHIVE_SECRET_KEY',
  ],
  isUsed: ({ s3Endpoint, eventArchiveUrl }) => s3Endpoint !== null || eventArchiveUrl !== null,
  load: async () => (await import('./storage.ts')).STORAGE_PARTS,
};
