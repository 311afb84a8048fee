/** Parts of the OpenAPI document that operations share: each is there once under a name and is referred to. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export type Part = 'schemas' | 'responses' | 'parameters';
export type Components = Readonly<Record<Part, Map<string, Json>>> & {
  /** Keyed by the name of the schema. */
  readonly examples: Map<string, Json>;
};

export const noComponents = (): Components => ({
  schemas: new Map(),
  responses: new Map(),
  parameters: new Map(),
  examples: new Map(),
});

/** Adds `value` to the components and returns the reference to it. Throws when the name has another value. */
export function component(components: Components, part: Part, name: string, value: Json): Json {
  const known = components[part].get(name);
  if (known !== undefined && !Bun.deepEquals(known, value))
    throw new Error(`two different ${part} are called ${name}`);
  components[part].set(name, value);
  return { $ref: `#/components/${part}/${name}` };
}

/** Returns the schema with an example; if the schema is a reference, its component gets the example. */
export function withExample(shown: JsonObject, example: Json, components: Components): JsonObject {
  if (typeof shown.$ref !== 'string') return { examples: [example], ...shown };
  components.examples.set(shown.$ref.slice(SCHEMAS.length), example);
  return shown;
}

const SCHEMAS = '#/components/schemas/';

export function shownComponents({ schemas, examples, ...others }: Components): JsonObject {
  const exampled = [...schemas].map(([name, schema]): [string, Json] => {
    const example = examples.get(name);
    // The cast is safe: components under such a name are schemas.
    return [name, example === undefined ? schema : { examples: [example], ...(schema as object) }];
  });
  return {
    schemas: Object.fromEntries(exampled),
    responses: Object.fromEntries(others.responses),
    parameters: Object.fromEntries(others.parameters),
  };
}

interface WithParameters {
  parameters?: Json;
}

/** Makes the most used form of each parameter a component, if at least two operations use it. */
export function shareParameters(
  operations: readonly WithParameters[],
  components: Components,
): void {
  const uses = new Map<string, number>();
  for (const one of operations.flatMap(parametersOf)) {
    const text = JSON.stringify(one);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const shared = new Map<string, string>();
  for (const [text, count] of [...uses].sort(([, a], [, b]) => b - a)) {
    const name = nameOf(JSON.parse(text));
    if (count > 1 && !shared.has(name)) shared.set(name, text);
  }
  for (const operation of operations) {
    if (operation.parameters === undefined) continue;
    operation.parameters = parametersOf(operation).map((one) =>
      shared.get(nameOf(one)) === JSON.stringify(one)
        ? component(components, 'parameters', nameOf(one), one)
        : one,
    );
  }
}

type Parameter = JsonObject & { readonly name: string; readonly in: string };

const nameOf = (one: Parameter): string => pascalCase(`${one.name} ${one.in}`);

// The cast is safe: the caller has made these of the routes.
const parametersOf = ({ parameters }: WithParameters) => (parameters ?? []) as Parameter[];

/** Turns `account_id`, `if-match`, `BAD_REQUEST` or `Bad Request` into a name for a component. */
export const pascalCase = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
