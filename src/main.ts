/**
 * The process: serves, or runs the command that its words name. Both are loaded late, because a start for the service
 * may have to begin again with the options of the runtime.
 */
import { version } from '../package.json';
import { systemEnvironment } from './core/config/environment.ts';
import { compileLate, setRuntimeOptions } from './core/process/runtime-options.ts';
import { isExecutable } from './core/shared/own-files.ts';
import type { Service } from './modules/cli/command.ts';

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  // Built into one file it is the command `gatehouse`, which explains itself when it gets no word.
  if (isExecutable ? words[0] === 'start' : words.length === 0 || words[0] === 'start') {
    setRuntimeOptions(systemEnvironment());
    compileLate();
  }
  if (words.length === 0 && !isExecutable) return serve();
  const { runCli } = await import('./modules/cli/run.ts');
  await runCli(words.length === 0 ? ['--help'] : words, { version, start: serve, checksOf });
}

const checksOf: Service['checksOf'] = async (settings) =>
  (await import('./modules.ts')).checksOf(settings);

const serve = async (): Promise<void> => (await import('./serve.ts')).serve();

// Only the service's own user may read its files: database, secrets, media.
process.umask(0o077);
// Nothing comes after it, and a build with bytecode takes no module that waits.
void main();
