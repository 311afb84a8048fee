/**
 * Bun's HTTP client allows 256 concurrent requests, and reads another limit from the environment only when the process
 * starts.
 */
import type { Environment } from '../config.ts';
import { isExecutable } from '../shared/own-files.ts';

const LIMIT = 'BUN_CONFIG_MAX_HTTP_REQUESTS';

/** What other clients of this process (object storage, media) may need besides deliveries. */
const OTHER_REQUESTS = 256;

/**
 * Ensures that `deliveries` requests can run at once. Call it before anything is opened: the program starts again with
 * the same process id and arguments. Returns whether the limit is high enough; false where the platform cannot replace
 * a process.
 */
export function allowHttpRequests(environment: Environment, deliveries: number): boolean {
  const wanted = deliveries + OTHER_REQUESTS;
  if (Number(environment[LIMIT] ?? 0) >= wanted) return true;
  // An executable contains its options and its entry point.
  const command = isExecutable
    ? [process.execPath, ...process.argv.slice(2)]
    : [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve?.(process.execPath, command, { ...environment, [LIMIT]: String(wanted) });
  } catch {
    // Sandboxes may forbid it: the service then runs with the lower limit and reports it.
  }
  return false;
}
