/**
 * Checks variables in the texts of templates, `{{1}}` or `{{first_name}}`, and the examples that each of them needs.
 * Pure.
 */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';
import type { ParameterFormat } from '../../../core/providers/templates.ts';
import { type FieldProblem, problem } from '../../../core/shared/reasons/problems.ts';
import { wrong } from './texts.ts';

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
export const variableList = (variables: readonly string[]): string =>
  variables.map((name) => `{{${name}}}`).join(', ');

/** Returns what is wrong with a text's use of variables. */
export function variableProblems(
  text: string,
  path: string,
  format: ParameterFormat,
): FieldProblem[] {
  const variables = variablesIn(text, format);
  if (format === 'NAMED' && !variables.every((name) => NAME.test(name)))
    return [wrong(path, problem('variables_not_named', { example: '{{first_name}}' }))];
  if (format === 'POSITIONAL' && variables.some((name, index) => name !== `${index + 1}`))
    return [wrong(path, problem('variables_not_numbered', { example: '{{1}}, {{2}}' }))];
  return /\}\}\{\{/.test(text) ? [wrong(path, problem('adjacent_variables'))] : [];
}

/** Checks a text that may neither begin nor end with a variable. */
export const edgeProblems = (text: string, path: string): FieldProblem[] =>
  /^\{\{[^{}]*\}\}|\{\{[^{}]*\}\}$/.test(text.trim())
    ? [wrong(path, problem('variable_at_edge'))]
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
): FieldProblem[] {
  const variables = typeof text === 'string' ? variablesIn(text, format) : [];
  if (variables.length === 0) return [];
  const examples = isFields(example) ? example : {};
  return format === 'NAMED'
    ? namedProblems(
        examples[`${field}_named_params`],
        variables,
        `${path}.example.${field}_named_params`,
      )
    : numberedProblems(examples[field], variables, { field, path: `${path}.example.${field}` });
}

function namedProblems(value: unknown, variables: readonly string[], path: string): FieldProblem[] {
  const examples = (Array.isArray(value) ? value : []).filter(
    (one) => isFields(one) && isText(one.example),
  );
  const names = examples.map((one) => one.param_name).sort();
  const isWhole = names.join() === [...variables].sort().join();
  return isWhole
    ? []
    : [
        wrong(
          path,
          problem('named_examples_missing', {
            shape: '{"param_name", "example"}',
            variables: variableList(variables),
          }),
        ),
      ];
}

/** Examples of a body are nested in one more list. */
function numberedProblems(
  value: unknown,
  variables: readonly string[],
  { field, path }: { field: string; path: string },
): FieldProblem[] {
  const isBody = field === 'body_text';
  const row = isBody && Array.isArray(value) ? value[0] : value;
  if (areTexts(row, variables.length)) return [];
  const reason = isBody ? 'body_examples_missing' : 'header_example_missing';
  return [wrong(path, problem(reason, { variables: variableList(variables) }))];
}
