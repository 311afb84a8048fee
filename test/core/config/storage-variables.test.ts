/** Which region the stores of archives and backups are in, and which file is the database by default. */
import { expect, test } from 'bun:test';
import { readSettings } from '../../../src/core/config/config.ts';
import { archiveStoreOf, backupStoreOf } from '../../../src/core/config/storage-variables.ts';
import { databasePath, fileUrl } from '../../../src/core/shared/database-url.ts';

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

test.each([
  ['./data', './data/gatehouse.db'],
  ['data/', './data/gatehouse.db'],
  ['/volume', '/volume/gatehouse.db'],
  ['//volume', '/volume/gatehouse.db'],
  ['/', '/gatehouse.db'],
  ['..', './../gatehouse.db'],
  [':memory:', './:memory:/gatehouse.db'],
  ['/100%/a b/#1?/%41', '/100%/a b/#1?/%41/gatehouse.db'],
])('with DATA_DIR=%s the database is %s', (dataDir, path) => {
  const reading = readSettings({ DATA_DIR: dataDir }, () => null);
  const url = 'settings' in reading ? reading.settings.databaseUrl : '';
  expect(databasePath(url)).toBe(path);
});

test('the URL of a path means that path', () => {
  for (const path of ['/a b/%41?#.db', './:memory:', '/localhost/a.db', './a%.db'])
    expect(databasePath(fileUrl(path))).toBe(path);
});
