/** Commands of `gatehouse` as processes of their own. */

import { bun, type SpawnedProcess, spawnProcess } from '../../core/process/spawned-process.ts';
import { bundledService } from '../../helpers/bundle.ts';

/** Started, with nothing of the machine's environment but what is given. */
export const start = (words: string[], environment: Record<string, string> = {}): SpawnedProcess =>
  spawnProcess([bun, 'run', bundledService(), ...words], environment);

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Run to its end. */
export async function run(
  words: string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const command = start(words, environment);
  const code = await command.ended();
  return { code, out: command.stdout(), error: command.stderr() };
}

/** The records that a command printed with --json. */
export const recordsIn = (out: string): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
