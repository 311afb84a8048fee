/** The schemas of tools use nothing for which some client refuses the whole list. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

type Schema = Readonly<Record<string, unknown>>;
interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Schema;
}

let tools: readonly Tool[];
const app = sharedApp({ env: { MCP_ENABLED: 'true' } });
beforeAll(async () => {
  const list = async (headers: Record<string, string>): Promise<readonly Tool[]> => {
    const answer = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    return ((await answer.json()) as { result: { tools: readonly Tool[] } }).result.tools;
  };
  tools = [
    ...(await list({ apikey: GLOBAL_KEY })),
    ...(await list({ api_access_token: ACCESS_TOKEN })),
  ];
});

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every schema inside of a tool's, with its place. */
function* schemasIn(schema: Schema, at: string): Generator<[at: string, schema: Schema]> {
  yield [at, schema];
  const { properties, items, anyOf } = schema;
  const inner = [
    ...Object.entries(isSchema(properties) ? properties : {}),
    ...(Array.isArray(anyOf)
      ? anyOf.map((one, place): [string, unknown] => [`anyOf.${place}`, one])
      : []),
    ...(items === undefined ? [] : [['items', items] as const]),
  ];
  for (const [name, one] of inner) {
    if (!isSchema(one)) throw new Error(`${at}.${name} is no schema`);
    yield* schemasIn(one, `${at}.${name}`);
  }
}
const all = () => tools.flatMap(({ name, inputSchema }) => [...schemasIn(inputSchema, name)]);
/** Returns the places of the schemas for which `isWrong` holds. */
const where = (isWrong: (schema: Schema) => boolean) =>
  all().flatMap(([at, schema]) => (isWrong(schema) ? [at] : []));

const KEYWORDS = new Set([
  ...[
    'type',
    'description',
    'properties',
    'required',
    'items',
    'anyOf',
    'enum',
    'format',
    'default',
  ],
  ...[
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'additionalProperties',
  ],
]);
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

describe('every schema of every tool', () => {
  test('is there', () => {
    expect(tools.length).toBeGreaterThan(60);
    expect(all().length).toBeGreaterThan(500);
  });

  test('has keywords that all clients know, and no references', () => {
    const unknown = all().flatMap(([at, schema]) =>
      Object.keys(schema).flatMap((word) => (KEYWORDS.has(word) ? [] : [`${at}: ${word}`])),
    );
    expect(unknown).toEqual([]);
  });

  test('has one type, or says of each choice which type it has', () => {
    expect(
      where(
        ({ type, anyOf }) =>
          !(anyOf === undefined ? TYPES.includes(`${type}`) : type === undefined),
      ),
    ).toEqual([]);
    expect(where(({ type }) => Array.isArray(type))).toEqual([]);
  });

  test('lists nothing but texts as choices', () => {
    const isText = (one: unknown) => typeof one === 'string';
    expect(
      where(
        ({ type, enum: choices }) =>
          choices !== undefined &&
          !(
            type === 'string' &&
            Array.isArray(choices) &&
            choices.length > 0 &&
            choices.every(isText)
          ),
      ),
    ).toEqual([]);
  });

  test('has no format but that of times', () => {
    expect(where(({ format }) => format !== undefined && format !== 'date-time')).toEqual([]);
  });

  test('says of a list what is in it, and requires only fields that it has', () => {
    expect(where(({ type, items }) => (type === 'array') !== isSchema(items))).toEqual([]);
    expect(
      where(({ required = [], properties = {} }) =>
        (required as string[]).some((name) => !(name in (properties as Schema))),
      ),
    ).toEqual([]);
  });
});

test('names of tools and fields are those that every client takes', () => {
  for (const { name, inputSchema } of tools) {
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,47}$/);
    expect(inputSchema.type).toBe('object');
  }
  const names = all().flatMap(([, { properties }]) => Object.keys(properties ?? {}));
  expect(names.filter((name) => !/^[a-zA-Z_][\w.-]{0,63}$/.test(name))).toEqual([]);
});

test('numbers to choose from are bounds and words of the description', () => {
  const [stage] = all().filter(([at]) => at === 'add_stage.pipeline_stage.stage_type.anyOf.0');
  expect(stage?.[1]).toEqual({
    type: 'integer',
    minimum: 0,
    maximum: 2,
    description: 'Allowed: 0, 1, 2',
  });
});
