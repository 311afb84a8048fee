/** Checks the words of a command line against the table of commands. */
import { parseArgs } from 'node:util';
import { didYouMean, question } from '../../core/shared/nearest.ts';
import { type Command, type Option, UsageFault, type Words } from './command.ts';

/** Options that every command takes. */
export const COMMON_OPTIONS: readonly Option[] = [
  { name: 'json', about: 'Print one JSON object per line on stdout, for programs.' },
  { name: 'help', about: 'Show this text.' },
];

/**
 * Returns the command that the first words name, and the words after its name. Throws UsageFault if no command has this
 * name.
 */
export function commandOf(
  table: readonly Command[],
  words: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = table.find((one) => one.name === name);
    if (command) return { command, rest: words.slice(length) };
  }
  const names = table.map(({ name }) => name);
  const [first = '', second = ''] = words;
  const isGroup = names.some((name) => name.startsWith(`${first} `));
  const typed = isGroup && !second.startsWith('-') ? `${first} ${second}`.trim() : first;
  const longer = names.find((name) => name.startsWith(`${typed} `));
  const meant = longer === undefined ? didYouMean(typed, names) : question(longer);
  const hint = meant ?? '`gatehouse --help` lists all commands';
  throw new UsageFault(`there is no command ${JSON.stringify(typed)}: ${hint}`);
}

/** Throws UsageFault for an unknown option, a missing or superfluous value, and too many or too few operands. */
export function wordsOf(command: Command, args: readonly string[]): Words {
  const options = [...command.options, ...COMMON_OPTIONS];
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(options.map(typeOf)),
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string | null>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = options.find(({ name }) => name === token.name);
    if (!option) throw new UsageFault(unknownOption(command, token.rawName, options));
    values.set(option.name, checkValue(option, token.value));
  }
  if (!values.has('help')) checkOperands(command, operands);
  return {
    operands,
    value: (name) => values.get(name) ?? null,
    isOn: (name) => values.has(name),
  };
}

const typeOf = ({ name, value }: Option): [string, { type: 'string' | 'boolean' }] => [
  name,
  { type: value === undefined ? 'boolean' : 'string' },
];

function unknownOption({ name }: Command, raw: string, options: readonly Option[]): string {
  const known = options.map((option) => `--${option.name}`);
  const hint = didYouMean(raw, known) ?? `it takes ${known.join(', ')}`;
  return `${name} has no option ${raw}: ${hint}`;
}

function checkValue({ name, value }: Option, text: string | undefined): string | null {
  if (value === undefined && text !== undefined)
    throw new UsageFault(`--${name} takes no value, but got ${JSON.stringify(text)}`);
  if (value !== undefined && !text)
    throw new UsageFault(`--${name} needs a value: --${name} ${value}`);
  return text ?? null;
}

function checkOperands(command: Command, operands: readonly string[]): void {
  // An empty word comes from a variable that is not set: `backup "$FOLDER"` would use the current folder.
  const missing = command.operands.find(({ isOptional }, at) => !isOptional && !operands[at]);
  const usage = `usage: ${usageOf(command)}`;
  if (missing) throw new UsageFault(`${command.name}: ${missing.name} is missing; ${usage}`);
  if (command.operands.at(-1)?.isMany) return;
  const extra = operands[command.operands.length];
  if (extra !== undefined)
    throw new UsageFault(`${command.name} does not take ${JSON.stringify(extra)}; ${usage}`);
}

/** Returns its name, operands and options in one line. */
function usageOf({ name, operands, options }: Command): string {
  const places = operands.map((one) => (one.isOptional ? `[${one.name}]` : one.name));
  return ['gatehouse', name, ...places, ...(options.length > 0 ? ['[options]'] : [])].join(' ');
}

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
