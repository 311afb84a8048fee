/**
 * What `src/main.ts` does instead of serving when it is given the name of a command.
 * Owns: the names, and what a command is.
 */
import type { Settings } from '../../config.ts';
import { type ExitCode, StartRefused } from '../../process/refusal.ts';
import { accessToken } from './access-token.ts';
import { auditCheck } from './audit-check.ts';

export interface Outcome {
  /** One line for stdout. */
  readonly line: string;
  /** What a person wants to know beside it, for stderr. */
  readonly note?: string;
  readonly exitCode: ExitCode;
}

/** `args` are those behind the name. Throws StartRefused for wrong ones, and what a start of the service would. */
export type Command = (settings: Settings, args: readonly string[]) => Promise<Outcome>;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['access-token', accessToken],
  ['audit-check', auditCheck],
]);

/** Throws StartRefused for a name that no command has. */
export async function runCommand(
  settings: Settings,
  [name = '', ...args]: readonly string[],
): Promise<Outcome> {
  const command = COMMANDS.get(name);
  if (command) return command(settings, args);
  const known = [...COMMANDS.keys()].join(', ');
  throw new StartRefused(`there is no command ${JSON.stringify(name)}; there are: ${known}`);
}
