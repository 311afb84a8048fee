/** Processes and folders that a benchmark needs: none of them outlives it, also when it fails. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';

type Child = Subprocess<'ignore', 'ignore', 'inherit'>;

const running = new Set<Child>();
const folders: string[] = [];

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => process.exit(1));

/** Its stderr is shown. */
export function startChild(
  command: string[],
  env: Record<string, string | undefined>,
  cwd = process.cwd(),
): Child {
  const child = Bun.spawn(command, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  running.add(child);
  void child.exited.then(() => running.delete(child));
  return child;
}

/** An empty folder, on a disk. */
export function benchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  folders.push(folder);
  return folder;
}

/** The ticks of Linux. */
const TICKS_PER_SECOND = 100;

/** Returns the processor time that a process has used so far, in seconds. */
export function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
