/** Reads how much memory the container of this process may use. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/** Version 1 of cgroups states "no limit" as the largest number of pages. */
const UNLIMITED_FROM = 2 ** 50;

/** Returns the content of a file, or null if it does not exist. */
type ReadText = (path: string) => string | null;

/** Returns the limit in bytes, the lowest of all groups above, or null without a limit. */
export function containerMemory(read: ReadText = readFile): number | null {
  const limits = (read('/proc/self/cgroup') ?? '')
    .split('\n')
    .flatMap((line) => limitsOf(line, read));
  return limits.length === 0 ? null : Math.min(...limits);
}

/** `line` is `number:controllers:path`; version 2 has number 0 and no controllers. */
function limitsOf(line: string, read: ReadText): number[] {
  const [number, controllers = '', path] = line.split(':');
  if (path === undefined) return [];
  if (number === '0') return limitsUpwards(ROOT, path, 'memory.max', read);
  if (!controllers.split(',').includes('memory')) return [];
  return limitsUpwards(join(ROOT, 'memory'), path, 'memory.limit_in_bytes', read);
}

/** Inside a container the group's own folder may be the root, so missing folders are ignored. */
function limitsUpwards(root: string, path: string, file: string, read: ReadText): number[] {
  const limits: number[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    const text = read(join(root, folder, file))?.trim() ?? 'max';
    const bytes = /^\d+$/.test(text) ? Number(text) : UNLIMITED_FROM;
    if (bytes < UNLIMITED_FROM) limits.push(bytes);
    if (folder === dirname(folder)) return limits;
  }
}

function readFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
