/** The command that imports, as its own process. */
import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { instance } from '../../modules/import/evolution-api.ts';
import { dumpOf } from '../../modules/import/stage.ts';
import { cleanUp, copyStopped, freshDataDir, spawnCommand } from './spawned-process.ts';

afterAll(cleanUp);

/** Exit code, stdout and stderr of the command. */
async function runImport(dataDir: string, ...words: string[]): Promise<[number, string, string]> {
  const run = spawnCommand(['import', 'evolution-api', ...words], dataDir);
  return [await run.ended(), run.stdout(), run.stderr()];
}

test('it prints a report, and what it imports is in the database of the service', async () => {
  const dataDir = await freshDataDir();
  await copyStopped(dataDir);
  const [code, report, error] = await runImport(
    dataDir,
    dumpOf([instance('id-1', 'shop')]),
    '--apply',
  );
  expect([code, error]).toEqual([0, '']);
  expect(report).toStartWith('shop: taken: instance, key\n');
  using database = new Database(join(dataDir, 'gatehouse.db'), { readonly: true });
  expect(database.query('select name, provider, phase from instances').values()).toEqual([
    ['shop', 'whatsapp', 'created'],
  ]);
});

test('78 where there is no database yet, and nothing is made', async () => {
  const dataDir = await freshDataDir();
  const [code, report, error] = await runImport(dataDir, dumpOf([]), '--apply');
  expect([code, report]).toEqual([78, '']);
  expect(error).toContain('unable to open database file');
});
