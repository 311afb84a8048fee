/**
 * The service as one bundle with bytecode, for tests that start it or one of its threads: that takes
 * half the time of loading its sources.
 */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const project = new URL('../..', import.meta.url).pathname;

/** A busy machine takes its time. */
const BUILDING_MS = 120_000;

let entry: string | undefined;

/** A worker of the service from the bundle, by its path from the root of the checkout. `preload`: modules to load before. */
export const bundledWorker = (path: string, preload: string[] = []): Worker => {
  const module = path.replace(/^src\/(.*)\.ts$/, '$1.js');
  return new Worker(join(dirname(bundledService()), module), { ref: false, preload });
};

/** The path of its entry point. All processes of a test run share one bundle, which the first that asks makes. */
export function bundledService(): string {
  entry ??= sharedBundle();
  return entry;
}

function sharedBundle(): string {
  // A worker of the runner has been started by it; without workers this process is the runner.
  const runner = process.env.JEST_WORKER_ID === undefined ? process.pid : process.ppid;
  const folder = join(tmpdir(), `gatehouse-bundle-${runner}-${newestSource()}`);
  const bundle = join(folder, 'bundle');
  if (isFirst(folder)) {
    removeAfter(runner, folder);
    build(join(folder, 'building'), bundle);
    renameSync(join(folder, 'building'), bundle);
  }
  const end = performance.now() + BUILDING_MS;
  while (!existsSync(bundle)) {
    if (performance.now() > end) throw new Error(`nobody made the bundle in ${folder}`);
    Bun.sleepSync(20);
  }
  return join(bundle, 'main.js');
}

/** When a source was changed last, in ms since 1970: a number of a process may come again, a change does not. */
function newestSource(): number {
  const sources = [...new Bun.Glob('src/**/*.ts').scanSync(project)];
  return Math.max(...sources.map((path) => Math.trunc(statSync(join(project, path)).mtimeMs)));
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** The runner tells nobody that it ends, and may end a worker before others: a process of its own looks. */
function removeAfter(runner: number, folder: string): void {
  const line = '(while kill -0 "$1"; do sleep 3; done; rm -rf "$2") > /dev/null 2>&1 &';
  Bun.spawnSync(['sh', '-c', line, 'sh', String(runner), folder], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
}

function build(folder: string, place: string): void {
  const script = join(import.meta.dir, 'build-bundle.ts');
  const command = [process.execPath, 'run', script, folder, place];
  const { success, stderr } = Bun.spawnSync(command, { stdout: 'ignore' });
  if (success) return;
  rmSync(join(folder, '..'), { recursive: true, force: true });
  throw new Error(`the service cannot be bundled: ${stderr}`);
}
