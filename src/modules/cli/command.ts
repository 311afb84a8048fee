/** Declares a command of `gatehouse`: its words, its help, and its code. */
import type { Settings } from '../../core/config/config.ts';
import type { Check } from '../../core/process/checks.ts';
import type { ExitCode } from '../../core/process/refusal.ts';
import type { Terminal } from './terminal.ts';

/** A word that is recognised by its position. */
interface Operand {
  /** The name in the help: in capitals, or the word itself when it is the only one accepted. */
  readonly name: string;
  readonly about: string;
  readonly isOptional?: true;
  /** Whether it takes any number of words; only the last operand may. */
  readonly isMany?: true;
}

export interface Option {
  /** The name without its dashes. */
  readonly name: string;
  /** The name of its value in the help; absent for an option without a value. */
  readonly value?: string;
  readonly about: string;
}

/** The words of one call, checked against the command's table. */
export interface Words {
  /** In their order; only optional ones may be missing. */
  readonly operands: readonly string[];
  /** Returns the value of an option, or null when it was not given. The last one counts. */
  value(name: string): string | null;
  isOn(name: string): boolean;
}

/** Resolves with the exit code. Throws UsageFault and StartRefused; any other error is a fault in the product. */
export type Run = (words: Words, terminal: Terminal, service: Service) => Promise<ExitCode>;

/** The service that the command belongs to. */
export interface Service {
  readonly version: string;
  /** Runs the service until a signal ends the process. */
  readonly start: () => Promise<void>;
  /** Loads what `doctor` checks of the modules that are not left out. */
  readonly checksOf: (settings: Settings) => Promise<readonly Check[]>;
}

export interface Command {
  /** One word or two. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Further sentences for its own help. */
  readonly about: string;
  readonly operands: readonly Operand[];
  readonly options: readonly Option[];
  readonly example: string;
  /** Loads its code, which no other command needs; null for the command that runs the service. */
  readonly load: (() => Promise<{ readonly run: Run }>) | null;
}

/**
 * Thrown for words that the command cannot work with; `message` is one line that names what is wrong and what would be
 * right.
 */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}
