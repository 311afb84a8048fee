/** Templates of whole bodies: JSON, or one text, with `{{path}}` where a value of the event is put. */
import { type FieldProblem, problem } from '../../shared/reasons/problems.ts';
import { isObject, shownName } from '../given-problem.ts';
import { type Path, parsePath, valueAt } from './paths.ts';

/** Returns a text made of the event's body. Throws a TooLong. */
export type Composer = (body: unknown) => string;

/** The text would be longer than anything is meant to be. */
export class TooLong extends Error {}

/** A template may name a large value often. */
export const TEXT_CHARACTERS_MAX = 1024 * 1024;

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
