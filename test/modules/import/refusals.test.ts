/** What an import refuses as a whole, before anything is read or written. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../../../src/core/process/refusal.ts';
import { UsageFault } from '../../../src/modules/cli/command.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { freePort } from '../../helpers/free-port.ts';
import { startService } from '../../helpers/service.ts';
import { instance } from './evolution-api.ts';
import { contentOf, dumpOf, keyFolder, type Target, target } from './stage.ts';

const refusalOf = ({ run }: Target, ...words: string[]): Promise<Error> =>
  run(...words).then(
    ({ line }) => new Error(`it was not refused: ${line}`),
    (error) => error,
  );

function fileWith(text: string): string {
  const path = join(temporaryFolder(), 'dump.jsonl');
  writeFileSync(path, text);
  return path;
}

test('words that it does not know are refused with those it knows', async () => {
  const made = await target();
  const messageFor = async (...words: string[]) => {
    const refusal = await refusalOf(made, ...words);
    expect(refusal).toBeInstanceOf(UsageFault);
    return refusal.message;
  };
  const usage = 'usage: gatehouse import evolution-api SOURCE [options]';
  expect(await messageFor()).toBe(`import: SOURCE is missing; ${usage}`);
  expect(await messageFor('a', 'b')).toBe(`import does not take "b"; ${usage}`);
  expect(await messageFor('a', '--aply')).toBe(
    'import has no option --aply: did you mean --apply?',
  );
  expect(await messageFor('a', '--keys')).toBe('--keys needs a value: --keys KEYS');
  expect(await messageFor('a', '--keys', 'b', '--without-keys')).toBe(
    'use either --keys or --without-keys, not both',
  );
});

test('a file that is not there or holds something else is refused by name', async () => {
  const made = await target();
  const messageFor = async (path: string) => (await refusalOf(made, path)).message;
  expect(await messageFor('/nowhere/dump.jsonl')).toStartWith('/nowhere/dump.jsonl cannot be read');
  expect(await messageFor(fileWith('{"table":"Chat","row":{}}\n'))).toContain('no table Instance');
  for (const text of ['{"table":"Instance"}', 'text', '[1]', 'null'])
    expect(await messageFor(fileWith(`\n${text}\n`))).toMatch(/^line 2 of .* is no JSON object/);
  const folder = await refusalOf(made, dumpOf([instance('id', 'shop')]), '--keys', '/nowhere');
  expect(folder.message).toBe('--keys /nowhere is no folder');
});

test('a key whose file cannot be read, or is far too large, is named, and nothing is written', async () => {
  const made = await target();
  const words = [dumpOf([instance('id', 'shop')]), '--apply', '--keys'];
  const inside = keyFolder('id', []);
  mkdirSync(join(inside, 'id', 'pre-key-1.json'));
  const unreadable = await refusalOf(made, ...words, inside);
  expect(unreadable).toBeInstanceOf(StartRefused);
  expect(unreadable.message).toStartWith(`${inside}/id/pre-key-1.json cannot be read: `);
  const large = keyFolder('id', []);
  writeFileSync(join(large, 'id', 'pre-key-1.json'), Buffer.alloc(16 * 1024 ** 2 + 1));
  expect((await refusalOf(made, ...words, large)).message).toContain('more than 16 MiB');
  expect(contentOf(made.file).instances).toEqual([]);
});

test('a pipe in the place of a dump or a key is refused, and nothing waits for what it might say', async () => {
  const made = await target();
  const pipe = join(temporaryFolder(), 'pipe');
  Bun.spawnSync(['mkfifo', pipe]);
  const reason = 'cannot be read: it is a named pipe, not a file';
  expect((await refusalOf(made, pipe)).message).toBe(`${pipe} ${reason}`);
  const keys = keyFolder('id', []);
  const key = join(keys, 'id', 'pre-key-1.json');
  Bun.spawnSync(['mkfifo', key]);
  const words = [dumpOf([instance('id', 'shop')]), '--apply', '--keys', keys];
  expect((await refusalOf(made, ...words)).message).toBe(`${key} ${reason}`);
});

test('a dump in which a table is a view without an end, or calculates its columns, is refused unread', async () => {
  const made = await target();
  const rows =
    'WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n';
  for (const statement of [
    `CREATE VIEW Instance AS ${rows}`,
    'CREATE VIRTUAL TABLE Instance USING fts5 (id)',
    'CREATE TABLE Instance (name, id GENERATED ALWAYS AS (length(name)) VIRTUAL)',
  ]) {
    const dump = join(temporaryFolder(), 'dump.db');
    const connection = new Database(dump, { create: true });
    connection.run(statement);
    connection.close();
    const refusal = await refusalOf(made, dump);
    expect(refusal).toBeInstanceOf(StartRefused);
    expect(refusal.message).toBe(`${dump} cannot be read: its Instance is no plain table`);
  }
});

test('a PostgreSQL that does not answer is named without its password', async () => {
  const made = await target();
  const place = `127.0.0.1:${freePort()}/evolution`;
  const url = `postgresql://someone:hidden-word@${place}?schema=evolution_api`;
  const refusal = await refusalOf(made, url);
  expect(refusal).toMatchObject({ exitCode: 75 });
  expect(refusal.message).toStartWith(`postgresql://********@${place} cannot be read: `);
  expect(refusal.message).not.toContain('hidden-word');
});

test('while the service runs a dry run works, and an import is refused', async () => {
  const made = await target();
  const service = await startService(made.environment);
  const dump = dumpOf([instance('id', 'shop')]);
  expect((await made.run(dump)).line).toContain('1 to import');
  expect((await refusalOf(made, dump, '--apply')).message).toContain('is in use by the process');
  await service.app.stop(0);
  expect(contentOf(made.file).instances).toEqual([]);
});

test('a database that is sealed with another key is refused', async () => {
  const made = await target();
  const service = await startService(made.environment);
  await service.app.stop(0);
  const other = await target({
    DATABASE_URL: `file:${made.file}`,
    ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
  });
  const refusal = await refusalOf(other, dumpOf([instance('id', 'shop')]), '--apply');
  expect(refusal.message).toBe('ENCRYPTION_KEY is not the one this database was sealed with');
});
