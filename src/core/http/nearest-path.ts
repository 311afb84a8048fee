/** Finds the operation that was probably meant by a path that has no route. */
import type { AnyElysia } from 'elysia';
import { leastWrong, slipsBetween } from '../shared/nearest.ts';
import { withUrl } from './inner-call.ts';
import { isOffered } from './openapi.ts';

interface KnownPath {
  readonly method: string;
  /** The path in the form of the documentation: `/message/sendText/{instanceName}`. */
  readonly path: string;
  readonly parts: readonly string[];
}

const PATH_CHARACTERS_MAX = 256;
const PARTS_MAX = 12;
/** A prefix such as `/api` or `/v2` in front of our paths. */
const PREFIX_PARTS_MAX = 2;
const PREFIX_SLIPS = 2;
const SLIPS_MAX = 5;

const isParameter = (part: string): boolean => part.startsWith('{');

/** Returns a function that returns `POST /message/sendText/{instanceName}`, or null when no operation is near. */
export function nearestPaths(app: AnyElysia): (method: string, path: string) => string | null {
  let known: readonly KnownPath[] | undefined;
  return (method, path) => {
    if (path.length > PATH_CHARACTERS_MAX) return null;
    known ??= app.routes.filter(isOffered).map(toKnown);
    const typed = path.toLowerCase().split('/').filter(Boolean);
    if (typed.length === 0 || typed.length > PARTS_MAX) return null;
    const found = leastWrong(known, (one) => {
      const slips = slipsTo(one, typed);
      if (slips > slipsAllowed(one)) return Number.POSITIVE_INFINITY;
      // Among equally near ones, that with the method of the request.
      return slips + (one.method === method ? 0 : 0.5);
    });
    return found && `${found.method} ${found.path}`;
  };
}

function toKnown({ method, path }: { method: string; path: string }): KnownPath {
  const shown = path.replaceAll(/:(\w+)\??/g, '{$1}');
  const parts = shown.split('/').filter(Boolean);
  return { method: method === 'WS' ? 'GET' : method, path: shown, parts };
}

/** One slip for three characters outside parameters, so that short paths do not turn into others. */
const slipsAllowed = ({ parts }: KnownPath): number => {
  const letters = parts.reduce((sum, part) => sum + (isParameter(part) ? 0 : part.length), 0);
  return Math.min(SLIPS_MAX, Math.floor(letters / 3));
};

function slipsTo({ parts }: KnownPath, typed: readonly string[]): number {
  const slips = Array.from({ length: PREFIX_PARTS_MAX + 1 }, (_, left) =>
    left < typed.length ? left * PREFIX_SLIPS + slipsInParts(parts, typed.slice(left)) : Infinity,
  );
  return Math.min(...slips);
}

/** Compares part by part; whatever stands where a parameter is fits it, and a missing one is one slip. */
function slipsInParts(parts: readonly string[], typed: readonly string[]): number {
  let slips = 0;
  for (let at = 0; at < Math.max(parts.length, typed.length); at++) {
    const [part, typedPart] = [parts[at], typed[at]];
    if (part === undefined || typedPart === undefined)
      slips += part !== undefined && isParameter(part) ? 1 : (part ?? typedPart ?? '').length;
    else if (!isParameter(part)) slips += slipsBetween(part.toLowerCase(), typedPart);
    if (slips > SLIPS_MAX) return Infinity;
  }
  return slips;
}

/** Returns the same request with one slash in front of its path. */
export function withOneSlash(request: Request): Request {
  const { url } = request;
  const start = url.indexOf('/', 'http://'.length);
  if (url[start + 1] !== '/' || url.startsWith('/')) return request;
  return withUrl(request, url.slice(0, start) + url.slice(start).replace(/^\/+/, '/'));
}
