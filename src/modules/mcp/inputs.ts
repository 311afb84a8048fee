/** The input of a tool: one flat list of fields from the schemas of its operation, and the request that they make. */
import type { TSchema } from '@sinclair/typebox';
import type { InnerRequest } from '../../core/http/inner-call.ts';
import { type Json, type JsonObject, noComponents } from '../../core/http/openapi-components.ts';
import { plainSchema } from '../../core/http/openapi-schema.ts';
import { segmentProblem } from '../../core/http/path-names.ts';
import type { AgentOffer, RequestHeader } from '../../core/http/route-detail.ts';
import { failure } from '../../core/shared/errors.ts';

/** The parts of a route that tools use. */
export interface OfferedRoute {
  readonly method: string;
  readonly path: string;
  readonly hooks: {
    readonly params?: TSchema;
    readonly query?: TSchema;
    readonly body?: TSchema;
    readonly detail?: {
      readonly summary?: string;
      readonly description?: string;
      readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
      readonly requestHeaders?: readonly RequestHeader[];
      readonly agent?: AgentOffer;
    };
  };
}

/** The place of a field in the request, and its name there. */
interface Input {
  readonly place: 'path' | 'query' | 'header' | 'body';
  readonly name: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

/** Fields by their name; no two of one operation have the same. */
export type Inputs = ReadonlyMap<string, Input>;

export function inputsOf({ method, hooks }: OfferedRoute): Inputs {
  const inputs = new Map<string, Input>();
  const put = (name: string, input: Input) => {
    // A query and a header may say the same: the first is enough.
    if (!inputs.has(name)) inputs.set(name, input);
  };
  for (const place of ['params', 'query', 'body'] as const) {
    const schema = inlined(hooks[place]);
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const at = place === 'params' ? 'path' : place;
      put(name, {
        place: at,
        name,
        schema: field,
        isRequired: at === 'path' || required.has(name),
      });
    }
  }
  for (const header of hooks.detail?.requestHeaders ?? []) {
    const { name, description, methods, schema = { type: 'string' } } = header;
    if (methods && !methods.includes(method)) continue;
    const { examples: _, ...plain } = schema;
    const field = { ...plain, description };
    put(name.replaceAll('-', '_'), { place: 'header', name, schema: field, isRequired: false });
  }
  return inputs;
}

/** The JSON Schema of all fields together. */
export const inputSchemaOf = (inputs: Inputs) => ({
  type: 'object' as const,
  properties: Object.fromEntries([...inputs].map(([name, { schema }]) => [name, schema as object])),
  required: [...inputs].filter(([, { isRequired }]) => isRequired).map(([name]) => name),
  additionalProperties: false,
});

/** A schema as JSON without references, which not all clients follow. */
function inlined(schema: TSchema | undefined): JsonObject {
  if (schema === undefined) return {};
  const components = noComponents();
  const plain = plainSchema(schema, components);
  // The cast: schemas of bodies, queries and parameters are objects.
  return resolved(plain, components.schemas) as JsonObject;
}

const REFERENCE = '#/components/schemas/';

function resolved(value: Json, named: ReadonlyMap<string, Json>): Json {
  if (Array.isArray(value)) return value.map((one) => resolved(one, named));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.$ref === 'string')
    return resolved(named.get(value.$ref.slice(REFERENCE.length)) ?? {}, named);
  return Object.fromEntries(
    Object.entries(withPlainChoices(value))
      .filter(([name, held]) => !isForPrograms(name, held))
      .map(([name, held]) => {
        const inner = resolved(held, named);
        return [name, name === 'properties' ? typedOf(inner) : inner];
      }),
  );
}

/** A field of any type is there for clients of other systems, and some clients refuse all tools for one. */
const typedOf = (fields: Json): Json =>
  Object.fromEntries(
    Object.entries(fields ?? {}).filter(
      ([, schema]) => schema instanceof Object && ('type' in schema || 'anyOf' in schema),
    ),
  );

/** The other formats make some clients refuse all tools. */
const KNOWN_FORMAT = 'date-time';

/** Models read what the description says. A field of the same name holds a schema. */
function isForPrograms(keyword: string, held: Json): boolean {
  if (keyword === 'pattern') return typeof held === 'string';
  if (keyword === 'format') return typeof held === 'string' && held !== KNOWN_FORMAT;
  if (keyword === 'examples') return Array.isArray(held);
  return keyword === 'uniqueItems' && typeof held === 'boolean';
}

/**
 * Returns a schema whose `enum` has nothing but texts, and without `const`: some clients refuse all tools for others.
 * Numbers and booleans become bounds and words in the description.
 */
function withPlainChoices(schema: JsonObject): JsonObject {
  const { const: only, enum: listed, description, ...rest } = schema;
  const choices = isScalar(only) ? [only] : Array.isArray(listed) ? listed : null;
  if (choices === null) return schema;
  if (choices.every((one) => typeof one === 'string')) {
    const described = description === undefined ? {} : { description };
    return { ...rest, ...described, type: 'string', enum: choices };
  }
  const numbers = choices.filter((one) => typeof one === 'number');
  const words = `Allowed: ${choices.join(', ')}`;
  return {
    ...rest,
    ...(numbers.length > 0 && { minimum: Math.min(...numbers), maximum: Math.max(...numbers) }),
    description: typeof description === 'string' ? `${description}. ${words}` : words,
  };
}

const isScalar = (value: Json | undefined): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Throws `invalid` naming every field that is unknown, missing or no text where one is needed. */
export function requestOf(
  { method, path }: Pick<OfferedRoute, 'method' | 'path'>,
  inputs: Inputs,
  args: Readonly<Record<string, unknown>>,
): InnerRequest {
  const { texts, body, problems } = sorted(inputs, args);
  for (const [field, input] of inputs) {
    const problem = input.place === 'body' ? null : problemOf(input, texts[input.place]);
    if (problem !== null) problems.push(`${field} ${problem}`);
  }
  if (problems.length > 0)
    throw failure('arguments_invalid', { problems: problems.slice(0, PROBLEMS_MAX).join('; ') });
  const query = new URLSearchParams([...texts.query]);
  const filled = path.replaceAll(/:(\w+)/g, (_, name) =>
    encodeURIComponent(texts.path.get(name) ?? ''),
  );
  return {
    // The cast: those of the offered operations are.
    method: method as InnerRequest['method'],
    path: query.size === 0 ? filled : `${filled}?${query}`,
    headers: Object.fromEntries(texts.header),
    body: Object.fromEntries(body),
  };
}

/** Sorts the given fields by where they go. Null means absent, except in a body, where it may have a meaning. */
function sorted(inputs: Inputs, args: Readonly<Record<string, unknown>>) {
  const texts = { path: new Map<string, string>(), query: new Map(), header: new Map() };
  const body: [string, unknown][] = [];
  const problems: string[] = [];
  for (const [field, value] of Object.entries(args)) {
    const input = inputs.get(field);
    if (input === undefined) problems.push(`${field.slice(0, NAME_MAX)} is not known here`);
    else if (input.place === 'body') body.push([input.name, value]);
    // Half a surrogate pair cannot be percent-encoded.
    else if (isText(value)) texts[input.place].set(input.name, String(value).toWellFormed());
    else if (value !== null) problems.push(`${field} must be a text`);
  }
  return { texts, body, problems };
}

const NAME_MAX = 64;
const PROBLEMS_MAX = 16;
const TEXT_MAX = 2_048;

const isText = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns what is wrong with a text, or with its absence, in a path, a query or a header. */
function problemOf({ place, name }: Input, texts: ReadonlyMap<string, string>): string | null {
  const text = texts.get(name);
  if (text === undefined) return place === 'path' ? 'is required' : null;
  if (text.length > TEXT_MAX) return `must have at most ${TEXT_MAX} characters`;
  if (place === 'header' && !/^[ -~]*$/.test(text)) return 'must be ASCII characters';
  return place === 'path' ? (segmentProblem(text)?.message ?? null) : null;
}
