/** Prints `--help`: for all commands, and for one. */
import type { Command } from './command.ts';
import { COMMON_OPTIONS, usageOf } from './words.ts';

const EXIT_CODES = `Exit codes
  0   done, or stopped by a signal as it should be
  1   a check failed, or the command was interrupted
  2   wrong usage: an unknown command, option, address, key or instance
  70  a fault in Gatehouse   75  a temporary problem: try again later   78  a variable must be corrected`;

/** Two columns: names, and what they mean. */
function columns(rows: readonly (readonly [name: string, about: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join('\n');
}

/** Every command with its line. */
export const overview = (table: readonly Command[]): string =>
  [
    'gatehouse COMMAND [options]',
    columns(table.map(({ name, summary }) => [name, summary])),
    '`gatehouse COMMAND --help` shows what a command takes, with an example.',
    EXIT_CODES,
  ].join('\n\n');

export function helpOf(command: Command): string {
  const { summary, about, operands, options, example } = command;
  const optionRows = [...options, ...COMMON_OPTIONS].map(
    ({ name, value, about }) => [[`--${name}`, value ?? ''].join(' ').trim(), about] as const,
  );
  const parts = [
    usageOf(command),
    about === '' ? summary : `${summary}\n${about}`,
    operands.length > 0 ? columns(operands.map(({ name, about }) => [name, about])) : null,
    `Options\n${columns(optionRows)}`,
    `Example\n  ${example.replaceAll('\n', '\n  ')}`,
    EXIT_CODES,
  ];
  return parts.filter((part) => part !== null).join('\n\n');
}
