/** Filters of events, written as data: what a body must have so that an endpoint gets it. */

import type { BodyFields } from '../../events/contract/channel.ts';
import { FilterBudget } from '../../events/contract/filter-budget.ts';
import type { Log } from '../../shared/log.ts';
import { nearest } from '../../shared/nearest.ts';
import { type FieldProblem, type Problem, problem } from '../../shared/reasons/problems.ts';
import { isObject, PROBLEMS_MAX, shownName, sizeProblem } from '../value-problems.ts';

/** A filter as its owner wrote it: names of fields and operators. */
export type Filter = Readonly<Record<string, unknown>>;

/** Returns whether a body fits. Throws a FilterBudgetSpent when that would cost more than the budget has. */
type CompiledFilter = (body: unknown, budget?: FilterBudget) => boolean;

const CONDITIONS_MAX = 200;

/** Compiles what a caller sent as `filter`. */
export function compileFilter(
  filter: unknown,
): { readonly test: CompiledFilter } | { readonly problems: readonly FieldProblem[] } {
  if (!isObject(filter)) return wrong(problem('not_filter'));
  const oversize = sizeProblem(filter);
  if (oversize !== null) return wrong(oversize);
  const compiler = new Compiler();
  const test = compiler.filter(filter, FIELD);
  if (compiler.problems.length > 0) return { problems: compiler.problems.slice(0, PROBLEMS_MAX) };
  if (compiler.conditions > CONDITIONS_MAX)
    return wrong(problem('too_many_conditions', { max: CONDITIONS_MAX }));
  return { test: (body, budget = new FilterBudget()) => test(body, budget) };
}

const FIELD = 'filter';
const wrong = (found: Problem) => ({ problems: [{ field: FIELD, ...found }] });

const isJunction = (name: string): name is (typeof JUNCTIONS)[number] =>
  JUNCTIONS.some((one) => one === name);

const NEVER: Test = () => false;

class Compiler {
  readonly problems: FieldProblem[] = [];
  conditions = 0;

  /** Compiles a filter, or the value that a field must have. */
  filter(condition: unknown, path: string): Test {
    this.conditions++;
    if (isScalar(condition)) return equals(condition);
    if (!isObject(condition)) return this.#wrong(path, problem('not_condition'));
    const entries = Object.entries(condition);
    if (entries.length === 0) return this.#wrong(path, problem('empty'));
    const operators: Test[] = [];
    const fields: Test[] = [];
    for (const [name, operand] of entries) {
      const place = `${path}.${shownName(name)}`;
      if (name.startsWith('$')) operators.push(this.#operator(name, operand, place));
      else fields.push(this.#field(name, operand, place));
    }
    return allOf(fields.length === 0 ? operators : [...operators, ofObject(allOf(fields))]);
  }

  /** `a.b` is the field `b` of the field `a`. */
  #field(name: string, operand: unknown, path: string): Test {
    const names = name.split('.');
    if (names.includes('')) return this.#wrong(path, problem('empty_name'));
    const inner = this.filter(operand, path);
    const [last = '', ...before] = names.reverse();
    return before.reduce((test, one) => inField(one, ofObject(test)), inField(last, inner));
  }

  #operator(name: string, operand: unknown, path: string): Test {
    if (isJunction(name)) return this.#junction(name, operand, path);
    const operator = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined;
    if (operator === undefined) return this.#wrong(path, operatorProblem(name));
    this.conditions++;
    const test = operator(operand);
    return 'problem' in test ? this.#wrong(path, test.problem) : test;
  }

  #junction(name: (typeof JUNCTIONS)[number], operand: unknown, path: string): Test {
    if (name === '$not') return not(this.filter(operand, path));
    if (!Array.isArray(operand) || operand.length === 0)
      return this.#wrong(path, problem('not_list_of_filters'));
    const tests = operand.map((one, index) => this.filter(one, `${path}[${index}]`));
    return name === '$and' ? allOf(tests) : anyOf(tests);
  }

  #wrong(field: string, found: Problem): Test {
    this.problems.push({ field, ...found });
    return NEVER;
  }
}

function allOf(tests: readonly Test[]): Test {
  const [first = NEVER, ...others] = tests;
  if (others.length === 0) return first;
  return (value, work) => {
    for (const test of tests) if (!test(value, work)) return false;
    return true;
  };
}

const anyOf =
  (tests: readonly Test[]): Test =>
  (value, work) =>
    tests.some((test) => test(value, work));

/** Tests the fields of an object, or of one of the objects in a list. */
const ofObject =
  (test: Test): Test =>
  (value, work) =>
    Array.isArray(value) && value.length > 0
      ? value.some((element) => test(element, work))
      : test(value, work);

/** Tests a field of an object. Inherited names such as `toString` are no fields. */
const inField =
  (name: string, test: Test): Test =>
  (value, work) => {
    work.spend();
    const isOwn = isObject(value) && Object.hasOwn(value, name);
    return test(isOwn ? value[name] : undefined, work);
  };

/** A value that can be compared. */
type Scalar = string | number | boolean | null;

/** The remaining cost that a filter may cause for one event; comparing long lists and texts costs more. */
type Work = Pick<FilterBudget, 'spend'>;

/** Tells whether a value of the body fits; undefined means that the body has no such value. */
type Test = (value: unknown, work: Work) => boolean;

/** Returns the test for an operand, or what is wrong with it. */
type Operator = (operand: unknown) => Test | { readonly problem: Problem };

const isScalar = (value: unknown): value is Scalar =>
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

const equals = (operand: Scalar): Test => orElement((value) => value === operand, operand);

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
const COMPARISONS: Readonly<Record<string, Operator>> = {
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
const JUNCTIONS = ['$or', '$and', '$not'] as const;

const ALL: readonly string[] = [...Object.keys(COMPARISONS), ...JUNCTIONS];

/** Says of an unknown operator which was probably meant, or which there are. */
function operatorProblem(name: string): Problem {
  const meant = nearest(name, ALL);
  return meant === null
    ? problem('operator_unknown', { operators: ALL.join(', ') })
    : problem('operator_misspelt', { meant });
}

// Says that filters could not be decided: such events are delivered, and each filter is named once in the log.

export interface FilterFailures {
  /** How many events were delivered because a filter could not be decided. */
  readonly count: number;
  /** Returns what reports the failures of one filter. */
  of(endpoint: string): (event: BodyFields, reason: string) => void;
}

export function createFilterFailures(log: Pick<Log, 'warn'>): FilterFailures {
  let count = 0;
  return {
    get count() {
      return count;
    },
    of(endpoint) {
      let isLogged = false;
      return (event, reason) => {
        count++;
        if (isLogged) return;
        isLogged = true;
        const { instanceName, instanceId, accountId } = event;
        log.warn('a filter could not be decided, and its events are delivered', {
          endpoint,
          ...(accountId === undefined ? { instanceName, instanceId } : { accountId }),
          reason,
        });
      };
    },
  };
}
