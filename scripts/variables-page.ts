/**
 * Keeps the lists of docs/variables.md equal to what the service reads.
 * `bun run scripts/variables-page.ts` writes them; a test fails while they are out of date.
 */

import { VARIABLES } from '../src/core/config/variables.ts';
import type { Variable } from '../src/core/shared/variables/kinds.ts';
import { LEAVABLE } from '../src/modules.ts';
import { variablesByTask } from './variables-by-task.ts';

const START = '<!-- variables: written by scripts/variables-page.ts -->';
const END = '<!-- /variables -->';

/** The page with its lists renewed; throws when the markers are gone. */
export function withVariables(page: string): string {
  const start = page.indexOf(START);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the page needs "${START}" and "${END}"`);
  return `${page.slice(0, start + START.length)}\n\n${variablesShown()}\n\n${page.slice(end)}`;
}

function variablesShown(): string {
  const tasks = variablesByTask().flatMap(({ title, variables, rare }) => [
    `## ${title}`,
    ...listOf(variables),
    ...(rare.length === 0 ? [] : [fold(rare), ...listOf(rare), '</details>']),
  ]);
  return [termsShown(), ...tasks].join('\n\n');
}

const fold = (rare: readonly Variable<unknown>[]): string =>
  `<details>\n<summary>Rarely set: ${rare.length} more</summary>`;

const listOf = (variables: readonly Variable<unknown>[]): string[] =>
  variables.length === 0 ? [] : [variables.map(itemOf).join('\n')];

/** The default, what it accepts, and what it means. */
function itemOf(variable: Variable<unknown>): string {
  const value = `${defaultText(variable)}${acceptsText(variable.kind.accepts)}`.trim();
  const mark = value.endsWith(')') ? ':' : '.';
  return `- **\`${variable.name}\`**: ${value}${mark} ${variable.about}${valuesOf(variable)}`;
}

/** Returns the sentence with the modules that there are, which the core does not know. */
function valuesOf({ name }: Variable<unknown>): string {
  if (name !== VARIABLES.without.name) return '';
  const names = [...LEAVABLE].sort();
  return ` There are ${names.map((one) => `\`${one}\``).join(', ')}.`;
}

/** What many variables accept, as the lists call it. */
const TERMS = new Map([
  [VARIABLES.publicUrl.kind.accepts, 'plain URL'],
  [VARIABLES.bootstrapAccessToken.kind.accepts, 'secret'],
  [VARIABLES.s3Endpoint.kind.accepts, 'host URL'],
  [VARIABLES.s3Region.kind.accepts, 'region'],
  [VARIABLES.webhookAllowNetworks.kind.accepts, 'networks'],
  [VARIABLES.amqpGlobalEvents.kind.accepts, 'events'],
]);

const SWITCH = VARIABLES.evolutionMode.kind.accepts;

const termsShown = (): string =>
  [
    `- Where no more is said, \`true\` or \`false\` is a switch: it accepts ${SWITCH}.`,
    ...[...TERMS].map(([accepts, term]) => `- **${term}** is ${accepts}.`),
  ].join('\n');

/** Returns what a variable accepts, in brackets; nothing for a switch, whose default shows it. */
function acceptsText(accepts: string): string {
  if (accepts === SWITCH) return '';
  const text = accepts.replace(/^an integer from (\d+) to (\d+)$/, '$1–$2').replace(/^one of /, '');
  return ` (${TERMS.get(accepts) ?? text})`;
}

function defaultText(variable: Variable<unknown>): string {
  const { kind, unset, unsetInProduction, unsetIfStrict, defaultText } = variable;
  if (defaultText !== undefined) return defaultText;
  const shown = (value: unknown) => `\`${kind.show?.(value) ?? value}\``;
  const usual = unset === null ? '' : shown(unset);
  const production =
    unsetInProduction === undefined ? '' : `; production: ${shown(unsetInProduction)}`;
  const strict = unsetIfStrict === undefined ? '' : `; strict: ${shown(unsetIfStrict)}`;
  return `${usual}${production}${strict}`;
}

if (import.meta.main) {
  const file = new URL('../docs/variables.md', import.meta.url).pathname;
  await Bun.write(file, withVariables(await Bun.file(file).text()));
}
