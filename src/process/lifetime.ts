/**
 * How the process ends: on signals, on faults nobody caught, within bounded time and with all lines written.
 * Owns: signal handlers and the exit. Must never: know what the application is made of.
 */
import { type Clock, sleep } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import { faultFields } from './fault-fields.ts';
import { isIgnored } from './ignored-signals.ts';
import { EXIT, type ExitCode } from './refusal.ts';

/** Deliveries in flight get this long to end: one attempt's full time. */
const GRACE_MS = 30_000;
/** After a fault the state is suspect: only what ends soon may end. */
const GRACE_AFTER_FAULT_MS = 5_000;
/** Closing the database and the listeners, on top of the grace. */
const CLOSING_MS = 5_000;
const FLUSH_MS = 1_000;

export type Stop = (graceMs: number) => Promise<void>;

export interface Lifetime {
  /** Hands over what must be stopped first; until then a signal ends the process at once. */
  owns(stop: Stop): void;
  /** Says on stderr why the process did not start, and ends it with `code`. */
  refuse(lines: string, code: ExitCode): Promise<void>;
  /** Ends the process because of a fault in the product. */
  fail(error: unknown): Promise<void>;
}

export interface LifetimeDeps {
  readonly log: Log;
  readonly clock: Clock;
  /** True for a lost promise that concerns no more than the part it belongs to: it is logged, and that is all. */
  readonly isContained?: (error: unknown) => boolean;
}

/** Installs the handlers; to be called once, before anything that needs an orderly end is opened. */
export function beginLifetime(deps: LifetimeDeps): Lifetime {
  const { log, clock, isContained = () => false } = deps;
  let stop: Stop = async () => {};
  let isEnding = false;
  let code: ExitCode = EXIT.stopped;

  const report = (message: string, error?: unknown): void => {
    if (code === EXIT.stopped) code = EXIT.internal;
    log.error(message, error === undefined ? {} : faultFields(error));
  };

  async function end(graceMs: number): Promise<void> {
    isEnding = true;
    const stopped = stop(graceMs).catch((error) => report('stopping failed', error));
    const late = sleep(clock, graceMs + CLOSING_MS).then(() => report('stopping took too long'));
    await Promise.race([stopped, late]);
    await leave(clock, code);
  }

  const onSignal = (signal: NodeJS.Signals): void => {
    // A terminal that closes and its shell each send one SIGHUP: the second is no demand to hurry.
    if (isEnding && signal === 'SIGHUP') return;
    if (isEnding) process.exit(EXIT.forced);
    log.info('stopping', { signal });
    void end(GRACE_MS);
  };
  async function fail(error: unknown): Promise<void> {
    report('unexpected fault', error);
    if (!isEnding) await end(GRACE_AFTER_FAULT_MS);
  }

  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  // Who started the service with `nohup` wants it to outlive the terminal.
  if (!isIgnored('SIGHUP')) process.on('SIGHUP', onSignal);
  process.on('uncaughtException', fail).on('unhandledRejection', (error) => {
    if (!isContained(error)) return fail(error);
    log.warn('a lost promise of a library', faultFields(error));
  });
  // A reader of the log that went away must not end the service.
  process.stdout.on('error', () => {});

  return {
    owns(owned) {
      stop = owned;
    },
    refuse(lines, refusal) {
      process.stderr.write(`${lines}\n`);
      code = refusal;
      return end(GRACE_AFTER_FAULT_MS);
    },
    fail,
  };
}

/** `process.exit` drops what a pipe has not taken yet, so stdout is ended first; a stuck reader loses the rest. */
async function leave(clock: Clock, code: ExitCode): Promise<void> {
  const written = new Promise<void>((resolve) => process.stdout.end(() => resolve()));
  await Promise.race([written, sleep(clock, FLUSH_MS)]);
  process.exit(code);
}
