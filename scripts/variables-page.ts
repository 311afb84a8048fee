/**
 * Keeps the table of docs/variables.md equal to the one the service reads.
 * `bun run scripts/variables-page.ts` writes it; a test fails while it is out of date.
 */

import { FIELDS, VARIABLES } from '../src/config/variables.ts';
import type { Variable } from '../src/shared/variables/kinds.ts';
import { markdownTable } from './markdown-table.ts';

const START = '<!-- variables: written by scripts/variables-page.ts -->';
const END = '<!-- /variables -->';

/** The page with its table renewed; throws when the markers are gone. */
export function withVariables(page: string): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the page needs "${START}" and "${END}"`);
  return `${page.slice(0, start + START.length)}\n\n${variablesTable()}\n\n${page.slice(end)}`;
}

export const variablesTable = (): string =>
  markdownTable([HEAD, ...FIELDS.map((field) => cells(VARIABLES[field]))]);

const HEAD = ['Variable', 'Default', 'Accepts', 'Meaning'];

const cells = (variable: Variable<unknown>): string[] => [
  `\`${variable.name}\``,
  defaultText(variable),
  variable.kind.accepts.replace(/^an integer from (\d+) to (\d+)$/, '$1 to $2'),
  variable.about,
];

function defaultText(variable: Variable<unknown>): string {
  const { kind, unset, unsetInProduction, unsetIfStrict, defaultText } = variable;
  if (defaultText !== undefined) return defaultText;
  const shown = (value: unknown) => `\`${kind.show?.(value) ?? value}\``;
  const usual = unset === null ? '–' : shown(unset);
  const production =
    unsetInProduction === undefined ? '' : `; production: ${shown(unsetInProduction)}`;
  const strict = unsetIfStrict === undefined ? '' : `; strict: ${shown(unsetIfStrict)}`;
  return `${usual}${production}${strict}`;
}

if (import.meta.main) {
  const file = new URL('../docs/variables.md', import.meta.url).pathname;
  await Bun.write(file, withVariables(await Bun.file(file).text()));
}
