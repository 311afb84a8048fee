/** Figures of a process from the system. Outside of Linux they are NaN, which exceeds every limit. */
import { readdir, readFile } from 'node:fs/promises';

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1_024);
}

export async function openFiles(pid: number): Promise<number> {
  const open = await readdir(`/proc/${pid}/fd`).catch(() => null);
  return open?.length ?? Number.NaN;
}

/** Returns whether every thread of a process stands still after SIGSTOP; always true where the system does not say it. */
export async function isStopped(pid: number): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const states = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8'));
  return (await Promise.all(states)).every((stat) => /\) T /.test(stat));
}
