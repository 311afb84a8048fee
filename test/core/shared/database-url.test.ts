import { expect, test } from 'bun:test';
import { databasePath } from '../../../src/core/shared/database-url.ts';
import { databaseUrl } from '../../../src/core/shared/variables/addresses.ts';

const urls = [
  'file:a.db',
  'file:./a/b.db',
  'file:../a.db',
  'file:/a.db',
  'file:///a.db',
  'file://localhost/a.db',
  'file:a%20b.db',
  'file:',
  'file:///',
  'file:a/',
  'file://host/a.db',
  'file:////a.db',
  'file::memory:',
  'file:a.db?x=1',
  'file:a.db#x',
  'file:a%.db',
  'file:a%ff.db',
  'libsql://host',
  'https://host/path',
  'ws://host:1',
  'postgres://host',
  'a.db',
];

test.each(urls)('%s is accepted by the settings exactly when a database can mean it', (url) => {
  const opens = () => {
    try {
      databasePath(url);
      return true;
    } catch {
      return false;
    }
  };
  expect(databaseUrl.read(url) !== undefined).toBe(opens());
});
