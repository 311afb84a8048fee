/** Reads what a caller gives to fill a template: parameters for its parts, in the form of the official API. Pure. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';

/** One of the given `components`. */
export interface GivenPart {
  /** Its path in the body: `components[1]`. */
  readonly path: string;
  /** The part of the template that it fills: `body`, or `button 0`. */
  readonly for: string;
  readonly parameters: readonly Fields[];
  /** As the official API takes it, with types in small letters. */
  readonly fields: Fields;
}

const TYPES = ['header', 'body', 'button', 'limited_time_offer', 'carousel'];
/** No template has more parts with parameters. */
const PARTS_MAX = 16;
/** No part has more parameters. */
const PARAMETERS_MAX = 100;

interface GivenParameters {
  readonly parts: readonly GivenPart[];
  readonly problems: readonly string[];
}

/** Absent when nothing is given. */
export function readGiven(value: unknown, path: string): GivenParameters {
  if (value === undefined || value === null) return { parts: [], problems: [] };
  if (!Array.isArray(value) || value.length > PARTS_MAX)
    return { parts: [], problems: [`${path} must be an array of at most ${PARTS_MAX} components`] };
  const read = value.map((one: unknown, index) => readPart(one, `${path}[${index}]`));
  const parts = read.filter((one) => typeof one !== 'string');
  const doubled = parts.filter(
    (part, index) => parts.findIndex((other) => other.for === part.for) < index,
  );
  return {
    parts,
    problems: [
      ...read.filter((one) => typeof one === 'string'),
      ...doubled.map((part) => `${part.path} is for the ${part.for}, which was given before`),
    ],
  };
}

/** Returns a text that says what is wrong. */
function readPart(value: unknown, path: string): GivenPart | string {
  if (!isFields(value)) return `${path} must be an object`;
  const type = small(value.type);
  if (!TYPES.includes(`${type}`)) return `${path}.type must be one of ${TYPES.join(', ')}`;
  const { parameters = [], index, sub_type } = value;
  if (
    !Array.isArray(parameters) ||
    parameters.length > PARAMETERS_MAX ||
    !parameters.every(isTyped)
  )
    return `${path}.parameters must be an array of at most ${PARAMETERS_MAX} objects, each with a type`;
  const spelled = parameters.map((one) => ({ ...one, type: small(one.type) }));
  const fields = { ...value, type, ...('parameters' in value && { parameters: spelled }) };
  if (type !== 'button') return { path, for: `${type}`, parameters: spelled, fields };
  if (!/^[0-9]$/.test(`${index}`)) return `${path}.index must be the place of a button, 0-9`;
  return {
    path,
    for: `button ${index}`,
    parameters: spelled,
    fields: { ...fields, index: `${index}`, sub_type: small(sub_type) },
  };
}

const isTyped = (one: unknown): one is Fields => isFields(one) && typeof one.type === 'string';

const small = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;
