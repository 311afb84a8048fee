/**
 * Keeps the README's table of variables equal to the one the service reads.
 * `bun run scripts/readme-variables.ts` writes it; a test fails while it is out of date.
 */
import type { Variable } from '../src/config/variable.ts';
import { FIELDS, VARIABLES } from '../src/config/variables.ts';

const START = '<!-- variables: written by scripts/readme-variables.ts -->';
const END = '<!-- /variables -->';

/** The README with its table renewed; throws when the markers are gone. */
export function withVariables(readme: string): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the README needs "${START}" and "${END}"`);
  return `${readme.slice(0, start + START.length)}\n${variablesTable()}\n${readme.slice(end)}`;
}

export function variablesTable(): string {
  const rows = FIELDS.map((field) => row(VARIABLES[field]));
  return ['| Variable | Default | Accepts | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}

const row = (variable: Variable<unknown>): string =>
  `| \`${variable.name}\` | ${defaultText(variable)} | ${variable.kind.accepts} | ${variable.about} |`;

function defaultText({ unset, unsetInProduction, defaultText }: Variable<unknown>): string {
  if (defaultText !== undefined) return defaultText;
  const usual = unset === null ? '–' : `\`${unset}\``;
  return unsetInProduction === undefined ? usual : `${usual}; production: \`${unsetInProduction}\``;
}

if (import.meta.main) {
  const file = new URL('../README.md', import.meta.url).pathname;
  await Bun.write(file, withVariables(await Bun.file(file).text()));
}
