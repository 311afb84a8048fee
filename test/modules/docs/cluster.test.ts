/** The recipe for a libSQL server of one's own, as the page has it: its lines make a token that the server believes. */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { DatabaseError } from '../../../src/core/db/client.ts';
import { openDatabase } from '../../../src/core/db/open.ts';
import { cleanUp, projectDir, spawnProcess } from '../../core/process/spawned-process.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { isSqldMissing, startSqld } from '../../helpers/sqld.ts';

const ending: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ending) await end();
  await cleanUp();
});

/** The first shell block of the section, without its last command, which starts the server. */
async function recipe(): Promise<string> {
  const page = await Bun.file(join(projectDir, 'docs/cluster.md')).text();
  const [, section = ''] = page.split('## A libSQL server of your own');
  const block = /^```sh\n(.+?)\n```$/ms.exec(section)?.[1] ?? '';
  const [keys = '', server = ''] = block.split('\n\n');
  expect(server).toMatch(/^sqld .* --auth-jwt-key-file jwt\.pem$/);
  return keys;
}

const hasOpenSsl = Bun.which('openssl') !== null;
if (!hasOpenSsl && process.env.CI) throw new Error('openssl is needed: install openssl');

test.skipIf(isSqldMissing || !hasOpenSsl)(
  'the recipe for a libSQL server makes a token with which the service may write, and without which nobody reads',
  async () => {
    const folder = temporaryFolder();
    const made = spawnProcess(['sh', '-ec', await recipe()], {}, folder);
    expect([await made.ended(), made.stderr()]).toEqual([0, '']);
    const sqld = await startSqld(['--auth-jwt-key-file', join(folder, 'jwt.pem')]);
    ending.push(() => sqld.kill());
    const url = `http://${sqld.address}`;
    const refused = await openDatabase({ url }).catch((error: DatabaseError) => error.fault);
    expect(refused).toBe('unauthorized');
    const database = await openDatabase({ url, authToken: made.stdout().trim() });
    await database.close();
  },
);
