/** Filters of events, written as data: what a body must have so that an endpoint gets it. */
import { FilterBudget } from '../../events/contract/filter-budget.ts';
import { type FieldProblem, type Problem, problem } from '../../shared/reasons/problems.ts';
import { isObject, PROBLEMS_MAX, shownName, sizeProblem } from '../given-problem.ts';
import {
  COMPARISONS,
  equals,
  isScalar,
  JUNCTIONS,
  not,
  operatorProblem,
  type Test,
} from './operators.ts';

/** A filter as its owner wrote it: names of fields and operators. */
export type Filter = Readonly<Record<string, unknown>>;

/** Returns whether a body fits. Throws a FilterBudgetSpent when that would cost more than the budget has. */
export type CompiledFilter = (body: unknown, budget?: FilterBudget) => boolean;

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
