/**
 * From the start of a process until `/ready` says that it is, and its memory when idle: the executable beside the
 * sources, and beside the sources of another checkout that `OTHER` names.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, table } from './measure.ts';
import { SOURCES, startOnce } from './one-start.ts';

const RUNS = 15;
const project = new URL('..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-start-'));

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
      result.first.push((await startOnce({ command, dataDir, isIdle: false })).readyMs);
      const again = await startOnce({ command, dataDir, isIdle: turn < 3 });
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
    sources: SOURCES,
    ...(other && { [other]: [process.execPath, 'run', join(other, 'src/main.ts')] }),
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
