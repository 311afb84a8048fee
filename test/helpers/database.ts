/** A database of the test's own: a migrated temporary file, removed when the process ends. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/db/client.ts';
import { openDatabase } from '../../src/db/open.ts';

const root = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
let folders = 0;

/** An empty folder that no other test uses. */
export function temporaryFolder(): string {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  return folder;
}

export async function testDatabase(): Promise<Database & { path: string }> {
  const path = join(temporaryFolder(), 'test.db');
  return Object.assign(await openDatabase({ url: `file:${path}` }), { path });
}
