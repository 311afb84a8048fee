/** Malformed and hostile requests, made up from the API document and a seed. */
import type { JsonSchema } from '../helpers/json-schema.ts';
import { type HostileForm, hostileForm } from './hostile-forms.ts';

/** A whole number from 0, below what is given. */
export type Random = (below: number) => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly documented: JsonSchema;
}

export interface HostileRequest {
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What stands in a path where a record or an instance is named, by the name of the parameter. */
export type KnownIds = (operation: Operation, parameter: string) => readonly string[];

/** Texts that name something that is there, by the name of the field or parameter they are given in. */
export type KnownNames = ReadonlyMap<string, string>;

const UNKNOWN_ID = '01900000-0000-7000-8000-00000000ffff';
const TEXTS = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202eabc',
    '👩‍👩‍👧‍👦',
    'é'.repeat(300),
    'x'.repeat(70_000),
    '-1',
    '1e999',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '********',
    "'; drop table users; --",
    '%00',
    '..',
    '../..',
  ],
  ...['{{7*7}}', '0x7f000001', 'NaN', '2026-02-30T00:00:00Z', 'a@b', '+', '[', '%zz', '\r\nx: y'],
  ...[
    'http://127.0.0.1:9/',
    'http://[::1]:9/',
    'http://[',
    'http://user:pass@127.0.0.1/',
    'file:///etc/passwd',
  ],
  ...['data:image/png;base64,AAAA', '5511999990000', '#00ff00', UNKNOWN_ID],
];
const NUMBERS = [-1, 0, -0, 1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324];
/** Objects whose fields take the place of what careless code calls on every value. */
const TRAPS: readonly object[] = [
  ...['toString', 'valueOf', 'toJSON', 'then', 'constructor', 'hasOwnProperty', 'length', 'map'],
  ...[
    'prototype',
    'message',
    'name',
    'type',
    'data',
    'error',
    'schema',
    '~standard',
    'code',
    '$ref',
  ],
].flatMap((field) => [{ [field]: 1 }, { [field]: null }, { [field]: { [field]: {} } }]);

const RAW_BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '5',
  '{"a":1,}',
  '{"__proto__":{}}',
  '\u0000',
  '{}x',
  '\ufeff{}',
];
const CONTENT_TYPES = [
  ...[
    'application/json; charset=utf-16',
    'application/problem+json',
    'text/plain',
    'multipart/form-data',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'application/json;',
    ';',
    'multipart/form-data; boundary=',
    '*/*',
  ],
];
const HEADERS = [
  ...[
    'account-id',
    'instanceid',
    'idempotency-key',
    'if-match',
    'x-request-id',
    'origin',
    'range',
    'cookie',
  ],
  ...[
    'accept',
    'accept-encoding',
    'if-none-match',
    'x-forwarded-for',
    'x-forwarded-proto',
    'forwarded',
  ],
  ...[
    'content-encoding',
    'upgrade',
    'sec-websocket-protocol',
    'sec-websocket-key',
    'authorization',
    'te',
  ],
];

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

/** Any JSON value, with a liking for the traps. */
function anything(random: Random, levels = 3): unknown {
  switch (random(levels === 0 ? 5 : 8)) {
    case 0:
      return pick(random, [null, true, false, [], {}]);
    case 1:
      return pick(random, NUMBERS);
    case 2:
      return pick(random, TEXTS);
    case 3:
    case 4:
      return pick(random, TRAPS);
    case 5:
      return Array.from({ length: random(4) }, () => anything(random, levels - 1));
    case 6:
      return nested(random(70));
    default:
      return { [pick(random, TEXTS).slice(0, 200)]: anything(random, levels - 1) };
  }
}

const nested = (levels: number): unknown => (levels === 0 ? { toString: 1 } : [nested(levels - 1)]);

interface FittingContext {
  readonly random: Random;
  readonly resolve: Resolve;
  readonly named: KnownNames;
}

/** One in so many values is anything at all. */
const ODDS = 8;

/** A value that fits the schema of the field `name` by and large. */
function fitting(made: FittingContext, schema: JsonSchema, name: string): unknown {
  const { random, resolve, named } = made;
  const own = schema.$ref ? resolve(schema.$ref) : schema;
  if (random(ODDS) === 0) return anything(random);
  if (own.anyOf) return fitting(made, pick(random, own.anyOf), name);
  if ('const' in own) return own.const;
  if (own.enum) return pick(random, own.enum);
  switch (own.type) {
    case 'integer':
    case 'number':
      return random(5);
    case 'boolean':
      return random(2) === 0;
    case 'array':
      return Array.from({ length: (own.minItems ?? 0) + random(3) }, () =>
        fitting(made, own.items ?? {}, name),
      );
    case 'object':
      return objectOf(made, own);
    case 'string':
      if (named.has(name) && random(3) > 0) return named.get(name);
      return pick(random, [
        'Ana',
        '5511999990000',
        '#00ff00',
        'a@b.co',
        UNKNOWN_ID,
        'text',
        'AAAA',
      ]);
    default:
      return anything(random);
  }
}

type Resolve = (reference: string) => JsonSchema;

function objectOf(made: FittingContext, schema: JsonSchema): object {
  const { random } = made;
  const required: readonly string[] = schema.required ?? [];
  const fields = Object.entries<JsonSchema>(schema.properties ?? {})
    .filter(([name]) => (required.includes(name) ? random(3 * ODDS) > 0 : random(6) === 0))
    .map(([name, field]) => [name, fitting(made, field, name)]);
  const extra = random(ODDS) === 0 ? [[pick(random, TEXTS).slice(0, 200), anything(random)]] : [];
  return Object.fromEntries([...fields, ...extra]);
}

/** Requests to the operations of one document, in turn. */
export function hostileRequests(
  document: JsonSchema,
  { known, named }: { readonly known: KnownIds; readonly named: KnownNames },
  random: Random,
) {
  const resolve: Resolve = (reference) =>
    reference
      .slice(2)
      .split('/')
      .reduce((inner, name) => inner[name], document);
  return (operation: Operation): HostileRequest => {
    const { documented, method } = operation;
    const content = documented.requestBody?.content ?? {};
    const schema = content['application/json']?.schema;
    const made = { random, resolve, named };
    const form = formOf(made, content['multipart/form-data']?.schema, schema === undefined);
    const json = method === 'get' ? null : bodyOf(made, schema);
    const body = form?.body ?? json;
    return {
      method: method.toUpperCase(),
      target: targetOf(random, operation, { known, named }),
      headers: {
        ...headersOf(random, documented, body),
        ...(form && { 'content-type': form.contentType }),
      },
      body,
    };
  };
}

/** A form where the operation takes one: mostly if it takes nothing else, now and then beside JSON. */
function formOf(
  made: FittingContext,
  schema: JsonSchema | undefined,
  isOnly: boolean,
): HostileForm | null {
  const { random } = made;
  if (schema === undefined || random(10) < (isOnly ? 1 : 6)) return null;
  const fitted = fitting(made, schema, '');
  // One in so many is anything at all.
  const fields = fitted !== null && typeof fitted === 'object' ? { ...fitted } : {};
  return hostileForm({ random, text: () => pick(random, TEXTS), fields });
}

function bodyOf(made: FittingContext, schema: JsonSchema | undefined): string | null {
  const { random } = made;
  const kind = random(10);
  if (kind === 0) return pick(random, RAW_BODIES);
  if (kind === 1) return JSON.stringify(anything(random));
  if (schema === undefined) return kind < 6 ? null : JSON.stringify(anything(random));
  return JSON.stringify(fitting(made, schema, ''));
}

function targetOf(
  random: Random,
  operation: Operation,
  { known, named }: { readonly known: KnownIds; readonly named: KnownNames },
): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (random(4) > 0) return encodeURIComponent(pick(random, known(operation, name)));
    const text = pick(random, TEXTS).slice(0, 500).toWellFormed();
    return random(4) === 0 ? text.replace(/\s/g, '') : encodeURIComponent(text);
  });
  const declared: readonly JsonSchema[] = operation.documented.parameters ?? [];
  const names = declared.filter((one) => one.in === 'query').map((one) => String(one.name));
  const asked = [...names, ...TEXTS.slice(10, 13)].filter((name) =>
    named.has(name) ? random(8) > 0 : random(3) === 0,
  );
  const pairs = asked.map((name) => {
    const own = named.get(name) ?? '1';
    const text = pick(random, [...TEXTS, ...Array.from(TEXTS, () => own), '20', 'true'])
      .slice(0, 2_000)
      .toWellFormed();
    return `${name}${pick(random, ['', '', '[]', '[toString]'])}=${random(6) === 0 ? '%zz' : encodeURIComponent(text)}`;
  });
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

function headersOf(random: Random, documented: JsonSchema, body: string | null) {
  const declared: readonly JsonSchema[] = documented.parameters ?? [];
  const names = [...declared.filter((one) => one.in === 'header').map((one) => String(one.name))];
  const chosen = [...names, ...HEADERS].filter(() => random(24) === 0);
  const texts = [
    ...TEXTS,
    '*',
    '"1"',
    'W/"x"',
    'shop',
    'gatehouse, apikey.x',
    'gzip',
    'bytes=0-1',
    'websocket',
  ];
  const type = random(12) === 0 ? pick(random, CONTENT_TYPES) : 'application/json';
  return {
    ...(body !== null && { 'content-type': type }),
    ...Object.fromEntries(
      chosen.map((name) => [
        name,
        // What no client could put on the wire would test the client.
        pick(random, texts)
          .replace(/[^\x20-\xff]/g, '')
          .trim()
          .slice(0, 1_000),
      ]),
    ),
  };
}
