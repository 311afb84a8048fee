/** Reads what a caller gives to fill a template: parameters for its parts, in the form of the official API. Pure. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';
import { type FieldProblem, problem } from '../../../core/shared/reasons/problems.ts';

/** One of the given `components`. */
export interface SentPart {
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
  readonly parts: readonly SentPart[];
  readonly problems: readonly FieldProblem[];
}

/** Absent when nothing is given. */
export function readSentParts(value: unknown, path: string): GivenParameters {
  if (value === undefined || value === null) return { parts: [], problems: [] };
  if (!Array.isArray(value) || value.length > PARTS_MAX)
    return {
      parts: [],
      problems: [{ field: path, ...problem('not_components', { max: PARTS_MAX }) }],
    };
  const read = value.map((one: unknown, index) => readPart(one, `${path}[${index}]`));
  const parts = read.filter((one) => 'for' in one);
  const doubled = parts.filter(
    (part, index) => parts.findIndex((other) => other.for === part.for) < index,
  );
  return {
    parts,
    problems: [
      ...read.filter((one) => 'reason' in one),
      ...doubled.map((part) => ({
        field: part.path,
        ...problem('part_given_twice', { part: part.for }),
      })),
    ],
  };
}

function readPart(value: unknown, path: string): SentPart | FieldProblem {
  if (!isFields(value)) return { field: path, ...problem('not_object') };
  const type = small(value.type);
  if (!TYPES.includes(`${type}`))
    return { field: `${path}.type`, ...problem('unknown_value', { values: TYPES.join(', ') }) };
  const { parameters = [], index, sub_type } = value;
  if (
    !Array.isArray(parameters) ||
    parameters.length > PARAMETERS_MAX ||
    !parameters.every(isTyped)
  )
    return {
      field: `${path}.parameters`,
      ...problem('not_typed_objects', { max: PARAMETERS_MAX }),
    };
  const spelled = parameters.map((one) => ({ ...one, type: small(one.type) }));
  const fields = { ...value, type, ...('parameters' in value && { parameters: spelled }) };
  if (type !== 'button') return { path, for: `${type}`, parameters: spelled, fields };
  if (!/^[0-9]$/.test(`${index}`))
    return { field: `${path}.index`, ...problem('not_button_place') };
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
