/** Which file is the database when DATABASE_URL does not say it. */
import { expect, test } from 'bun:test';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseIn, fileIdentity } from '../../src/config/database-place.ts';
import { databasePath, fileUrl } from '../../src/shared/database-url.ts';
import { temporaryFolder } from '../helpers/database.ts';

/** The place of the database in `dataDir` when these files exist, each with an identity of its own. */
function placeWith(dataDir: string, ...files: readonly string[]) {
  const there = files.map((file) => resolve(file));
  const { url, warning } = databaseIn(dataDir, (path) =>
    there.includes(resolve(path)) ? resolve(path) : null,
  );
  return { path: databasePath(url), warning };
}

test('the database is in DATA_DIR, whatever characters that has', () => {
  for (const [dataDir, path] of [
    ['./data', './data/gatehouse.db'],
    ['data/', './data/gatehouse.db'],
    ['/volume', '/volume/gatehouse.db'],
    ['//volume', '/volume/gatehouse.db'],
    ['/', '/gatehouse.db'],
    ['..', './../gatehouse.db'],
    [':memory:', './:memory:/gatehouse.db'],
    ['/100%/a b/#1?/%41', '/100%/a b/#1?/%41/gatehouse.db'],
    ['/ü/\n', '/ü/\n/gatehouse.db'],
  ] as const)
    expect(placeWith(dataDir)).toEqual({ path, warning: null });
});

test('where earlier versions kept it, on a machine or in their image, it is used while DATA_DIR has none', () => {
  for (const former of ['./data/gatehouse.db', './gatehouse.db']) {
    const { path, warning } = placeWith('/volume', former);
    expect(path).toBe(former);
    expect(warning).toContain(`set DATABASE_URL=file:${former}, or `);
    const both = placeWith('/volume', former, '/volume/gatehouse.db');
    expect(both.path).toBe('/volume/gatehouse.db');
    expect(both.warning).toContain(`${former}, where earlier versions kept it, is there too`);
  }
  // A data folder that is the working folder is no earlier place, but has one in it.
  expect(placeWith('.', './data/gatehouse.db').path).toBe('./data/gatehouse.db');
  expect(placeWith('.', './gatehouse.db')).toEqual({ path: './gatehouse.db', warning: null });
});

test('a log without its database is a loss to be told, and no reason to take another database', () => {
  const { path } = placeWith('/volume', './data/gatehouse.db', '/volume/gatehouse.db-wal');
  expect(path).toBe('/volume/gatehouse.db');
});

test('without a DATA_DIR of its own nothing else is looked for', () => {
  expect(placeWith('./data', './gatehouse.db').path).toBe('./data/gatehouse.db');
  expect(placeWith(resolve('data'), './gatehouse.db').warning).toBeNull();
});

test('one file under two paths is one file', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'real', 'a.db'), '');
  symlinkSync(join(folder, 'real'), join(folder, 'linked'));
  linkSync(join(folder, 'real', 'a.db'), join(folder, 'b.db'));
  const identities = ['real/a.db', 'linked/a.db', 'b.db'].map((name) =>
    fileIdentity(join(folder, name)),
  );
  expect(new Set(identities).size).toBe(1);
  expect(fileIdentity(join(folder, 'nowhere'))).toBeNull();
  const { warning } = databaseIn('/volume', () => 'the same');
  expect(warning).toBeNull();
});

test('the URL of a path means that path', () => {
  for (const path of ['/a b/%41?#.db', './:memory:', '/localhost/a.db', './a%.db'])
    expect(databasePath(fileUrl(path))).toBe(path);
});
