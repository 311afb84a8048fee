/** A server as a group of processes: signalled whole, and none outlives whoever started it. */
import { readdirSync, readFileSync } from 'node:fs';
import { until } from './until.ts';

/**
 * Runs the command until it ends or the test run does: whose end, however it came, closes the pipe that is read here.
 * A handler of our own would not do: none runs at the end of `bun test`. What reads the pipe is not the first process
 * of the group: that one is killed by itself when a test ends without its servers.
 */
const KEEPER = 'exec 3<&0; ("$@"; kill -9 0) & (while read -r _ <&3; do :; done; kill -9 0) & wait';

/** What a shell makes of an end by SIGKILL. */
const KILLED = 137;

export interface ProcessGroup {
  /** Of its first process, and of the group. */
  readonly pid: number;
  readonly exited: Promise<number>;
  /** Null while its first process runs; 137 once that has ended in whatever way. */
  exitCode(): number | null;
  /** Dies at once; resolves when nothing of it holds a port or a file any more. */
  kill(): Promise<void>;
  /** Keeps its connections and does nothing more once this resolves, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
}

export function spawnGroup(
  command: string[],
  env: Record<string, string | undefined> = process.env,
  stderr: 'ignore' | 'inherit' = 'ignore',
): ProcessGroup {
  const child = Bun.spawn(['sh', '-c', KEEPER, 'sh', ...command], {
    env,
    stdin: 'pipe',
    stdout: 'ignore',
    stderr,
    detached: true,
  });
  return {
    pid: child.pid,
    exited: child.exited,
    // The keeper dies by the signal it sends: then there is no code but the signal.
    exitCode: () => child.exitCode ?? (child.signalCode === null ? null : KILLED),
    async kill() {
      signal(child.pid, 'SIGKILL');
      await child.exited;
      // Until the others have ended too, their ports are taken.
      await until('every process has ended', () => isStopped(child.pid));
    },
    async freeze() {
      signal(child.pid, 'SIGSTOP');
      await until('every thread stands still', () => isStopped(child.pid));
    },
    thaw: () => signal(child.pid, 'SIGCONT'),
  };
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    // It has ended by itself.
  }
}

/** A signal to stop is obeyed thread by thread; only Linux tells. */
function isStopped(group: number): boolean {
  if (process.platform !== 'linux') return true;
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.every((id) => {
    const [, process] = statOf(`/proc/${id}/stat`);
    if (process !== group) return true;
    return tasksOf(id).every((task) => statOf(`/proc/${id}/task/${task}/stat`)[0] !== 'running');
  });
}

function tasksOf(id: string): string[] {
  try {
    return readdirSync(`/proc/${id}/task`);
  } catch {
    return [];
  }
}

/** Whether it may still run, and its group; a process that has gone meanwhile has neither. */
function statOf(path: string): ['running' | 'still', number | null] {
  try {
    const text = readFileSync(path, 'utf8');
    const [state = '', , group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [/[TtZX]/.test(state) ? 'still' : 'running', Number(group)];
  } catch {
    return ['still', null];
  }
}
