/**
 * Why a process did not start or had to end. Exit codes follow sysexits.h, so that a supervisor can tell what an
 * operator must fix from what to try later.
 */
export const EXIT = {
  stopped: 0,
  /** A second signal ended the process at once. */
  forced: 1,
  /** A command found a check failed. */
  failedCheck: 1,
  /** The command line has words that no command takes, or an address, key or name that does not exist. */
  usage: 2,
  /** A fault in the product; the last error in the log says which. */
  internal: 70,
  /** An external obstacle that may pass: the database is locked or unreachable, or the port is taken. */
  unavailable: 75,
  /** A variable or file must be corrected first; starting again does not help. */
  misconfigured: 78,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Thrown during the start; `message` is for the operator, one line per thing to correct. */
export class StartRefused extends Error {
  readonly exitCode: ExitCode;

  /** `cause` is the system's error, if there is one. */
  constructor(message: string, exitCode: ExitCode = EXIT.misconfigured, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartRefused';
    this.exitCode = exitCode;
  }
}
