/**
 * Checks variables in the texts of templates, `{{1}}` or `{{first_name}}`, and the examples that each of them needs.
 * Pure.
 */
import { type Fields, isFields } from '../../http/read-fields.ts';
import type { ParameterFormat } from '../../providers/templates.ts';

const VARIABLE = /\{\{([^{}]*)\}\}/g;
const NAME = /^[a-z][a-z0-9_]*$/;

/** Returns the variables of a text without their braces, each once: numbers sorted, names in the order of the text. */
export function variablesIn(text: string, format: ParameterFormat): string[] {
  const found = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
  return format === 'NAMED' ? found : found.sort((one, other) => Number(one) - Number(other));
}

/** Returns the text with each variable replaced by its value; one without a value stays. */
export const filledText = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole);

/** Returns variables as people write them: `{{1}}, {{2}}`. */
export const written = (variables: readonly string[]): string =>
  variables.map((name) => `{{${name}}}`).join(', ');

/** Returns what is wrong with a text's use of variables. */
export function variableProblems(text: string, path: string, format: ParameterFormat): string[] {
  const variables = variablesIn(text, format);
  if (format === 'NAMED' && !variables.every((name) => NAME.test(name)))
    return [
      `${path} must name its variables in lower-case letters, digits and underscores, such as {{first_name}}, since parameter_format is NAMED`,
    ];
  if (format === 'POSITIONAL' && variables.some((name, index) => name !== `${index + 1}`))
    return [
      `${path} must number its variables {{1}}, {{2}} and so on without a gap (names need parameter_format NAMED)`,
    ];
  return /\}\}\{\{/.test(text) ? [`${path} must have a text between two variables`] : [];
}

/** Checks a text that may neither begin nor end with a variable. */
export const edgeProblems = (text: string, path: string): string[] =>
  /^\{\{[^{}]*\}\}|\{\{[^{}]*\}\}$/.test(text.trim())
    ? [`${path} must neither begin nor end with a variable`]
    : [];

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Tells whether the value is a list of this many texts. */
const areTexts = (value: unknown, count: number): boolean =>
  Array.isArray(value) && value.length === count && value.every(isText);

/** Returns which examples of a text's variables are missing. `field` is `body_text` or `header_text`. */
export function exampleProblems(
  { text, example }: Fields,
  path: string,
  { format, field }: { format: ParameterFormat; field: 'body_text' | 'header_text' },
): string[] {
  const variables = typeof text === 'string' ? variablesIn(text, format) : [];
  if (variables.length === 0) return [];
  const given = isFields(example) ? example : {};
  return format === 'NAMED'
    ? namedProblems(
        given[`${field}_named_params`],
        variables,
        `${path}.example.${field}_named_params`,
      )
    : numberedProblems(given[field], variables, { field, path: `${path}.example.${field}` });
}

function namedProblems(value: unknown, variables: readonly string[], path: string): string[] {
  const examples = (Array.isArray(value) ? value : []).filter(
    (one) => isFields(one) && isText(one.example),
  );
  const names = examples.map((one) => one.param_name).sort();
  const isWhole = names.join() === [...variables].sort().join();
  return isWhole
    ? []
    : [
        `${path} must be a list of {"param_name", "example"}, one for each of ${written(variables)}`,
      ];
}

/** Examples of a body are nested in one more list. */
function numberedProblems(
  value: unknown,
  variables: readonly string[],
  { field, path }: { field: string; path: string },
): string[] {
  const isBody = field === 'body_text';
  const row = isBody && Array.isArray(value) ? value[0] : value;
  if (areTexts(row, variables.length)) return [];
  const shape = isBody ? 'a list with a list of texts' : 'a list with a text';
  return [`${path} must be ${shape}, one for each of ${written(variables)}`];
}
