/** The examples of parameters and of the fields of bodies, at any depth. */
import { beforeAll, expect, test } from 'bun:test';
import { startApp } from '../helpers/app.ts';
import { type JsonSchema, schemaChecker } from '../helpers/json-schema.ts';

interface Field {
  /** The schema or the operation that the field is in, and its name. */
  readonly at: string;
  readonly schema: JsonSchema;
  readonly examples: readonly unknown[];
}

let document: JsonSchema;
let fields: readonly Field[];

beforeAll(async () => {
  const app = await startApp();
  document = (await app.call('GET', '/swagger/json', undefined, null)).body;
  await app.stop();
  fields = Object.entries<JsonSchema>(document.paths).flatMap(([path, operations]) =>
    Object.entries<JsonSchema>(operations).flatMap(([method, operation]) =>
      ofOperation(`${method} ${path}`, operation),
    ),
  );
});

const resolved = (schema: JsonSchema): JsonSchema =>
  typeof schema.$ref === 'string'
    ? schema.$ref
        .slice(2)
        .split('/')
        .reduce((inner: JsonSchema, name: string) => inner[name], document)
    : schema;

const examplesOf = (schema: JsonSchema): readonly unknown[] =>
  schema.examples ?? resolved(schema).examples ?? [];

function ofOperation(at: string, { parameters = [], requestBody }: JsonSchema): Field[] {
  const own = parameters.map(resolved).map(({ name, schema, example }: JsonSchema) => ({
    at: `${at} ${name}`,
    schema,
    examples: example === undefined ? examplesOf(schema) : [example],
  }));
  const forms = Object.values<JsonSchema>(requestBody?.content ?? {});
  return [...own, ...forms.flatMap(({ schema }) => fieldsIn(schema, at))];
}

function fieldsIn(schema: JsonSchema, at: string): Field[] {
  if (typeof schema.$ref === 'string')
    return fieldsIn(resolved(schema), String(schema.$ref.split('/').at(-1)));
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  const own = Object.entries<JsonSchema>(schema.properties ?? {}).flatMap(([name, field]) => [
    { at: `${at} ${name}`, schema: field, examples: examplesOf(field) },
    ...fieldsIn(field, `${at} ${name}`),
  ]);
  return [...own, ...inner.flatMap((one) => fieldsIn(one, at))];
}

/**
 * Returns whether a schema needs no example: it lists its values, has one of them by default, or is an object, whose
 * fields have their own examples or, in a free object, are the caller's. The bytes of a file are not written by a person.
 */
function saysAll(schema: JsonSchema): boolean {
  const plain = resolved(schema);
  if (plain.anyOf)
    return plain.anyOf.every((one: JsonSchema) => examplesOf(one).length > 0 || saysAll(one));
  if (plain.type === 'array' && plain.items)
    return examplesOf(plain.items).length > 0 || saysAll(plain.items);
  return (
    ['const', 'enum', 'default', 'contentMediaType'].some((keyword) => keyword in plain) ||
    ['boolean', 'null', 'object'].includes(plain.type)
  );
}

const placesOf = (found: readonly Field[]): string[] => [...new Set(found.map(({ at }) => at))];

test('every parameter, and every field of a body at any depth, has an example unless its schema shows all of its values', () => {
  expect(fields.length).toBeGreaterThan(2_000);
  const missing = fields.filter(
    ({ schema, examples }) => examples.length === 0 && !saysAll(schema),
  );
  expect(placesOf(missing)).toEqual([]);
});

test('every example of a field keeps the schema of the field', () => {
  const check = schemaChecker(document);
  const wrong = fields.flatMap(({ at, schema, examples }) =>
    examples.flatMap((example) => check(schema, example).map((problem) => `${at}: ${problem}`)),
  );
  expect([...new Set(wrong)]).toEqual([]);
});
