/** Libraries that a service is started with, so that its disk or its clock can be turned from outside while it runs. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/helpers/database.ts';

export type PreloadName = 'fsync' | 'wall-clock';

const VARIABLES: Readonly<Record<PreloadName, string>> = {
  fsync: 'SLOW_FSYNC_FILE',
  'wall-clock': 'WALL_CLOCK_FILE',
};

export interface Preload {
  /** What the service must be started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes effect at once, in every process that was started with it. */
  turn(ms: number): void;
}

const compiler = (): string | null => Bun.which('cc') ?? Bun.which('gcc') ?? Bun.which('clang');

/** Why no library can be preloaded here; null when it can. */
export function lacksPreload(): string | null {
  if (process.platform !== 'linux') return 'libraries are preloaded on Linux only';
  return compiler() === null ? 'there is no C compiler' : null;
}

/** Compiles the library; its dial stands at 0. Throws with the compiler's words when it cannot. */
export function preload(name: PreloadName): Preload {
  const folder = temporaryFolder();
  const library = join(folder, `${name}.so`);
  const source = join(import.meta.dir, '../preloads', `${name}.c`);
  const command = [compiler() ?? 'cc', '-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'];
  const { success, stderr } = Bun.spawnSync(command);
  if (!success) throw new Error(`${name}.c does not compile: ${stderr}`);
  const file = join(folder, 'dial');
  const turn = (ms: number) => {
    // Written in place: the service has this very file in its memory.
    const dial = openSync(file, 'r+');
    writeSync(dial, new BigInt64Array([BigInt(ms)]), 0, 8, 0);
    closeSync(dial);
  };
  writeFileSync(file, new Uint8Array(8));
  return { environment: { LD_PRELOAD: library, [VARIABLES[name]]: file }, turn };
}
