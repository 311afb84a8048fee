/** The physical limit of everything durable: one row and one full sync per commit, on the disk the product uses. */
import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ms a commit. */
export function measureCommits(count = 500): number {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const db = new Database(join(folder, 'commits.db'), { create: true });
  db.run('pragma journal_mode = wal');
  db.run('pragma synchronous = full');
  db.run('create table rows (id integer primary key, body text)');
  const insert = db.prepare('insert into rows (body) values (?)');
  const body = 'x'.repeat(1_024);
  const from = performance.now();
  for (let index = 0; index < count; index++) insert.run(body);
  const ms = (performance.now() - from) / count;
  db.close(true);
  rmSync(folder, { recursive: true });
  return ms;
}
