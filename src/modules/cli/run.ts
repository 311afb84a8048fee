/** Runs the command that the words of a command line name. */
import { hasLeftStatement } from '../../core/db/statement-thread.ts';
import { beginLifetime } from '../../core/process/lifetime.ts';
import { EXIT, type ExitCode, StartRefused } from '../../core/process/refusal.ts';
import { refusalOf } from '../../core/process/start-faults.ts';
import { createLog } from '../../core/shared/log.ts';
import { type Service, UsageFault } from './command.ts';
import { COMMANDS } from './table.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { commandOf, helpOf, overview, wordsOf } from './words.ts';

const HELP = ['help', '--help', '-h'];
const VERSION = ['version', '--version', '-v'];

/** Resolves when the command has ended; the process has its exit code then. */
export async function runCli(args: readonly string[], service: Service): Promise<void> {
  const [first = ''] = args;
  const terminal = createTerminal(args.includes('--json'));
  try {
    if (HELP.includes(first)) return await helpFor(args.slice(1), terminal);
    if (VERSION.includes(first)) return await sayVersion(service, terminal);
    const { command, rest } = commandOf(COMMANDS, args);
    const words = wordsOf(command, rest);
    if (words.isOn('help')) return await helpFor(args, terminal);
    if (command.load === null) return await service.start();
    const { run } = await command.load();
    process.exitCode = await run(words, terminal, service);
  } catch (error) {
    if (terminal.isInterrupted()) process.exit(EXIT.forced);
    await fail(error, terminal);
  }
  // Work that was aborted, such as a long statement in its thread, is not waited for.
  if (terminal.isInterrupted() || hasLeftStatement()) process.exit();
}

async function helpFor(args: readonly string[], terminal: Terminal): Promise<void> {
  const words = args.filter((word) => !word.startsWith('-'));
  if (words.length === 0) return terminal.say(overview(COMMANDS), { commands: COMMANDS });
  const { command } = commandOf(COMMANDS, words);
  await terminal.say(helpOf(command), command);
}

const sayVersion = ({ version }: Service, terminal: Terminal): Promise<void> =>
  terminal.say(version, { version });

/** Prints one line for what the caller can correct, or a log line for a fault in the product. */
async function fail(error: unknown, terminal: Terminal): Promise<void> {
  const refusal = refusalFor(error, terminal);
  if (refusal === null) {
    const { clock } = terminal;
    return beginLifetime({ log: createLog('info', clock.now), clock }).fail(error);
  }
  terminal.note(refusal.message);
  process.exitCode = refusal.exitCode;
}

interface Refusal {
  readonly message: string;
  readonly exitCode: ExitCode;
}

function refusalFor(error: unknown, terminal: Terminal): Refusal | null {
  if (error instanceof UsageFault) return { message: error.message, exitCode: EXIT.usage };
  try {
    return refusalOf(error, terminal.settings());
  } catch {
    // The settings themselves may have been refused.
    return error instanceof StartRefused ? error : null;
  }
}
