/**
 * Checks the extra headers of a webhook. They are sent unchanged, so none may alter the request's frame or its
 * signature.
 */
import { MASK } from '../shared/mask-url.ts';
import { type FieldProblem, type Problem, problem } from '../shared/reasons/problems.ts';

const HEADERS_MAX = 20;
const HEADER_BYTES_MAX = 4096;

export type Headers = Readonly<Record<string, string>>;
type CheckedHeaders = { readonly headers: Headers } | { readonly problems: FieldProblem[] };

/** A token as defined in RFC 9110. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/;
const VALUE = /^[\t\x20-\x7e]*$/;
/** Set by this service or by the connection, or dangerous as names of an object's fields. */
const REFUSED_NAMES =
  /^(host|connection|transfer-encoding|te|trailer|upgrade|keep-alive|__proto__|x-hub-signature-256|(content|proxy|webhook|x-gatehouse)-.*)$/i;

/**
 * The stored headers of a webhook; `isElsewhere` when they were meant for another origin than the one that is set now.
 */
interface StoredHeaders {
  readonly headers: Headers;
  readonly isElsewhere: boolean;
}

const NONE: StoredHeaders = { headers: {}, isElsewhere: false };

/**
 * Checks `value`, which the caller sent as `field`. A masked value means the one stored under that name, so that an
 * answer of webhook/find can be sent back; it never follows the webhook to another origin. Problems name the header, such
 * as `headers.host`.
 */
export function checkHeaders(
  value: unknown,
  stored: StoredHeaders = NONE,
  field = 'headers',
): CheckedHeaders {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problems: [{ field, ...problem('not_object_of_texts') }] };
  const entries = Object.entries(value);
  if (entries.length > HEADERS_MAX)
    return {
      problems: [
        { field, ...problem('too_many_headers', { max: HEADERS_MAX, count: entries.length }) },
      ],
    };
  const present = lowerCased(stored.isElsewhere ? {} : stored.headers);
  const seen = new Set<string>();
  const headers: [string, string][] = [];
  const problems: FieldProblem[] = [];
  for (const [name, text] of entries) {
    const lower = name.toLowerCase();
    const actual = text === MASK ? present.get(lower) : text;
    const isRepeated = seen.has(lower);
    const wrong =
      problemOfName(name) ??
      problemOfValue(actual, stored) ??
      (isRepeated ? problem('repeated_header') : null);
    if (wrong === null) headers.push([name, String(actual)]);
    else problems.push({ field: `${field}.${shownName(name)}`, ...wrong });
    seen.add(lower);
  }
  return problems.length > 0 ? { problems } : { headers: Object.fromEntries(headers) };
}

/** Returns header values as every answer shows them. */
export const maskHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));

const lowerCased = (headers: Headers): Map<string, string> =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function problemOfName(name: string): Problem | null {
  if (!NAME.test(name)) return problem('not_header_name');
  return REFUSED_NAMES.test(name) ? problem('header_not_settable') : null;
}

function problemOfValue(value: unknown, { isElsewhere }: StoredHeaders): Problem | null {
  if (value === undefined) return problem(isElsewhere ? 'value_stays_there' : 'value_not_stored');
  if (typeof value !== 'string') return problem('not_text');
  if (!VALUE.test(value)) return problem('not_header_value');
  return value.length > HEADER_BYTES_MAX
    ? problem('too_many_bytes', { max: HEADER_BYTES_MAX })
    : null;
}

/** A refused name may be anything, so it is shortened and its unusual characters are escaped. */
const shownName = (name: string): string =>
  NAME.test(name) ? name : JSON.stringify(name.slice(0, 64));
