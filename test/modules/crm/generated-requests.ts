/** Requests made up from the API document: mostly what it asks for, sometimes anything at all. */
import fc from 'fast-check';
import { anyText } from '../../helpers/any-text.ts';
import type { JsonSchema } from '../../helpers/json-schema.ts';

/** Ids of records there are, by what a path or a field calls them, and the secrets that go with them. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

export interface GeneratedRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  /** As it goes over the wire; absent: none. */
  readonly raw?: string;
}

const MALFORMED = ['not-a-uuid', '0', '%00', '..%2f', '01900000-0000-7000-8000-00000000fffg'];
const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';

const NASTY = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u200bb',
    '\u202eabc',
    '\ud800',
    '👩‍👩‍👧‍👦',
    'constructor',
    '********',
    "'; drop table users; --",
    '5',
    'x'.repeat(100_000),
  ),
  anyText(300),
);

const ANYTHING: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  NASTY,
  fc.constantFrom(null, -1, 0, 1.5, 1e308, 2 ** 53, true, [], {}, nested(20), nested(70)),
);

function nested(levels: number): object {
  return levels === 0 ? {} : { a: nested(levels - 1) };
}

/** Mostly `likely`. */
const mostly = <T>(likely: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>, weight = 24) =>
  fc.oneof({ weight, arbitrary: likely }, { weight: 1, arbitrary: seldom });

const idOf = (name: string, known: KnownIds): fc.Arbitrary<string> => {
  const { secret: _, ...records } = known;
  const all = Object.values(records).flat();
  const ids = records[name.replace(/s?$/, '')] ?? all;
  const fitting = ids.length > 0 ? fc.constantFrom(...ids) : fc.constant(UNKNOWN);
  return fc.oneof(
    { weight: 8, arbitrary: fitting },
    { weight: 1, arbitrary: fc.constantFrom(...all, UNKNOWN) },
    { weight: 1, arbitrary: fc.constantFrom(...MALFORMED) },
  );
};

/** A value of the field `name`, as its schema wants it but for one time in 25. */
function fieldOf(schema: JsonSchema, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  return mostly(fittingValue(schema, name, known), ANYTHING);
}

function numberOf({ minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const min = minimum ?? Math.min(-5, maximum ?? 0);
  return fc.integer({ min, max: maximum ?? Math.max(5, min + 10) });
}

function fittingValue(schema: JsonSchema, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  if (schema.anyOf)
    return fc.oneof(...schema.anyOf.map((one: JsonSchema) => fittingValue(one, name, known)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return textOf(schema, name, known);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const item = fieldOf(schema.items, name, known);
      return fc.array(item, { minLength: schema.minItems ?? 0, maxLength: 4 });
    }
    case 'object':
      return objectOf(schema, name, known);
    default:
      return fc.constant(null);
  }
}

function textOf(schema: JsonSchema, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return idOf(name, known);
  if (schema.format === 'email') return fc.nat(9_999).map((n) => `person-${n}@example.com`);
  if (schema.format === 'uri') return fc.nat(99).map((n) => `http://receiver.test/${n}`);
  if (schema.format === 'date-time')
    return fc.constantFrom(
      '2027-01-31T09:00:00Z',
      '2026-01-05T10:00:00Z',
      '2020-01-01T00:00:00+02:00',
      '2026-02-30T00:00:00Z',
    );
  if (name === 'secret') return fc.constantFrom(...(known.secret ?? []));
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  const [least, most] = [schema.minLength ?? 0, schema.maxLength ?? 40];
  const plain = fc.string({ minLength: least, maxLength: Math.min(most, 40) });
  return fc.oneof({ weight: 3, arbitrary: fc.nat(999).map((n) => `Name ${n}`) }, plain);
}

function objectOf(schema: JsonSchema, name: string, known: KnownIds): fc.Arbitrary<unknown> {
  const { properties } = schema;
  if (!properties)
    return fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.jsonValue()), { maxKeys: 4 });
  const required: string[] = schema.required ?? [];
  const fields = Object.entries<JsonSchema>(properties).map(([field, own]) =>
    fc
      .tuple(
        // What must be there is left out now and then.
        required.includes(field) ? mostly(fc.constant(true), fc.constant(false)) : fc.boolean(),
        fieldOf(
          own,
          /^(id|ids|stages|attributes)$/.test(field) ? name : field.replace(/_ids?$/, ''),
          known,
        ),
      )
      .map(([isThere, value]) => (isThere ? [[field, value] as const] : [])),
  );
  const extra = mostly(
    fc.constant<(readonly [string, unknown])[]>([]),
    fc
      .tuple(fc.string({ maxLength: 20 }), fc.jsonValue())
      .map((field) => [field] as const as [[string, unknown]]),
  );
  return fc.tuple(extra, ...fields).map((parts) => Object.fromEntries(parts.flat()));
}

const BROKEN = fc.constantFrom(
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1}',
  '{"__proto__":{}}',
  '\u0000',
);

/** Requests to one operation of the document; `path` as it stands there. */
export function requestsTo(
  path: string,
  operation: JsonSchema,
  known: KnownIds,
): fc.Arbitrary<GeneratedRequest> {
  const parameters: JsonSchema[] = operation.parameters ?? [];
  const inPlace = (place: string) => parameters.filter((one) => one.in === place);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const ids = fc.tuple(...names.map((name) => idOf(kindOf(path, name), known)));
  const query = optional(inPlace('query'), known);
  const headers = optional(inPlace('header'), known);
  const schema = operation.requestBody?.content['application/json'].schema;
  const body = schema
    ? mostly(
        fieldOf(schema, 'body', known).map((value) => JSON.stringify(value)),
        BROKEN,
      )
    : fc.constant(undefined);
  return fc.record({ ids, query, headers, body }).map(({ ids, query, headers, body }) => {
    const at = ids.reduce((rest, id) => rest.replace(/\{\w+\}/, () => id), path);
    const search = new URLSearchParams(query).toString();
    return {
      path: search === '' ? at : `${at}?${search}`,
      headers,
      ...(body !== undefined && { raw: body }),
    };
  });
}

/** `{id}` is the record of the collection before it. */
const kindOf = (path: string, name: string): string => {
  if (name !== 'id') return name.replace(/_id$/, '');
  const collection = path.slice(0, path.indexOf('/{id}')).split('/').at(-1) ?? '';
  return collection.replace('mcp-server', 'mcp_server');
};

/** Some of the parameters, as texts that a request can carry. */
const optional = (
  parameters: JsonSchema[],
  known: KnownIds,
): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(
      ...parameters.map(({ name, schema }) =>
        mostly(
          fc.constant<[string, string][]>([]),
          fieldOf(schema, name.replace(/[_-]id$/, ''), known).map(
            (value) => [[name, carried(value)]] as [string, string][],
          ),
          4,
        ),
      ),
    )
    .map((parts) => Object.fromEntries(parts.flat()));

const carried = (value: unknown): string =>
  String(typeof value === 'object' ? JSON.stringify(value) : value)
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, 300);
