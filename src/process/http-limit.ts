/**
 * Bun's HTTP client allows 256 requests in flight, and reads another limit from the environment only while the process
 * starts.
 */
import type { Environment } from '../config.ts';
import { isExecutable } from '../shared/own-files.ts';

const LIMIT = 'BUN_CONFIG_MAX_HTTP_REQUESTS';

/** What other clients of this process (object storage, media) may need beside deliveries. */
const OTHER_REQUESTS = 256;

/**
 * Makes sure that `deliveries` requests can be in flight. Call it before anything is opened: same process
 * id, same arguments, but the program starts anew. Returns whether the limit is high enough: false where
 * the platform cannot replace a process.
 */
export function allowHttpRequests(environment: Environment, deliveries: number): boolean {
  const wanted = deliveries + OTHER_REQUESTS;
  if (Number(environment[LIMIT] ?? 0) >= wanted) return true;
  // An executable has its options and its entry point inside.
  const command = isExecutable
    ? [process.execPath, ...process.argv.slice(2)]
    : [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  try {
    process.execve?.(process.execPath, command, { ...environment, [LIMIT]: String(wanted) });
  } catch {
    // Sandboxes may forbid it: the service then runs with the lower limit, and says so.
  }
  return false;
}
