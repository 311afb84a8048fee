/** The operators of filters: what each takes, and which values it fits. */
import type { FilterBudget } from '../../events/contract/filter-budget.ts';
import { nearest } from '../../shared/nearest.ts';
import { type Problem, problem } from '../../shared/reasons/problems.ts';

/** A value that can be compared. */
export type Scalar = string | number | boolean | null;

/** The remaining cost that a filter may cause for one event; comparing long lists and texts costs more. */
export type Work = Pick<FilterBudget, 'spend'>;

/** Tells whether a value of the body fits; undefined means that the body has no such value. */
export type Test = (value: unknown, work: Work) => boolean;

/** Returns the test for an operand, or what is wrong with it. */
type Operator = (operand: unknown) => Test | { readonly problem: Problem };

export const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** How many characters are compared for one step. */
const CHARACTERS_PER_STEP = 64;

/** A list fits if it or one of its elements does. Each comparison may read all of a text that is the operand. */
const orElement = (fits: (value: unknown) => boolean, operand?: Scalar): Test => {
  const steps =
    1 + (typeof operand === 'string' ? Math.floor(operand.length / CHARACTERS_PER_STEP) : 0);
  return (value, work) => {
    work.spend(steps);
    if (!Array.isArray(value)) return fits(value);
    work.spend(value.length * steps);
    return value.some(fits);
  };
};

export const not =
  (test: Test): Test =>
  (value, work) =>
    !test(value, work);

export const equals = (operand: Scalar): Test => orElement((value) => value === operand, operand);

const NOT_SCALAR = { problem: problem('not_scalar') };
const EMPTY_TEXT = { problem: problem('not_filled_text') };

const scalar =
  (testOf: (operand: Scalar) => Test): Operator =>
  (operand) =>
    isScalar(operand) ? testOf(operand) : NOT_SCALAR;

const LIST_MAX = 500;

const list =
  (testOf: (operand: ReadonlySet<unknown>) => Test): Operator =>
  (operand) =>
    Array.isArray(operand) && operand.length > 0 && operand.length <= LIST_MAX
      ? operand.every(isScalar)
        ? testOf(new Set(operand))
        : { problem: problem('not_list_of_scalars') }
      : { problem: problem('not_list_of_values', { max: LIST_MAX }) };

const isIn = (operand: ReadonlySet<unknown>): Test => orElement((value) => operand.has(value));

/** Compares numbers with numbers, and texts with texts, such as times. */
const compared =
  (holds: (one: string | number, other: string | number) => boolean): Operator =>
  (operand) =>
    typeof operand === 'string' || typeof operand === 'number'
      ? orElement(
          (value) => typeof value === typeof operand && holds(value as string, operand),
          operand,
        )
      : { problem: problem('not_number_or_text') };

const text =
  (holds: (value: string, operand: string) => boolean): Operator =>
  (operand) =>
    typeof operand === 'string' && operand !== ''
      ? orElement((value) => typeof value === 'string' && holds(value, operand), operand)
      : EMPTY_TEXT;

/** How long a text may be that is looked for in others. */
const NEEDLE_CHARACTERS_MAX = 256;

const contains: Operator = (operand) => {
  if (!isScalar(operand)) return NOT_SCALAR;
  const isElement = equals(operand);
  if (typeof operand !== 'string') return isElement;
  const { length } = operand;
  if (length === 0) return EMPTY_TEXT;
  if (length > NEEDLE_CHARACTERS_MAX)
    return { problem: problem('longer_than', { max: NEEDLE_CHARACTERS_MAX, length }) };
  return (value, work) => {
    if (typeof value !== 'string') return isElement(value, work);
    // The search may compare the whole operand at each character of the text.
    work.spend(1 + Math.floor((value.length * length) / CHARACTERS_PER_STEP));
    return value.includes(operand);
  };
};

/** Operators that compare a value with their operand. */
export const COMPARISONS: Readonly<Record<string, Operator>> = {
  $eq: scalar(equals),
  $neq: scalar((operand) => not(equals(operand))),
  $gt: compared((value, operand) => value > operand),
  $gte: compared((value, operand) => value >= operand),
  $lt: compared((value, operand) => value < operand),
  $lte: compared((value, operand) => value <= operand),
  $in: list(isIn),
  $nin: list((operand) => not(isIn(operand))),
  $startsWith: text((value, operand) => value.startsWith(operand)),
  $endsWith: text((value, operand) => value.endsWith(operand)),
  $contains: contains,
  $exists: (operand) =>
    typeof operand === 'boolean'
      ? (value, work) => {
          work.spend();
          return (value !== undefined) === operand;
        }
      : { problem: problem('not_boolean') },
};

/** Operators that join other filters. */
export const JUNCTIONS = ['$or', '$and', '$not'] as const;

const ALL: readonly string[] = [...Object.keys(COMPARISONS), ...JUNCTIONS];

/** Says of an unknown operator which was probably meant, or which there are. */
export function operatorProblem(name: string): Problem {
  const meant = nearest(name, ALL);
  return meant === null
    ? problem('operator_unknown', { operators: ALL.join(', ') })
    : problem('operator_misspelt', { meant });
}
