/** Fills the variables of a text with parameters. Pure. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';
import { filledText, variablesIn, written } from '../rules/variables.ts';
import type { Filling } from './filling.ts';
import type { GivenPart } from './given.ts';

/** The platform allows neither line ends nor wide gaps inside a variable. */
const UNSHOWN = /[\n\r\t]| {5}/;

/** Returns the text with its variables filled in; `name` is that of the part: `body`. */
export function fillText(
  filling: Filling,
  text: string,
  { name, part, charactersMax }: { name: string; part: GivenPart | null; charactersMax: number },
): string {
  const variables = variablesIn(text, filling.format);
  const parameters = part?.parameters ?? [];
  if (parameters.length !== variables.length) {
    filling.refuse(wrongCount(filling, name, part, variables));
    return text;
  }
  if (part === null) return text;
  const values = new Map<string, string>();
  for (const [index, parameter] of parameters.entries()) {
    const path = `${part.path}.parameters[${index}]`;
    const variable = filling.format === 'NAMED' ? parameter.parameter_name : variables[index];
    if (typeof variable !== 'string' || !variables.includes(variable) || values.has(variable))
      filling.refuse(`${path}.parameter_name must be each of ${variables.join(', ')} once`);
    else values.set(variable, shownIn(filling, parameter, path));
  }
  const whole = filledText(text, values);
  if ([...whole].length > charactersMax)
    filling.refuse(`${part.path} makes the ${name} longer than ${charactersMax} characters`);
  return whole;
}

function wrongCount(
  { path }: Filling,
  name: string,
  part: GivenPart | null,
  variables: readonly string[],
): string {
  if (variables.length === 0)
    return `${part?.path ?? path} must have no parameters: the ${name} of this template takes none`;
  const count = variables.length === 1 ? 'one parameter' : `${variables.length} parameters`;
  const wanted = `${count}, for ${written(variables)}`;
  return part === null
    ? `${path} must hold a ${name} with ${wanted}`
    : `${part.path} must have ${wanted}, not ${part.parameters.length}`;
}

/**
 * Returns what a parameter shows. Amounts and times are shown as their fallback, since each phone words them itself.
 */
function shownIn(filling: Filling, parameter: Fields, path: string): string {
  const { type, text } = parameter;
  const inside = parameter[`${type}`];
  if (type === 'text') return shown(filling, text, `${path}.text`);
  if (type === 'currency' || type === 'date_time') {
    const value = isFields(inside) ? inside.fallback_value : undefined;
    return shown(filling, value, `${path}.${type}.fallback_value`);
  }
  filling.refuse(`${path}.type must be one of text, currency, date_time`);
  return '';
}

function shown(filling: Filling, value: unknown, path: string): string {
  if (typeof value !== 'string' || value.trim() === '') filling.refuse(`${path} must be a text`);
  else if (UNSHOWN.test(value))
    filling.refuse(`${path} must have no line breaks, tabs or more than 4 blanks in a row`);
  return typeof value === 'string' ? value : '';
}
