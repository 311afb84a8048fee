/** Libraries that a process is started with, so that its disk or its clock can be turned from outside while it runs. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './database.ts';

/** A C source in test/doubles; its dial is in ms. */
export type PreloadName = 'slow-fsync' | 'wall-clock';

const VARIABLES: Readonly<Record<PreloadName, string>> = {
  'slow-fsync': 'SLOW_FSYNC_FILE',
  'wall-clock': 'WALL_CLOCK_FILE',
};

export interface Preload {
  /** What the process must be started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes effect at once, in every process that was started with it. */
  turn(ms: number): void;
  /** What the process writes behind the dial; of `slow-fsync` when its last sync ended, in ms since 1970. */
  note(): number;
}

const libraries = new Map<PreloadName, string | null>();

/** Where the compiled library is; null where there is no Linux or no compiler that can. */
function compiled(name: PreloadName): string | null {
  const known = libraries.get(name);
  if (known !== undefined) return known;
  const library = join(temporaryFolder(), `${name}.so`);
  const source = new URL(`../doubles/${name}.c`, import.meta.url).pathname;
  const compiler = process.platform === 'linux' ? (Bun.which('cc') ?? Bun.which('gcc')) : null;
  const words = ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'];
  const isThere = compiler !== null && Bun.spawnSync([compiler, ...words]).success;
  libraries.set(name, isThere ? library : null);
  return isThere ? library : null;
}

/** Null where it cannot be had. The dial stands at `ms`. */
export function preload(name: PreloadName, ms = 0): Preload | null {
  const library = compiled(name);
  if (library === null) return null;
  const file = join(temporaryFolder(), 'dial');
  const turn = (to: number) => {
    // Written in place: the process has this very file in its memory.
    const dial = openSync(file, 'r+');
    writeSync(dial, new BigInt64Array([BigInt(to)]), 0, 8, 0);
    closeSync(dial);
  };
  writeFileSync(file, new Uint8Array(16));
  turn(ms);
  const shared = new DataView(Bun.mmap(file).buffer);
  const note = () => Number(shared.getBigInt64(8, true)) / 1e6;
  return { environment: { LD_PRELOAD: library, [VARIABLES[name]]: file }, turn, note };
}
