/** Fills the variables of a text with parameters. Pure. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';
import { type FieldProblem, problem } from '../../../core/shared/reasons/problems.ts';
import { filledText, variableList, variablesIn } from '../rules/variables.ts';
import type { ParameterReader } from './filling.ts';
import type { SentPart } from './sent-parts.ts';

/** The platform allows neither line ends nor wide gaps inside a variable. */
const UNSHOWN = /[\n\r\t]| {5}/;

/** Returns the text with its variables filled in; `name` is that of the part: `body`. */
export function fillText(
  filling: ParameterReader,
  text: string,
  { name, part, charactersMax }: { name: string; part: SentPart | null; charactersMax: number },
): string {
  const variables = variablesIn(text, filling.format);
  const parameters = part?.parameters ?? [];
  if (parameters.length !== variables.length) {
    const { field, ...found } = wrongCount(filling, name, part, variables);
    filling.refuse(field, found);
    return text;
  }
  if (part === null) return text;
  const values = new Map<string, string>();
  for (const [index, parameter] of parameters.entries()) {
    const path = `${part.path}.parameters[${index}]`;
    const variable = filling.format === 'NAMED' ? parameter.parameter_name : variables[index];
    if (typeof variable !== 'string' || !variables.includes(variable) || values.has(variable))
      filling.refuse(
        `${path}.parameter_name`,
        problem('not_each_once', { values: variables.join(', ') }),
      );
    else values.set(variable, shownIn(filling, parameter, path));
  }
  const whole = filledText(text, values);
  if ([...whole].length > charactersMax)
    filling.refuse(part.path, problem('filled_too_long', { part: name, max: charactersMax }));
  return whole;
}

function wrongCount(
  { path }: ParameterReader,
  name: string,
  part: SentPart | null,
  variables: readonly string[],
): FieldProblem {
  const count = variables.length;
  if (count === 0)
    return { field: part?.path ?? path, ...problem('no_parameters_taken', { part: name }) };
  const wanted = { variables: variableList(variables) };
  if (part === null) {
    const missing = { part: name, ...wanted };
    const found =
      count === 1
        ? problem('parameter_missing', missing)
        : problem('parameters_missing', { ...missing, count });
    return { field: path, ...found };
  }
  const instead = { ...wanted, given: part.parameters.length };
  const found =
    count === 1
      ? problem('not_one_parameter', instead)
      : problem('not_all_parameters', { ...instead, count });
  return { field: part.path, ...found };
}

/**
 * Returns what a parameter shows. Amounts and times are shown as their fallback, since each phone words them itself.
 */
function shownIn(filling: ParameterReader, parameter: Fields, path: string): string {
  const { type, text } = parameter;
  const inside = parameter[`${type}`];
  if (type === 'text') return shown(filling, text, `${path}.text`);
  if (type === 'currency' || type === 'date_time') {
    const value = isFields(inside) ? inside.fallback_value : undefined;
    return shown(filling, value, `${path}.${type}.fallback_value`);
  }
  filling.refuse(`${path}.type`, problem('unknown_value', { values: 'text, currency, date_time' }));
  return '';
}

function shown(filling: ParameterReader, value: unknown, path: string): string {
  if (typeof value !== 'string' || value.trim() === '') filling.refuse(path, problem('not_text'));
  else if (UNSHOWN.test(value)) filling.refuse(path, problem('breaks_or_gaps'));
  return typeof value === 'string' ? value : '';
}
