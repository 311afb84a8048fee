/** JSON Schema as the API document uses it: does a value keep it, and if not, where? */

// biome-ignore lint/suspicious/noExplicitAny: a schema is read as the plain JSON it is.
export type JsonSchema = any;

type Check = (schema: JsonSchema, value: unknown, at: string) => string[];

/**
 * Checks against schemas of one document, whose references it follows. Unknown keywords are a fault of their own;
 * `isStrict`: so are fields that an object does not name, unless it names none, and times in another form than answers
 * have.
 */
export function schemaChecker(
  document: JsonSchema,
  { isStrict = false } = {},
): (schema: JsonSchema, value: unknown) => string[] {
  const resolve = (reference: string): JsonSchema =>
    reference
      .slice(2)
      .split('/')
      .reduce((inner, name) => inner[name], document);

  const check: Check = (schema, value, at) => {
    if (schema.$ref) return check(resolve(schema.$ref), value, at);
    if (schema.anyOf) {
      const problems = schema.anyOf.map((one: JsonSchema) => check(one, value, at));
      return problems.some((found: string[]) => found.length === 0) ? [] : problems.flat();
    }
    const strange = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword));
    if (strange.length > 0) return [`${at}: the schema has ${strange.join(', ')}`];
    if (schema.type !== undefined && !TYPES[schema.type]?.(value))
      return [`${at} is no ${schema.type}`];
    return [
      ...plainProblems(schema, value, isStrict).map((problem) => `${at} ${problem}`),
      ...(Array.isArray(value) ? itemProblems(check, schema, value, at) : []),
      ...(TYPES.object?.(value)
        ? fieldProblems(check, isStrict ? closed(schema) : schema, value as object, at)
        : []),
    ];
  };
  return (schema, value) => check(schema, value, '$');
}

/** An object that names fields has no others. */
const closed = (schema: JsonSchema): JsonSchema =>
  Object.keys(schema.properties ?? {}).length > 0
    ? { additionalProperties: false, ...schema }
    : schema;

const KNOWN = new Set(
  'type const enum minLength maxLength pattern format minimum maximum minItems maxItems uniqueItems items properties required additionalProperties patternProperties description examples default contentMediaType'.split(
    ' ',
  ),
);

const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/,
};
const TIME_OF_ANSWERS = /\.\d{3}Z$/;

function plainProblems(schema: JsonSchema, value: unknown, isStrict: boolean): string[] {
  const problems: string[] = [];
  if ('const' in schema && value !== schema.const) problems.push(`is not ${schema.const}`);
  if (schema.enum && !schema.enum.includes(value)) problems.push(`is none of ${schema.enum}`);
  if (typeof value === 'number' && value < (schema.minimum ?? -Infinity))
    problems.push(`is under ${schema.minimum}`);
  if (typeof value !== 'string') return problems;
  const isOfAnswers = !isStrict || schema.format !== 'date-time' || TIME_OF_ANSWERS.test(value);
  if (FORMATS[schema.format]?.test(value) === false || !isOfAnswers)
    problems.push(`is no ${schema.format}`);
  if (schema.pattern && !new RegExp(schema.pattern).test(value))
    problems.push(`does not match ${schema.pattern}`);
  return problems;
}

function itemProblems(check: Check, schema: JsonSchema, items: unknown[], at: string): string[] {
  const different = new Set(items.map((item) => JSON.stringify(item)));
  const repeated = schema.uniqueItems && different.size < items.length;
  const inside = (item: unknown, index: number) => check(schema.items, item, `${at}[${index}]`);
  return [
    ...(repeated ? [`${at} repeats an item`] : []),
    ...(schema.items ? items.flatMap(inside) : []),
  ];
}

function fieldProblems(check: Check, schema: JsonSchema, fields: object, at: string): string[] {
  const { properties = {}, required = [], patternProperties = {} } = schema;
  const problems = required
    .filter((name: string) => !Object.hasOwn(fields, name))
    .map((name: string) => `${at}.${name} is missing`);
  for (const [name, value] of Object.entries(fields)) {
    const pattern = Object.keys(patternProperties).find((one) => new RegExp(one).test(name));
    const own = Object.hasOwn(properties, name)
      ? properties[name]
      : pattern && patternProperties[pattern];
    if (own) problems.push(...check(own, value, `${at}.${name}`));
    else if (schema.additionalProperties === false)
      problems.push(`${at}.${name} is not documented`);
  }
  return problems;
}
