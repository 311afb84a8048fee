/**
 * Options of Bun and of its allocator, which both read from the environment only when the process starts, and when Bun
 * compiles functions: what only a start runs is not worth it.
 */
import type { Environment } from '../config/environment.ts';
import { isExecutable } from '../shared/own-files.ts';

/** Bun's HTTP client allows 256 concurrent requests unless this says otherwise. */
const LIMIT = 'BUN_CONFIG_MAX_HTTP_REQUESTS';
/**
 * Ms until memory that is free goes back to the system. By default it goes so soon that a busy service takes it back at
 * once: receiving messages took a tenth more processor time.
 */
const PURGE_DELAY = 'MIMALLOC_PURGE_DELAY';
const PURGE_DELAY_MS = 1_000;

/**
 * The limit of concurrent requests for everything besides deliveries. Each part limits its own requests. If they waited
 * for each other here, calls to a frozen node would keep this one from the database, and from renewing its lease.
 */
const OTHER_REQUESTS = 16_384;
/** As many deliveries as `WEBHOOK_MAX_IN_FLIGHT` may allow; settings are read after a second start. */
const DELIVERIES_MAX = 16_384;

/** Returns whether the client of this process can send `deliveries` requests at once, and its others besides. */
export const allowsRequests = (environment: Environment, deliveries: number): boolean =>
  Number(environment[LIMIT] ?? 0) >= deliveries + OTHER_REQUESTS;

/**
 * Ensures that all deliveries can run at once, and that memory goes back to the system late. `npm start`, the images and
 * the unit of systemd set both options. For whoever starts the program another way, as an executable that was built
 * cannot contain an environment, it starts again with the same process id and arguments. Call it before anything is
 * loaded or opened.
 */
export function setRuntimeOptions(environment: Environment): void {
  const isEnough = allowsRequests(environment, DELIVERIES_MAX);
  if (isEnough && environment[PURGE_DELAY] !== undefined) return;
  // An executable contains its options and its entry point.
  const command = isExecutable
    ? [process.execPath, ...process.argv.slice(2)]
    : [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve?.(process.execPath, command, {
      [PURGE_DELAY]: String(PURGE_DELAY_MS),
      ...environment,
      ...(!isEnough && { [LIMIT]: String(DELIVERIES_MAX + OTHER_REQUESTS) }),
    });
  } catch {
    // Sandboxes may forbid it: the service then runs without the options and reports a limit that is too low.
  }
}

/** By how much more often a function runs during a start before it is compiled. */
const SCALE = 16;

/** Call it before the service is loaded. Takes a fifth of the processor time of a start away, and 3 MB. */
export const compileLate = (): void => Bun.unsafe.setJITPolicy(SCALE);

/** Call it when the service has started: from then on functions are compiled as early as in any other program. */
export const compileAsUsual = (): void => Bun.unsafe.setJITPolicy(1);
