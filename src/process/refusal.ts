/**
 * Why a process did not start or had to end. Exit codes follow sysexits.h, so that a supervisor can tell "fix me" from
 * "try later".
 */
export const EXIT = {
  stopped: 0,
  /** A second signal: ended at once, without waiting for anything. */
  forced: 1,
  /** What a command checked is not as it should be. */
  failedCheck: 1,
  /** Words on the command line that no command takes, or an address, key or name that leads nowhere. */
  usage: 2,
  /** A fault in the product; the log's last error line says which. */
  internal: 70,
  /** Something outside is in the way and may go: the database is held or unreachable, the port is taken. */
  unavailable: 75,
  /** A variable or file must be corrected first; starting again changes nothing. */
  misconfigured: 78,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Thrown while starting; `message` is for the operator, one line per thing to correct. */
export class StartRefused extends Error {
  readonly exitCode: ExitCode;

  /** `cause` is what the system said, if it was that. */
  constructor(message: string, exitCode: ExitCode = EXIT.misconfigured, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartRefused';
    this.exitCode = exitCode;
  }
}
