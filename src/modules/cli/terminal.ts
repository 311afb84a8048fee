/** The surroundings of a command: stdout and stderr, colours, signals, the variables of the machine. */

import { readSettings, type Settings } from '../../core/config/config.ts';
import { type Environment, systemEnvironment } from '../../core/config/environment.ts';
import { refusesUrl } from '../../core/outbound/network-guard.ts';
import { isIgnored } from '../../core/process/lifetime.ts';
import { EXIT, StartRefused } from '../../core/process/refusal.ts';
import { type Clock, systemClock } from '../../core/shared/clock.ts';
import { codeOf } from '../../core/shared/errors.ts';
import { type OnDone, ProgressLine, type ProgressOptions } from './progress.ts';

type Colour = 'red' | 'green' | 'yellow' | 'dim';

export interface Terminal {
  readonly clock: Clock;
  readonly environment: Environment;
  /** Whether the caller is a program: `say` then prints JSON. */
  readonly isJson: boolean;
  /** Whether a person watches stdout. */
  readonly isInteractive: boolean;
  /** Returns the settings of the service on this machine. Throws StartRefused with a line for each wrong variable. */
  settings(): Settings;
  /**
   * Writes one result to stdout: `text` for a person, `data` as one line of JSON for a program. Resolves when it is
   * written.
   */
  say(text: string, data: object): Promise<void>;
  /** Writes information beside the results to stderr, for a person. */
  note(text: string): void;
  /**
   * Shows the progress of `work` when a person watches stderr and nothing asks for plain text; other output appears
   * above it. Settles as `work` does.
   */
  during<T>(options: ProgressOptions, work: (onDone: OnDone) => Promise<T>): Promise<T>;
  /** Returns `text` in a colour, if stdout shows colours. */
  paint(colour: Colour, text: string): string;
  /**
   * Aborts at Ctrl-C, SIGTERM, a terminal that closes, and when nobody reads stdout any more. A second Ctrl-C ends the
   * process at once. Before the first call, signals end the process by themselves.
   */
  interruption(): AbortSignal;
  /** Tells whether `interruption` has aborted. */
  isInterrupted(): boolean;
}

const CODES: Readonly<Record<Colour, number>> = { red: 31, green: 32, yellow: 33, dim: 2 };

export function createTerminal(isJson: boolean): Terminal {
  const environment = systemEnvironment();
  const isInteractive = process.stdout.isTTY === true && !isJson;
  const hasColours = isInteractive && !environment.NO_COLOR && environment.TERM !== 'dumb';
  const progress = new ProgressLine(systemClock(), screenOf(environment, isJson));
  const { interrupt, interruption, isInterrupted } = createInterruption();
  process.stderr.on('error', () => {});
  const onBroken = (error: Error) => {
    if (codeOf(error) === 'EPIPE') interrupt();
  };
  return {
    clock: systemClock(),
    environment,
    isJson,
    isInteractive,
    settings: () => settingsOf(environment),
    say: (text, data) => {
      // It is not set earlier, since the service that `start` runs outlives the reader of its log.
      process.stdout.off('error', onBroken).on('error', onBroken);
      return progress.above(() => writeAll(`${isJson ? JSON.stringify(data) : text}\n`));
    },
    note: (text) => progress.above(() => void process.stderr.write(`${text}\n`)),
    during: (options, work) => progress.during(options, work),
    paint: (colour, text) => (hasColours ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text),
    interruption,
    isInterrupted,
  };
}

function screenOf({ NO_COLOR, TERM }: Environment, isJson: boolean) {
  const { stderr } = process;
  if (stderr.isTTY !== true || isJson || NO_COLOR || TERM === 'dumb') return null;
  return { write: (text: string) => void stderr.write(text), columns: () => stderr.columns || 80 };
}

function settingsOf(environment: Environment): Settings {
  const reading = readSettings(environment, refusesUrl);
  if ('faults' in reading) throw new StartRefused(reading.faults.join('\n'));
  return reading.settings;
}

/** Resolves when the reader has taken it, so that a slow reader slows the command down and does not fill memory. */
const writeAll = (text: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function createInterruption() {
  const controller = new AbortController();
  let isAwaited = false;
  const interrupt = () => {
    if (!isAwaited) process.exit(EXIT.forced);
    controller.abort(new Error('interrupted'));
  };
  const onSignal = (name: NodeJS.Signals) => {
    // A closing terminal may send SIGHUP twice: the second does not ask to end at once.
    if (controller.signal.aborted && name !== 'SIGHUP') process.exit(EXIT.forced);
    interrupt();
  };
  const interruption = () => {
    // A command that was started with `nohup` has to outlive the terminal.
    const heard = SIGNALS.filter((name) => name !== 'SIGHUP' || !isIgnored(name));
    if (!isAwaited) for (const name of heard) process.on(name, onSignal);
    isAwaited = true;
    return controller.signal;
  };
  return { interrupt, interruption, isInterrupted: () => controller.signal.aborted };
}
