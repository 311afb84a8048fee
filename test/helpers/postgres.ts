/** A real PostgreSQL for a test: the machine's own on a free loopback port and in a folder of its own. */

import { join } from 'node:path';
import { SQL } from 'bun';
import { temporaryFolder } from './database.ts';
import { freePort } from './free-port.ts';
import { spawnGroup } from './process-group.ts';
import { until } from './until.ts';

export interface Postgres {
  /** Of an empty database, as its owner. */
  readonly url: string;
  /** Runs statements, several at once. */
  run(statements: string): Promise<void>;
  /** The rows of a query. */
  rows(query: string): Promise<unknown[]>;
}

/** The server refuses to run as root; where this user is root, it runs as somebody else in its own eyes. */
const NOT_ROOT = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
const before = process.getuid?.() === 0 ? NOT_ROOT : [];
const USER = 'evolution';

/** Null when this machine has none, or no way to run it. */
export function postgresPath(): string | null {
  const path = Bun.which('postgres');
  if (path === null || Bun.which('initdb') === null) return null;
  const isAllowed = before.length === 0 || Bun.spawnSync([...before, 'true']).success;
  return isAllowed ? path : null;
}

export async function startPostgres(): Promise<Postgres> {
  const binary = postgresPath();
  if (binary === null) throw new Error('no PostgreSQL on this machine');
  const folder = join(temporaryFolder(), 'data');
  const options = ['-D', folder, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  const made = Bun.spawnSync([...before, 'initdb', ...options]);
  if (!made.success) throw new Error(`initdb: ${made.stderr}`);
  const port = freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    // In its own folder: a killed server leaves what is in shared memory behind.
    'dynamic_shared_memory_type=mmap',
  ];
  const words = settings.flatMap((setting) => ['-c', setting]);
  spawnGroup([...before, binary, '-D', folder, '-p', String(port), ...words]);
  const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
  const sql = new SQL({ url, max: 1 });
  await until('PostgreSQL answers', () =>
    sql.unsafe('select 1').then(
      () => true,
      () => false,
    ),
  );
  return {
    url,
    run: async (statements) => void (await sql.unsafe(statements).simple()),
    rows: async (query) => [...(await sql.unsafe(query))],
  };
}
