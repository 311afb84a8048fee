/** The examples of parameters and of the fields of bodies, at any depth. */
import { beforeAll, expect, test } from 'bun:test';
import { documentedFields, referredTo } from '../helpers/api-document.ts';
import { startApp } from '../helpers/app.ts';
import { type JsonSchema, schemaChecker } from '../helpers/json-schema.ts';

interface Field {
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
  fields = documentedFields(document, 'paths').map(({ at, schema, parameter }) => ({
    ...{ at, schema },
    examples: parameter?.example === undefined ? examplesOf(schema) : [parameter.example],
  }));
});

const resolved = (schema: JsonSchema): JsonSchema => referredTo(document, schema);

const examplesOf = (schema: JsonSchema): readonly unknown[] =>
  schema.examples ?? resolved(schema).examples ?? [];

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
