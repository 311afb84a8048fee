/** Transforms of bodies, written as data: which fields are sent, under which names, or a template for all of it. */
import { type FieldProblem, type Problem, problem } from '../../shared/reasons/problems.ts';
import { isObject, PROBLEMS_MAX, shownName, sizeProblem } from '../value-problems.ts';
import { PRESETS, type Preset, presetBody } from './presets.ts';
import {
  type Composer,
  compileTemplate,
  hasPlaces,
  isWithin,
  omit,
  type Path,
  parsePath,
  pick,
  TooLong,
  treeOf,
  valueAt,
  withValue,
} from './template.ts';

/** A transform as its owner wrote it. */
export interface Transform {
  readonly pick?: readonly string[];
  readonly omit?: readonly string[];
  /** The new path by the present one. */
  readonly rename?: Readonly<Record<string, string>>;
  /** A preset, a text, or JSON; then there are no other fields. */
  readonly template?: unknown;
}

export interface TransformedBody {
  readonly body: string;
  readonly contentType: string;
}

/** Returns the new body, or a problem. `stored` is the event before it got the format of its receiver. */
export type CompiledTransform = (
  body: unknown,
  stored: unknown,
) => TransformedBody | { readonly problem: string };

const PATHS_MAX = 100;
const FIELDS = ['pick', 'omit', 'rename', 'template'];
export const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain; charset=utf-8';
const NOT_TEMPLATE = problem('not_template', { presets: PRESETS.join(', '), place: '{{path}}' });

/** Compiles what a caller sent as `transform`. */
export function compileTransform(
  transform: unknown,
): { readonly apply: CompiledTransform } | { readonly problems: readonly FieldProblem[] } {
  const compiler = new Compiler();
  const apply = compiler.compile(transform);
  return apply === null || compiler.problems.length > 0
    ? { problems: compiler.problems.slice(0, PROBLEMS_MAX) }
    : { apply };
}

/** Throws a Failure. */
type Change = (body: unknown) => unknown;

class Compiler {
  readonly problems: FieldProblem[] = [];

  compile(transform: unknown): CompiledTransform | null {
    if (!isObject(transform)) return this.#wrong('transform', problem('not_transform'));
    const oversize = sizeProblem(transform);
    if (oversize !== null) return this.#wrong('transform', oversize);
    for (const name of Object.keys(transform))
      if (!FIELDS.includes(name))
        this.#wrong(
          `transform.${shownName(name)}`,
          problem('not_one_of_fields', { fields: FIELDS.join(', ') }),
        );
    return 'template' in transform ? this.#template(transform) : this.#changes(transform);
  }

  #template({ template, ...others }: Readonly<Record<string, unknown>>): CompiledTransform | null {
    const path = 'transform.template';
    if (Object.keys(others).length > 0) return this.#wrong(path, problem('template_beside_others'));
    if (typeof template === 'string' && !hasPlaces(template)) {
      const preset = PRESETS.find((one) => one === template);
      return preset === undefined ? this.#wrong(path, NOT_TEMPLATE) : byPreset(preset);
    }
    if (typeof template !== 'string' && (typeof template !== 'object' || template === null))
      return this.#wrong(path, NOT_TEMPLATE);
    const compiled = compileTemplate(template, path);
    if ('compose' in compiled)
      return byTemplate(compiled.compose, typeof template === 'string' ? TEXT_TYPE : JSON_TYPE);
    this.problems.push(...compiled.problems);
    return null;
  }

  #changes(transform: Readonly<Record<string, unknown>>): CompiledTransform | null {
    const picked = this.#paths(transform, 'pick');
    const omitted = this.#paths(transform, 'omit');
    const renamed = this.#renames(transform);
    if (!picked && !omitted && !renamed && this.problems.length === 0)
      return this.#wrong('transform', problem('empty_transform'));
    if (picked && omitted) this.#requireRest(picked, omitted);
    const changes: Change[] = [];
    if (picked) changes.push(inTree(pick, picked));
    if (omitted) changes.push(inTree(omit, omitted));
    if (renamed) changes.push(renaming(renamed));
    return byChanges(changes);
  }

  #paths(transform: Readonly<Record<string, unknown>>, field: 'pick' | 'omit'): Path[] | null {
    const listed = transform[field];
    const path = `transform.${field}`;
    if (listed === undefined) return null;
    if (!Array.isArray(listed) || listed.length === 0 || listed.length > PATHS_MAX)
      return this.#wrong(path, problem('not_list_of_paths', { max: PATHS_MAX }));
    return listed.flatMap((one, at) => this.#path(one, `${path}[${at}]`) ?? []);
  }

  #path(text: unknown, path: string): readonly Path[] | null {
    const parsed = parsePath(text);
    return 'problem' in parsed ? this.#wrong(path, parsed.problem) : [parsed];
  }

  #renames(transform: Readonly<Record<string, unknown>>): [from: Path, to: Path][] | null {
    const { rename: renames } = transform;
    const path = 'transform.rename';
    if (renames === undefined) return null;
    const entries = isObject(renames) ? Object.entries(renames) : [];
    if (entries.length === 0 || entries.length > PATHS_MAX)
      return this.#wrong(path, problem('not_object_of_paths', { max: PATHS_MAX }));
    const found = entries.flatMap(([from, to]): [from: Path, to: Path, place: string][] => {
      const place = `${path}.${shownName(from)}`;
      const [source] = this.#path(from, place) ?? [];
      const [target] = this.#path(to, place) ?? [];
      if (from === to) this.#wrong(place, problem('same_path'));
      return source && target ? [[source, target, place]] : [];
    });
    for (const [at, [from, to, place]] of found.entries())
      for (const [otherFrom, otherTo] of found.slice(0, at)) {
        if (isWithin(from, otherFrom) || isWithin(otherFrom, from))
          this.#wrong(place, problem('path_overlaps', { other: otherFrom.join('.') }));
        if (isWithin(to, otherTo) || isWithin(otherTo, to))
          this.#wrong(
            place,
            problem('new_path_overlaps', { path: to.join('.'), other: otherTo.join('.') }),
          );
      }
    return found.map(([from, to]) => [from, to]);
  }

  #requireRest(picked: readonly Path[], omitted: readonly Path[]): void {
    if (picked.every((path) => omitted.some((outer) => isWithin(path, outer))))
      this.#wrong('transform.omit', problem('nothing_left'));
  }

  #wrong(field: string, found: Problem): null {
    this.problems.push({ field, ...found });
    return null;
  }
}

/** A change that could not be made to an event. */
class Failure extends Error {}

function inTree(change: typeof pick, paths: readonly Path[]): Change {
  const tree = treeOf(paths);
  return (body) => change(body, tree);
}

function renaming(renames: readonly (readonly [from: Path, to: Path])[]): Change {
  const sources = treeOf(renames.map(([from]) => from));
  return (body) => {
    const found = renames.flatMap(([from, to]) => {
      const value = valueAt(body, from);
      return value === undefined ? [] : [{ to, value }];
    });
    let renamed = omit(body, sources);
    const copies = new Set<object>();
    for (const { to, value } of found) {
      const after = withValue(renamed, to, value, copies);
      if (after === null)
        throw new Failure(`rename: nothing can be put at ${to.join('.')}, since it is in a value`);
      renamed = after;
    }
    return renamed;
  };
}

const byChanges =
  (changes: readonly Change[]): CompiledTransform =>
  (body) => {
    try {
      const changed = changes.reduce((value, change) => change(value), body);
      return { body: JSON.stringify(changed), contentType: JSON_TYPE };
    } catch (error) {
      if (error instanceof Failure) return { problem: error.message };
      throw error;
    }
  };

const byTemplate =
  (compose: Composer, contentType: string): CompiledTransform =>
  (body) => {
    try {
      return { body: compose(body), contentType };
    } catch (error) {
      if (error instanceof TooLong) return { problem: 'template: the body would be above 1 MiB' };
      throw error;
    }
  };

const byPreset =
  (preset: Preset): CompiledTransform =>
  (_, stored) => ({
    body: presetBody(preset, stored),
    contentType: preset === 'text' ? TEXT_TYPE : JSON_TYPE,
  });
