import SwaggerParser from '@apidevtools/swagger-parser';
import type { JsonSchema } from './json-schema.ts';

/** Returns the document with every reference replaced by what it refers to. */
// biome-ignore lint/suspicious/noExplicitAny: the document is what is under test.
export const resolved = (document: any): Promise<any> =>
  SwaggerParser.dereference(structuredClone(document));

/** A parameter of an operation, or a field of a body at any depth. */
export interface DocumentedField {
  /** The schema or the operation that it is in, and its name. */
  readonly at: string;
  readonly name: string;
  readonly schema: JsonSchema;
  /** The parameter, whose own description and example count before those of its schema. */
  readonly parameter?: JsonSchema;
}

/** Returns what `schema` refers to, or the schema itself. */
export const referredTo = (document: JsonSchema, schema: JsonSchema): JsonSchema =>
  typeof schema.$ref === 'string'
    ? schema.$ref
        .slice(2)
        .split('/')
        .reduce((inner: JsonSchema, name: string) => inner[name], document)
    : schema;

/** Returns all parameters and fields of the operations in a part of the document: `paths` or `webhooks`. */
export function documentedFields(
  document: JsonSchema,
  part: 'paths' | 'webhooks',
): readonly DocumentedField[] {
  const ofSchema = (schema: JsonSchema, at: string): DocumentedField[] => {
    if (typeof schema.$ref === 'string')
      return ofSchema(referredTo(document, schema), String(schema.$ref.split('/').at(-1)));
    const inner = [
      ...(schema.anyOf ?? []),
      ...(schema.items ? [schema.items] : []),
      ...Object.values<JsonSchema>(schema.patternProperties ?? {}),
      ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ];
    const own = Object.entries<JsonSchema>(schema.properties ?? {}).flatMap(([name, field]) => [
      { at: `${at} ${name}`, name, schema: field },
      ...ofSchema(field, `${at} ${name}`),
    ]);
    return [...own, ...inner.flatMap((one) => ofSchema(one, at))];
  };
  const ofOperation = (at: string, { parameters = [], requestBody }: JsonSchema) => [
    ...parameters
      .map((one: JsonSchema) => referredTo(document, one))
      .map((parameter: JsonSchema) => {
        const { name, schema } = parameter;
        return { at: `${at} ${name}`, name, schema, parameter };
      }),
    ...Object.values<JsonSchema>(requestBody?.content ?? {}).flatMap(({ schema }) =>
      ofSchema(schema, at),
    ),
  ];
  return Object.entries<JsonSchema>(document[part]).flatMap(([path, operations]) =>
    Object.entries<JsonSchema>(operations).flatMap(([method, operation]) =>
      ofOperation(`${method} ${path}`, operation),
    ),
  );
}
