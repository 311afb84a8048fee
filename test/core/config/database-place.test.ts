/** Which file is the database when DATABASE_URL does not say it. */
import { expect, test } from 'bun:test';
import { readSettings } from '../../../src/core/config/config.ts';
import { databasePath, fileUrl } from '../../../src/core/shared/database-url.ts';

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
