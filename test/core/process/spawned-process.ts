/** Real processes under test: what they print, how they end, and that none outlives its test file. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledService } from '../../helpers/bundle.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';

export const projectDir = new URL('../../..', import.meta.url).pathname;
export const bun = join(projectDir, 'node_modules/.bin/bun');

export interface SpawnedProcess {
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  /** Resolves with the match once it was printed on stdout; fails when the process ends before. */
  printed(pattern: RegExp, limitMs?: number): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code once the process has ended and all it printed was read. */
  ended(): Promise<number>;
  /** True while the process or any descendant of it is alive. */
  hasDescendants(): boolean;
}

const running = new Set<SpawnedProcess>();
const places: string[] = [];

/** A path for a data directory that does not exist yet; removed by `cleanUp`. */
export async function freshDataDir(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'gatehouse-process-'));
  places.push(place);
  return join(place, 'data');
}

/**
 * Only what a process needs to run: no variable of the machine or of the test runner reaches it. Most processes live for
 * less than a second, so what they run is compiled later than usual: that spares a fifth of the CPU of a start.
 */
const bareEnvironment = () => ({
  BUN_JSC_thresholdForJITAfterWarmUp: '5000',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '20000',
  PATH: `${join(projectDir, 'node_modules/.bin')}:${process.env.PATH}`,
  HOME: process.env.HOME ?? '/',
  TZ: 'UTC',
});

/** Variables of a service that touches nothing outside `dataDir`. */
export const isolated = (dataDir: string): Record<string, string> => ({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: `file:${join(dataDir, 'gatehouse.db')}`,
});

/** What a start finds after it has begun anew to set the runtime's options: with them, none has to. */
export const RUNTIME_OPTIONS = {
  BUN_CONFIG_MAX_HTTP_REQUESTS: '32768',
  MIMALLOC_PURGE_DELAY: '1000',
};

/** The service, where nothing depends on how its code is loaded. */
export const spawnService = (environment: Record<string, string>): SpawnedProcess =>
  spawnProcess([bun, 'run', bundledService()], { ...RUNTIME_OPTIONS, ...environment });

/** A command of the service, such as `audit verify`. */
export const spawnCommand = (words: readonly string[], dataDir: string): SpawnedProcess =>
  spawnProcess([bun, 'run', bundledService(), ...words], isolated(dataDir));

export function spawnProcess(
  command: string[],
  environment: Record<string, string> = {},
  cwd = projectDir,
): SpawnedProcess {
  const child = Bun.spawn(command, {
    cwd,
    env: { ...bareEnvironment(), ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    // A process group of its own: its members can be counted after the first of them has gone.
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  const read = Promise.all([
    collect(child.stdout, (text) => {
      stdout += text;
    }),
    collect(child.stderr, (text) => {
      stderr += text;
    }),
  ]);
  const spawned: SpawnedProcess = {
    pid: child.pid,
    stdout: () => stdout,
    stderr: () => stderr,
    async printed(pattern, limitMs) {
      const isPrinted = () => {
        if (pattern.test(stdout)) return true;
        if (child.exitCode === null) return false;
        throw new Error(`ended with ${child.exitCode} first:\n${stdout}${stderr}`);
      };
      await until(`${pattern} on stdout`, isPrinted, limitMs);
      return pattern.exec(stdout)!;
    },
    signal: (name) => child.kill(name),
    async ended() {
      const [code] = await Promise.all([child.exited, read]);
      return code;
    },
    hasDescendants: () => signalGroup(child.pid, 0),
  };
  running.add(spawned);
  return spawned;
}

async function collect(stream: ReadableStream<Uint8Array>, take: (text: string) => void) {
  const decoder = new TextDecoder();
  for await (const chunk of stream) take(decoder.decode(chunk, { stream: true }));
}

/** Whether any member of the process group was there to be signalled. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** The port behind the line that says where the service listens. */
export async function listening(service: SpawnedProcess, limitMs?: number): Promise<number> {
  const line = /^listening on http:\/\/127\.0\.0\.1:(\d+)$/m;
  const [, port] = await service.printed(line, limitMs);
  return Number(port);
}

/** Starts a service and stops it in order, so that all files of its data folder are there. */
export async function runOnce(dataDir: string): Promise<void> {
  const service = spawnService(isolated(dataDir));
  await listening(service);
  service.signal('SIGTERM');
  const code = await service.ended();
  if (code !== 0) throw new Error(`ended with ${code}: ${service.stderr()}`);
}

/** The data folder of a service that has stopped in order. */
let stopped: Promise<string> | undefined;

async function makeStopped(): Promise<string> {
  const dataDir = join(temporaryFolder(), 'data');
  await runOnce(dataDir);
  return dataDir;
}

/** As `runOnce`, by copying one folder: a start takes half a second, and one proves nothing the next does not. */
export async function copyStopped(dataDir: string): Promise<void> {
  stopped ??= makeStopped();
  await cp(await stopped, dataDir, { recursive: true });
}

/** For `afterAll`: ends what a failed test left running and removes its directories. */
export async function cleanUp(): Promise<void> {
  for (const { pid } of running) signalGroup(pid, 'SIGKILL');
  running.clear();
  await Promise.all(places.splice(0).map((place) => rm(place, { recursive: true, force: true })));
}
