/** Variables that give a process a slow disk, by a library that is compiled here and preloaded. */
import { join } from 'node:path';
import { temporaryFolder } from './database.ts';

const source = new URL('../doubles/slow-fsync.c', import.meta.url).pathname;
let library: string | null | undefined;

/** Where the compiled library is; null where there is no Linux or no compiler. */
function compiled(): string | null {
  if (library !== undefined) return library;
  library = null;
  if (process.platform !== 'linux' || Bun.which('cc') === null) return library;
  const path = join(temporaryFolder(), 'slow-fsync.so');
  const { exitCode } = Bun.spawnSync(['cc', '-shared', '-fPIC', '-o', path, source, '-ldl']);
  if (exitCode === 0) library = path;
  return library;
}

/** Every sync of the process takes `ms` longer. Null where that cannot be had. */
export function slowFsync(ms: number): Record<string, string> | null {
  const path = compiled();
  return path === null ? null : { LD_PRELOAD: path, SLOW_FSYNC_US: String(ms * 1_000) };
}
