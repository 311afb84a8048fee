/** Dotted paths into a body, and what is done at them. Nothing here changes the body that it is given. */
import { type Problem, problem } from '../../shared/reasons/problems.ts';
import { isObject } from '../given-problem.ts';

/** The names of nested fields, such as `['data', 'Info']`. */
export type Path = readonly string[];

const PATH_CHARACTERS_MAX = 256;
const PARTS_MAX = 16;

/** Returns the parts of a dotted path, or what is wrong with it. */
export function parsePath(text: unknown): Path | { readonly problem: Problem } {
  if (typeof text !== 'string' || text === '') return { problem: problem('not_path') };
  const parts = text.split('.');
  if (text.length > PATH_CHARACTERS_MAX || parts.length > PARTS_MAX)
    return { problem: problem('path_too_long', { max: PARTS_MAX }) };
  if (parts.includes('')) return { problem: problem('empty_name') };
  return parts.includes('__proto__') ? { problem: problem('names_prototype') } : parts;
}

/** Tells whether one path is the other, or leads into it. */
export const isWithin = (path: Path, outer: Path): boolean =>
  outer.length <= path.length && outer.every((part, at) => part === path[at]);

/** Names and what is beneath each; null for all of it. */
type Tree = ReadonlyMap<string, Tree | null>;

/** Builds the tree of some paths; of one that leads into another, the shorter counts. */
export function treeOf(paths: readonly Path[]): Tree {
  const byFirst = Map.groupBy(paths, ([first = '']) => first);
  return new Map(
    [...byFirst].map(([name, its]) => [
      name,
      its.some(({ length }) => length === 1) ? null : treeOf(its.map((path) => path.slice(1))),
    ]),
  );
}

/** Returns only what the paths name; of each element of a list, too. */
export function pick(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value))
    return value.map((element) => pick(element, tree)).filter((picked) => picked !== undefined);
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const beneath = tree.get(name);
      if (beneath === undefined) return [];
      const picked = beneath === null ? inner : pick(inner, beneath);
      return picked === undefined ? [] : [[name, picked]];
    }),
  );
}

/** Returns all but what the paths name; of each element of a list, too. */
export function omit(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((element) => omit(element, tree));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const beneath = tree.get(name);
      if (beneath === null) return [];
      return [[name, beneath === undefined ? inner : omit(inner, beneath)]];
    }),
  );
}

/** Returns what is at a path, where numbers name the elements of lists; undefined if there is nothing. */
export function valueAt(value: unknown, path: Path): unknown {
  let found: unknown = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return undefined;
    // The cast: an object, or a list by its index.
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/**
 * Returns the object with a value at a path, or null when something on the way is no object. `copies` has the objects
 * that were copied before for the same result: each is copied once, however many values are put into it.
 */
export function withValue(
  object: unknown,
  path: Path,
  value: unknown,
  copies: Set<object>,
): object | null {
  if (!isObject(object)) return null;
  const [name = '', ...rest] = path;
  const present = Object.hasOwn(object, name) ? object[name] : {};
  const inner = rest.length === 0 ? value : withValue(present, rest, value, copies);
  if (rest.length > 0 && inner === null) return null;
  const copy: Record<string, unknown> = copies.has(object) ? object : { ...object };
  copies.add(copy);
  copy[name] = inner;
  return copy;
}
