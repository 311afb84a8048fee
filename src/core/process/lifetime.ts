/**
 * Ends the process on signals and on a fault of the start or the database, within bounded time and with all lines
 * written. Any other fault is only noted.
 */

import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { resultInTime } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import { describeFault, UnhandledFaults } from '../shared/unhandled-faults.ts';
import { EXIT, type ExitCode } from './refusal.ts';

/** Running deliveries get this long to end, which is the limit of one attempt. */
const GRACE_MS = 30_000;
/** After a fault the state is suspect, so that only fast work may end. */
const GRACE_AFTER_FAULT_MS = 5_000;
/** The additional time for closing the database and the listeners. */
const CLOSING_MS = 5_000;
/** The longest stop: somebody who sends a signal must not kill the service earlier. */
export const STOP_MS_MAX = GRACE_MS + CLOSING_MS;
const FLUSH_MS = 1_000;

type Stop = (graceMs: number) => Promise<void>;

interface LifetimeDeps {
  readonly log: Log;
  readonly clock: Clock;
  /** By default they are shown nowhere. */
  readonly faults?: UnhandledFaults;
  /** Returns whether a library has left the fault unhandled; such a fault does not end a start either. */
  readonly isOfLibrary?: (error: unknown) => boolean;
}

/** Installs the handlers. Must be called once, before anything is opened that needs an orderly end. */
export function beginLifetime(deps: LifetimeDeps): Lifetime {
  const lifetime = new Lifetime(deps);
  const onSignal = (signal: NodeJS.Signals) => lifetime.stop(signal);
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  // A user who started the service with `nohup` wants it to outlive the terminal.
  if (!isIgnored('SIGHUP')) process.on('SIGHUP', onSignal);
  process.on('uncaughtException', (error) => lifetime.note(error));
  process.on('unhandledRejection', (error) => lifetime.note(error));
  // A reader of the log that disappears must not end the service.
  process.stdout.on('error', () => {});
  return lifetime;
}

export class Lifetime {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #faults: UnhandledFaults;
  readonly #isOfLibrary: (error: unknown) => boolean;
  #stopOwned: Stop = async () => {};
  /** Whether the service has been built: from then on a fault concerns only what it comes from. */
  #isBuilt = false;
  #isEnding = false;
  #code: ExitCode = EXIT.stopped;

  constructor(deps: LifetimeDeps) {
    const { log, clock, isOfLibrary = () => false } = deps;
    this.#log = log;
    this.#clock = clock;
    this.#faults = deps.faults ?? new UnhandledFaults(deps);
    this.#isOfLibrary = isOfLibrary;
  }

  /**
   * Registers what must be stopped first. Until then a signal ends the process at once, and so does a fault that no
   * code has handled.
   */
  owns(stop: Stop): void {
    this.#stopOwned = stop;
    this.#isBuilt = true;
  }

  /** Writes to stderr why the process did not start, and ends it with `code`. */
  refuse(lines: string, code: ExitCode): Promise<void> {
    process.stderr.write(`${lines}\n`);
    this.#code = code;
    return this.#end(GRACE_AFTER_FAULT_MS);
  }

  /** Notes a fault that no code has handled. */
  note(error: unknown): void {
    const isOfLibrary = this.#isOfLibrary(error);
    if (!this.#isBuilt && !isOfLibrary) void this.fail(error);
    else this.#faults.note(isOfLibrary ? 'library' : 'main', describeFault(error));
  }

  /** Ends the process, because the start or the database has failed. */
  async fail(error: unknown): Promise<void> {
    this.#report('unexpected fault', error);
    if (!this.#isEnding) await this.#end(GRACE_AFTER_FAULT_MS);
  }

  /** Ends the process because of a signal; a second one ends it at once. */
  stop(signal: NodeJS.Signals): void {
    // A closing terminal and its shell each send one SIGHUP, so the second is not a demand to hurry.
    if (this.#isEnding && signal === 'SIGHUP') return;
    if (this.#isEnding) process.exit(EXIT.forced);
    this.#log.info('stopping', { signal });
    void this.#end(GRACE_MS);
  }

  async #end(graceMs: number): Promise<void> {
    this.#isEnding = true;
    const stopped = this.#stopOwned(graceMs)
      .catch((error) => this.#report('stopping failed', error))
      .then(() => true);
    const limit = { clock: this.#clock, ms: graceMs + CLOSING_MS };
    if (!(await resultInTime(limit, stopped))) this.#report('stopping took too long');
    await leave(this.#clock, this.#code);
  }

  #report(message: string, error?: unknown): void {
    if (this.#code === EXIT.stopped) this.#code = EXIT.internal;
    this.#log.error(message, error === undefined ? {} : { ...describeFault(error) });
  }
}

/** `process.exit` drops what a pipe has not taken yet, so stdout is ended first; a stuck reader loses the rest. */
async function leave(clock: Clock, code: ExitCode): Promise<void> {
  const written = new Promise<void>((resolve) => process.stdout.end(() => resolve()));
  await resultInTime({ clock, ms: FLUSH_MS }, written);
  process.exit(code);
}

/**
 * Returns whether the signal is ignored. Must be called before a handler is installed, which replaces the ignoring.
 * False where it cannot be known.
 */
export function isIgnored(signal: NodeJS.Signals): boolean {
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(ownStatus())?.[1];
  if (mask === undefined) return false;
  const bit = BigInt(constants.signals[signal] - 1);
  return ((BigInt(`0x${mask}`) >> bit) & 1n) === 1n;
}

function ownStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return '';
  }
}
