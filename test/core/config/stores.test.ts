/** Which region the stores of archives and backups are in. */
import { expect, test } from 'bun:test';
import { readSettings } from '../../../src/core/config/config.ts';
import { archiveStoreOf, backupStoreOf } from '../../../src/core/config/storage-variables.ts';

test.each([
  ['https://s3.us-west-004.backblazeb2.com', 'us-west-004'],
  ['https://s3-us-gov-west-1.amazonaws.com', 'us-gov-west-1'],
  ['https://s3.my-shop.example', 'eu-central-1'],
  ['http://127.0.0.1:9000', 'eu-central-1'],
])(
  'archives and backups at %s are in %s: the region of the host, else that of S3_REGION',
  (host, region) => {
    const environment = {
      S3_REGION: 'eu-central-1',
      EVENT_ARCHIVE_URL: `${host}/events`,
      EVENT_ARCHIVE_ACCESS_KEY: 'key',
      EVENT_ARCHIVE_SECRET_KEY: 'secret',
      BACKUP_S3_ENDPOINT: host,
      BACKUP_S3_ACCESS_KEY: 'key',
      BACKUP_S3_SECRET_KEY: 'secret',
    };
    const read = readSettings(environment, () => null);
    if (!('settings' in read)) throw new Error(read.faults.join('\n'));
    expect(archiveStoreOf(read.settings)?.region).toBe(region);
    expect(backupStoreOf(read.settings)?.region).toBe(region);
  },
);
