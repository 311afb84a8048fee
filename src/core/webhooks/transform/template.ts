/** Templates of whole bodies: JSON, or one text, with `{{path}}` where a value of the event is put. */
import { type FieldProblem, type Problem, problem } from '../../shared/reasons/problems.ts';
import { isObject, shownName } from '../value-problems.ts';

/** Returns a text made of the event's body. Throws a TooLong. */
export type Composer = (body: unknown) => string;

/** The text would be longer than anything is meant to be. */
export class TooLong extends Error {}

/** A template may name a large value often. */
const TEXT_CHARACTERS_MAX = 1024 * 1024;

/** A part of the composed text. */
type Piece =
  | { readonly text: string }
  /** `json`: as JSON; `quoted`: inside a text of JSON; `plain`: as it is. */
  | { readonly path: Path; readonly as: 'json' | 'quoted' | 'plain' };

const PLACE = /\{\{([^{}]*)\}\}/g;

export const hasPlaces = (text: string): boolean => text.search(PLACE) !== -1;

/** Compiles a template. `path` is the name that problems give to it, such as `transform.template`. */
export function compileTemplate(
  template: unknown,
  path: string,
): { readonly compose: Composer } | { readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const pieces =
    typeof template === 'string'
      ? piecesOf(template, 'plain', path, problems)
      : jsonPieces(template, path, problems);
  return problems.length > 0 ? { problems } : { compose: composerOf(joined(pieces)) };
}

function jsonPieces(value: unknown, path: string, problems: FieldProblem[]): Piece[] {
  if (typeof value === 'string') return textPieces(value, path, problems);
  if (Array.isArray(value)) {
    const inner = value.map((one, at) => jsonPieces(one, `${path}[${at}]`, problems));
    return [{ text: '[' }, ...separated(inner), { text: ']' }];
  }
  if (!isObject(value)) return [{ text: JSON.stringify(value) }];
  const fields = Object.entries(value).map(([name, inner]) => {
    const place = `${path}.${shownName(name)}`;
    if (hasPlaces(name))
      problems.push({ field: place, ...problem('place_in_name', { place: '{{…}}' }) });
    return [{ text: `${JSON.stringify(name)}:` }, ...jsonPieces(inner, place, problems)];
  });
  return [{ text: '{' }, ...separated(fields), { text: '}' }];
}

const separated = (lists: readonly Piece[][]): Piece[] =>
  lists.flatMap((pieces, at) => (at === 0 ? pieces : [{ text: ',' }, ...pieces]));

/** A text that is nothing but one place becomes the value itself. */
function textPieces(text: string, path: string, problems: FieldProblem[]): Piece[] {
  const pieces = piecesOf(text, 'quoted', path, problems);
  const [only] = pieces;
  if (pieces.length === 1 && only && 'path' in only) return [{ path: only.path, as: 'json' }];
  const quoted = pieces.map((piece) =>
    'text' in piece ? { text: JSON.stringify(piece.text).slice(1, -1) } : piece,
  );
  return [{ text: '"' }, ...quoted, { text: '"' }];
}

/** Keys of instances are in the bodies of two formats, and shown to nobody. */
const KEYS: readonly string[] = ['apikey', 'instanceToken'];

function piecesOf(
  text: string,
  as: 'quoted' | 'plain',
  path: string,
  problems: FieldProblem[],
): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: place, 1: inner = '', index } of text.matchAll(PLACE)) {
    const parsed = parsePath(inner.trim());
    if ('problem' in parsed)
      problems.push({ field: `${path} ${shownName(place)}`, ...parsed.problem });
    else if (KEYS.includes(parsed[0] ?? ''))
      problems.push({ field: `${path} ${place}`, ...problem('names_key') });
    else pieces.push({ text: text.slice(end, index) }, { path: parsed, as });
    end = index + place.length;
  }
  return [...pieces, { text: text.slice(end) }].filter(
    (piece) => !('text' in piece) || piece.text !== '',
  );
}

/** Joins texts that follow each other. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && 'text' in last && 'text' in piece)
      result.splice(-1, 1, { text: last.text + piece.text });
    else result.push(piece);
  }
  return result;
}

const composerOf =
  (pieces: readonly Piece[]): Composer =>
  (body) => {
    let composed = '';
    for (const piece of pieces) {
      composed += 'text' in piece ? piece.text : textOf(valueAt(body, piece.path), piece.as);
      if (composed.length > TEXT_CHARACTERS_MAX) throw new TooLong();
    }
    return composed;
  };

function textOf(value: unknown, as: 'json' | 'quoted' | 'plain'): string {
  if (as === 'json') return JSON.stringify(value ?? null);
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return as === 'plain' ? text : JSON.stringify(text).slice(1, -1);
}

// Dotted paths into a body, and what is done at them. Nothing here changes the body that it is given.

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
