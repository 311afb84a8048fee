/** One start of the service as a process, for measurements. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scripts } from '../package.json';
import { addressOf } from './listening.ts';

/** After this time a start has ended its background work. */
const IDLE_MS = 5_000;
/** The service from the sources, as `npm start` runs it. */
export const SOURCES = ['sh', '-c', scripts.start];

const project = new URL('..', import.meta.url).pathname;

export interface Run {
  readonly readyMs: number;
  readonly idleMebibytes: number | null;
}

interface StartOptions {
  readonly command: string[];
  /** May be new, or left by a start before. */
  readonly dataDir: string;
  /** Whether its memory is measured, which takes five seconds. */
  readonly isIdle: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the service, waits until it is ready, and ends it. */
export async function startOnce({
  command,
  dataDir,
  isIdle,
  environment = {},
}: StartOptions): Promise<Run> {
  const begun = performance.now();
  const child = Bun.spawn(command, {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: `file:${join(dataDir, 'gatehouse.db')}`,
      ...environment,
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
