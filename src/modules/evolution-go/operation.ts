/** A path of Evolution Go: a row that says which operation of ours it asks, in which words, and what it answers. */

import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { lenientValue } from '../../core/http/body-values.ts';
import { type Code, FAILURES } from '../../core/http/failures.ts';
import { idempotencyKeyHeader } from '../../core/http/idempotency-key.ts';
import type { CallerContext } from '../../core/http/inner-call.ts';
import type { Json, JsonObject } from '../../core/http/openapi-components.ts';
import { type Fields, fieldsIn, isFields } from '../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import type { Scope } from '../../core/instances/scopes.ts';
import {
  type BodyReader,
  createOperationCaller,
  type Declaration,
  formBody,
  type GatewayParts,
  instanceFor,
  instanceIdHeader,
  instanceOperation,
  type Operation,
  type OperationCaller,
  type Route,
  readBody,
  resolveInstanceName,
  type Target,
  targetOf,
  withOtherNames,
} from '../gateway/api.ts';

export interface GoCall {
  readonly instance: InstanceRecord;
  /** The body as it was written, with the fields that are empty. */
  readonly written: Fields;
  readonly now: () => number;
  readonly ask: OperationCaller;
}

type DeclaredField = 'scope' | 'summary' | 'description' | 'params' | 'takesFiles';
type GoDeclaration = Declaration<undefined, BodyReader<Fields>, TSchema, undefined>;

/** The declaration of a path. */
export interface GoRow extends Pick<GoDeclaration, DeclaredField> {
  /** The operation that is called says what is wrong with the body, in the names of this one. */
  readonly body?: TProperties;
  /** The field that the part `file` of a form fills. A body with it is read only while the instance is connected. */
  readonly fileField?: string;
  /** Omits it from the API document, because OpenAPI does not allow paths that match another with parameters. */
  readonly isUnlisted?: true;
  /** A body that works, and the `data` of its answer. Defaults to values made from the schemas. */
  readonly example?: JsonObject;
  readonly exampleData?: Json;
  /** The operation that this path calls, as for `GoCall.ask`. */
  readonly operation?: Route | ((fields: Fields, call: GoCall) => Route);
  /**
   * The operation's names for fields of this body and path; `key.id` is `id` inside `key`, on either side, and null
   * means that the field has no effect. Other fields need the same name on both sides, or they are ignored.
   */
  readonly names?: Readonly<Record<string, string | null>>;
  /** Fields that every call of the operation has, unless the body has them too. */
  readonly defaults?: Fields;
  /** Further replacements in refusals, beside `names`: words of the operation, with the words of this path. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Converts the fields of the body before they are renamed and sent to the operation. */
  readonly mapBody?: (fields: Fields, call: GoCall) => Fields;
  /** Replaces `operation`. */
  readonly run?: (fields: Fields, call: GoCall) => Promise<unknown>;
  /** The schema of the answer's `data`, if it has any. */
  readonly data?: TSchema;
  /** The schema of an answer that is not `{message, data}`. */
  readonly whole?: TSchema;
  /** Makes `data`, or the whole, of the answer to what was asked. A method, so that rows may name the type of that. */
  answer?(answer: unknown, call: GoCall, fields: Fields): unknown;
}

/** Rows by their routes. */
export type GoRows = Readonly<Record<Route, GoRow>>;

/** A row without what it needs and what it is for. */
export type GoRest = Omit<GoRow, 'scope' | 'summary'>;

const needing =
  (scope: Scope) =>
  (summary: string, row: GoRest): GoRow => ({ scope, summary, ...row });
export const read = needing('read');
export const send = needing('send');
export const settings = needing('settings');
export const connect = needing('connect');

const EvolutionGoFailure = Type.Object({ error: Type.String() }, { $id: 'EvolutionGoFailure' });

/** The failure answers of an operation per status: `{error}` in place of the envelope. */
export function failuresInWords(...codes: Code[]): Record<number, TSchema> {
  const known = Object.values(FAILURES).filter(({ code }) => codes.includes(code));
  return Object.fromEntries(known.map(({ status }) => [status, EvolutionGoFailure]));
}

const FAILURES_OF_ALL = failuresInWords(
  ...(['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'] as const),
  ...(['RATE_LIMITED', 'UPSTREAM_ERROR', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'] as const),
);
const FAILURES_WITH_BODY = { ...FAILURES_OF_ALL, ...failuresInWords('GONE', 'VALIDATION_ERROR') };

/** The schema of a success; one whose `data` is named is called after it. */
export function success(data: TSchema | undefined): TObject {
  const $id = data ? data.$id && `${data.$id}Answer` : 'EvolutionGoAnswer';
  return Type.Object(
    { message: Type.Literal('success'), ...(data && { data }) },
    { ...($id && { $id }) },
  );
}

/** `POST /send/status/text` is evolutionGoSendStatusText; other methods stand before the path. */
function operationIdOf(route: Route): string {
  const [method = '', ...words] = route.replaceAll(':', '').split(/[ /-]+/);
  const named = method === 'POST' ? words : [method.toLowerCase(), ...words];
  const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return `evolutionGo${named.map(capital).join('')}`;
}

/** The instance that the path names by its id or its name, or else that of the key. */
const target: Target = ({ directory }, context) => {
  // Paths without parameters have no `params`.
  const instanceId = context.params?.instanceId;
  return instanceId === undefined
    ? targetOf(context, directory)
    : instanceFor(context, directory, resolveInstanceName(directory, instanceId));
};

export const goOperations = (rows: GoRows): Operation[] =>
  // The cast: the keys are those of the type.
  Object.entries(rows).map(([route, row]) => goOperation(route as Route, row));

function goOperation(route: Route, row: GoRow): Operation {
  const { data, whole, body, fileField, example, exampleData, isUnlisted, ...described } = row;
  return instanceOperation<Route, TSchema, undefined, BodyReader<Fields>>(route, {
    ...described,
    tag: 'Evolution Go',
    audit: { unaudited: 'The operation that it asks leaves a row of its own.' },
    detail: { operationId: operationIdOf(route), ...(isUnlisted && { hide: true }) },
    headers: [
      ...(route.includes(':instanceId') ? [] : [instanceIdHeader]),
      // The key is handed on to the operation that is asked.
      ...(route.includes(' /send/') ? [idempotencyKeyHeader] : []),
    ],
    ...(fileField !== undefined && { takesFiles: 'when connected' }),
    ...(body && { body: bodyOf(body, fileField) }),
    example: {
      ...(example && { body: example }),
      ...(exampleData !== undefined && { answer: { message: 'success', data: exampleData } }),
    },
    answer: whole ?? success(data),
    answers: body ? FAILURES_WITH_BODY : FAILURES_OF_ALL,
    target,
    async run(parts, { request, set, params, instance, body: written = {} }) {
      const call = callOf(parts, { request, set }, instance, written);
      const answer = await answerOf(row, { ...fieldsOf(row, written), ...params }, call);
      return whole ? answer : { message: 'success' as const, ...(data && { data: answer }) };
    },
  });
}

function bodyOf(properties: TProperties, fileField: string | undefined): BodyReader<Fields> {
  const schema = Type.Object(properties, { additionalProperties: true });
  return fileField === undefined
    ? readBody(schema, fieldsIn)
    : formBody(schema, fileField, fieldsIn);
}

/** The fields that are not empty, with texts such as `true` in the types that this path reads. */
const fieldsOf = ({ body = {} }: GoRow, written: Fields): Fields => {
  const schema = Type.Object(body);
  const typed = Object.entries(givenFields(written)).map(([name, value]) => [
    name,
    lenientValue(schema, name, value),
  ]);
  return Object.fromEntries(typed);
};

/** Removes empty fields, because clients write every field, also those without a value. */
const givenFields = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => !isEmpty(value)));

/** Keeps an empty text, which removes what was set. */
export const keepingEmptyText =
  (name: string): NonNullable<GoRow['mapBody']> =>
  (fields, { written }) => ({ ...fields, ...(written[name] === '' && { [name]: '' }) });

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

function callOf(
  parts: GatewayParts,
  context: CallerContext,
  instance: InstanceRecord,
  written: Fields,
): GoCall {
  return {
    instance,
    written,
    now: parts.clock.now,
    ask: createOperationCaller(parts, context, instance),
  };
}

async function answerOf(row: GoRow, body: Fields, call: GoCall): Promise<unknown> {
  const { operation, mapBody, run } = row;
  try {
    if (run) return await run(body, call);
    if (operation === undefined) throw new Error('a row of Evolution Go names no operation');
    const fields = mapBody ? mapBody(body, call) : body;
    const route = typeof operation === 'string' ? operation : operation(fields, call);
    const answer = await call.ask<unknown>(route, fields, translated(row, fields));
    return row.answer ? row.answer(answer, call, body) : answer;
  } catch (error) {
    const { names = {}, refusals } = row;
    throw withOtherNames(error, { ...ownNames(names), ...refusals });
  }
}

/** The fields as the operation that is asked has them. */
function translated({ body = {}, names = {}, defaults }: GoRow, fields: Fields): Fields {
  const asked: Record<string, unknown> = { ...defaults };
  const renamed = new Set(Object.keys(names).map((name) => name.split('.')[0]));
  const same = Object.keys(body).filter((name) => !renamed.has(name));
  const all = { ...Object.fromEntries(same.map((name) => [name, name])), ...names };
  for (const [name, theirs] of Object.entries(all)) {
    const value = valueAt(fields, name.split('.'));
    if (theirs !== null && value !== undefined) put(asked, theirs.split('.'), value);
  }
  return asked;
}

function valueAt(fields: Fields, [name = '', ...rest]: readonly string[]): unknown {
  const value = fields[name];
  if (rest.length === 0) return value;
  return isFields(value) ? valueAt(givenFields(value), rest) : undefined;
}

function put(into: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = { ...fieldsIn(into[name]) };
  put(inner, rest, value);
  into[name] = inner;
}

/**
 * Maps names of the operation to names of this path. If a whole object such as `key` is missing, the refusal names the
 * first field inside it.
 */
function ownNames(names: NonNullable<GoRow['names']>): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [name, theirs] of Object.entries(names)) {
    if (theirs === null) continue;
    own[theirs] = name;
    const [outer] = theirs.split('.');
    if (outer !== theirs) own[`${outer} is required`] ??= `${name} is required`;
  }
  return own;
}
