/**
 * From the start of a process until `/ready` says that it is, and its memory when idle: the executable beside the
 * sources, and beside the sources of another checkout that `OTHER` names.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf } from './listening.ts';
import { median, table } from './measure.ts';

const RUNS = 15;
/** After this time a start has ended its background work. */
const IDLE_MS = 5_000;
const project = new URL('..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-start-'));

interface Run {
  readonly readyMs: number;
  readonly idleMebibytes: number | null;
}

/** `dataDir` may be new, or left by a run before. */
async function run(command: string[], dataDir: string, isIdle: boolean): Promise<Run> {
  const begun = performance.now();
  const child = Bun.spawn(command, {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: `file:${join(dataDir, 'gatehouse.db')}`,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const url = await addressOf(child.stdout);
  const { status } = await fetch(`${url}/ready`);
  if (status !== 200) throw new Error(`/ready answered ${status}`);
  const readyMs = performance.now() - begun;
  if (isIdle) await Bun.sleep(IDLE_MS);
  const idleMebibytes = isIdle ? residentMebibytes(child.pid) : null;
  child.kill('SIGTERM');
  await child.exited;
  return { readyMs, idleMebibytes };
}

const residentMebibytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** In turns, so that other work on the machine meets all alike. */
async function compare(commands: Record<string, string[]>) {
  const results = Object.keys(commands).map((name) => ({
    name,
    first: [] as number[],
    again: [] as number[],
    idle: [] as number[],
  }));
  for (let turn = 0; turn < RUNS; turn++) {
    for (const result of results) {
      const command = commands[result.name] ?? [];
      const dataDir = join(folder, `${turn}-${results.indexOf(result)}`);
      result.first.push((await run(command, dataDir, false)).readyMs);
      const again = await run(command, dataDir, turn < 3);
      result.again.push(again.readyMs);
      if (again.idleMebibytes !== null) result.idle.push(again.idleMebibytes);
    }
  }
  table(
    results.map(({ name, first, again, idle }) => ({
      What: name,
      'First start, ms': Math.round(median(first)),
      'Start, ms': Math.round(median(again)),
      'Start at most, ms': Math.round(Math.max(...again)),
      'Idle, MiB': Math.round(median(idle)),
    })),
  );
}

const other = process.env.OTHER;
const outfile = join(folder, 'gatehouse');
const built = Bun.spawnSync([process.execPath, 'scripts/build.ts', `--outfile=${outfile}`], {
  cwd: project,
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  if (!built.success) throw new Error('the build failed');
  await compare({
    executable: [outfile, 'start'],
    sources: [process.execPath, 'run', 'src/main.ts'],
    ...(other && { [other]: [process.execPath, 'run', join(other, 'src/main.ts')] }),
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
