/** Ends the process on signals and uncaught faults, within bounded time and with all lines written. */

import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { resultInTime } from '../shared/async/deadline.ts';
import type { Clock } from '../shared/clock.ts';
import { causesOf } from '../shared/errors.ts';
import type { Fields, Log } from '../shared/log.ts';
import { EXIT, type ExitCode } from './refusal.ts';

/** Running deliveries get this long to end, which is the limit of one attempt. */
const GRACE_MS = 30_000;
/** After a fault the state is suspect, so that only fast work may end. */
const GRACE_AFTER_FAULT_MS = 5_000;
/** The additional time for closing the database and the listeners. */
const CLOSING_MS = 5_000;
/** Whoever stops the service by a signal must not kill it before. */
export const STOP_MS_MAX = GRACE_MS + CLOSING_MS;
const FLUSH_MS = 1_000;

type Stop = (graceMs: number) => Promise<void>;

interface LifetimeDeps {
  readonly log: Log;
  readonly clock: Clock;
  /** Returns true for an unhandled rejection that concerns only the part it comes from; it is only logged. */
  readonly isContained?: (error: unknown) => boolean;
}

/** Installs the handlers. Must be called once, before anything is opened that needs an orderly end. */
export function beginLifetime(deps: LifetimeDeps): Lifetime {
  const { log, isContained = () => false } = deps;
  const lifetime = new Lifetime(deps);
  const onSignal = (signal: NodeJS.Signals) => lifetime.stop(signal);
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  // A user who started the service with `nohup` wants it to outlive the terminal.
  if (!isIgnored('SIGHUP')) process.on('SIGHUP', onSignal);
  process.on('uncaughtException', (error) => lifetime.fail(error));
  process.on('unhandledRejection', (error) => {
    if (!isContained(error)) return lifetime.fail(error);
    log.warn('a library did not handle a rejected promise', faultFields(error));
  });
  // A reader of the log that disappears must not end the service.
  process.stdout.on('error', () => {});
  return lifetime;
}

export class Lifetime {
  readonly #log: Log;
  readonly #clock: Clock;
  #stopOwned: Stop = async () => {};
  #isEnding = false;
  #code: ExitCode = EXIT.stopped;

  constructor({ log, clock }: LifetimeDeps) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Registers what must be stopped first; until then a signal ends the process at once. */
  owns(stop: Stop): void {
    this.#stopOwned = stop;
  }

  /** Writes to stderr why the process did not start, and ends it with `code`. */
  refuse(lines: string, code: ExitCode): Promise<void> {
    process.stderr.write(`${lines}\n`);
    this.#code = code;
    return this.#end(GRACE_AFTER_FAULT_MS);
  }

  /** Ends the process because of a fault in the product. */
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
    this.#log.error(message, error === undefined ? {} : faultFields(error));
  }
}

/** `process.exit` drops what a pipe has not taken yet, so stdout is ended first; a stuck reader loses the rest. */
async function leave(clock: Clock, code: ExitCode): Promise<void> {
  const written = new Promise<void>((resolve) => process.stdout.end(() => resolve()));
  await resultInTime({ clock, ms: FLUSH_MS }, written);
  process.exit(code);
}

const FRAMES_MAX = 8;

/**
 * The outer message of a database fault quotes its statement and parameters, so only the innermost cause is logged; the
 * stack is logged without its head, which repeats the message.
 */
function faultFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    error: [...causesOf(error)].at(-1),
    at: frames.slice(0, FRAMES_MAX).map((line) => line.trim()),
  };
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
