/** Parts of the OpenAPI document that operations share: each stands there once under a name, and is referred to. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export type Part = 'schemas' | 'responses' | 'parameters';
export type Components = Readonly<Record<Part, Map<string, Json>>> & {
  /** By the name of the schema. */
  readonly examples: Map<string, Json>;
};

export const noComponents = (): Components => ({
  schemas: new Map(),
  responses: new Map(),
  parameters: new Map(),
  examples: new Map(),
});

/** Puts `value` among the components and gives the reference to it; throws when the name is another's. */
export function component(components: Components, part: Part, name: string, value: Json): Json {
  const known = components[part].get(name);
  if (known !== undefined && !Bun.deepEquals(known, value))
    throw new Error(`two different ${part} are called ${name}`);
  components[part].set(name, value);
  return { $ref: `#/components/${part}/${name}` };
}

/** The schema with an example, which stands at the component where the schema is a reference to one. */
export function withExample(shown: JsonObject, example: Json, components: Components): JsonObject {
  if (typeof shown.$ref !== 'string') return { examples: [example], ...shown };
  components.examples.set(shown.$ref.slice(SCHEMAS.length), example);
  return shown;
}

const SCHEMAS = '#/components/schemas/';

export function shownComponents({ schemas, examples, ...others }: Components): JsonObject {
  const exampled = [...schemas].map(([name, schema]): [string, Json] => {
    const example = examples.get(name);
    // The cast: what stands there under a name is a schema.
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

/** Of each parameter name the form that most operations use becomes a component, if two of them do. */
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

// The cast: these are what this module's user has made of the routes.
const parametersOf = ({ parameters }: WithParameters) => (parameters ?? []) as Parameter[];

/** `account_id`, `if-match`, `BAD_REQUEST` and `Bad Request` as a name among the components. */
export const pascalCase = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
