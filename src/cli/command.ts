/** What a command of `gatehouse` is: its words, what its help says, and the code behind it. */
import type { ExitCode } from '../process/refusal.ts';
import type { Terminal } from './terminal.ts';

/** A word that stands by its place. */
export interface Operand {
  /** As the help shows it: in capitals, or the word itself when it is the only one accepted. */
  readonly name: string;
  readonly about: string;
  readonly isOptional?: true;
  /** Any number of them; the last operand alone. */
  readonly isMany?: true;
}

export interface Option {
  /** Without its dashes. */
  readonly name: string;
  /** What follows it, as the help shows it; absent: nothing does. */
  readonly value?: string;
  readonly about: string;
}

/** The words of one call, checked against the command's table. */
export interface Words {
  /** By their places; as many as the command takes, those that may be left out aside. */
  readonly operands: readonly string[];
  /** The value of an option, or null when it was not given. Of one given twice, the last. */
  value(name: string): string | null;
  isOn(name: string): boolean;
}

/** Ends with the exit code. Throws UsageFault and StartRefused; anything else is a fault in the product. */
export type Run = (words: Words, terminal: Terminal) => Promise<ExitCode>;

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
  /** Loads its code, which no other command needs; null: the process serves, as it does without a word. */
  readonly load: (() => Promise<{ readonly run: Run }>) | null;
}

/** Words that the command cannot work with; `message` is one line that names what is wrong and what would be right. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}
