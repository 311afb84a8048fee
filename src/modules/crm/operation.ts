/**
 * Declares an operation of this zone: one declaration is its route, its checks and its documentation, with the function
 * that does it.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Elysia } from 'elysia';
import { faultOf } from '../../core/db/client.ts';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../core/http/envelope.ts';
import { failures } from '../../core/http/failures.ts';
import type { Answer, IdempotentWork } from '../../core/http/idempotency.ts';
import { type AnswerContext, answerIdempotently } from '../../core/http/idempotency-key.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import { type NamesIn, namesIn } from '../../core/http/path-names.ts';
import type { AgentOffer, RouteExample } from '../../core/http/route-detail.ts';
import { type AppError, failure, messageOf } from '../../core/shared/errors.ts';
import { setEtag } from './change-record.ts';
import { EXAMPLE_IDS } from './examples.ts';
import { Id, Uuid } from './fields.ts';
import { type Access, accessOf, keyHolderOf, type OperationOptions } from './guard.ts';
import type { IdempotentCommit } from './idempotent-commit.ts';
import { listQuery, type Page, PageQuery, pageOf } from './list.ts';
import type { CrmParts } from './parts.ts';
import type { Permission } from './permissions/catalogue.ts';
import { askerOf, type ListFields } from './search.ts';

/** Method and path, with its parameters as `:name`, each of which is an id. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/v1/${string}`;

/** The fields that operations of every kind declare. */
interface Declaration<Q extends TSchema, A extends TSchema, W> extends OperationOptions {
  /** Null when any token is enough. */
  readonly permission: Permission | null;
  readonly summary: string;
  readonly description?: string;
  readonly query?: Q;
  /** The tool that agents are offered. */
  readonly agent?: AgentOffer;
  /** A body that works. */
  readonly example?: RouteExample;
  /** The data of the answer, or one item of it in a page. Without it the answer is 204 and has no body. */
  readonly answer?: A;
  /** Further answers by status, including failures; they replace the ordinary ones. */
  readonly answers?: Readonly<Record<number, TSchema>>;
  /** Who acts, when that differs from the access that the guard has granted. */
  readonly who?: (context: Pick<AnswerContext, 'request' | 'set'>) => W;
}

/** An operation that acts for the acting account, whatever its schemas. */
export type PlainDeclaration = Declaration<TSchema, TSchema, Access>;

/** The contents of a request, checked against its route and the schemas of its operation. */
interface Input<R extends Route, Q extends TSchema, B extends TSchema> {
  readonly request: Request;
  readonly params: Readonly<Record<NamesIn<R>, string>>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
}

interface Single<R extends Route, Q extends TSchema, B extends TSchema, A extends TSchema, W>
  extends Declaration<Q, A, W> {
  readonly body?: B;
  /** Defaults to 201 for POST and 200 otherwise. */
  readonly status?: number | ((data: Static<A>) => number);
  readonly message?: string | ((data: Static<A>, input: Input<R, Q, B>) => string);
  /**
   * Whether `If-Match` may name a version (412), as it may in PUT, PATCH and DELETE unless this is false. Answers with
   * `updated_at` have an ETag unless this is false.
   */
  readonly isVersioned?: boolean;
  /**
   * A POST is done once per Idempotency-Key. When the process has ended before it answered, a repetition does it again
   * unless it was committed; `undecided`: it is not done in a commit, so nobody can tell, and it is not done again.
   */
  readonly idempotency?: 'undecided';
  /** Refuses what the request alone decides, before its Idempotency-Key is looked up. */
  check?(input: Input<R, Q, B>): void;
  /** Does it, and resolves with the data of the answer. */
  run(parts: CrmParts, who: W, input: Input<R, Q, B>): Promise<Static<A>>;
}

interface PagedDeclaration<R extends Route, Q extends TSchema, A extends TSchema, W>
  extends Declaration<Q, A, W> {
  /** Made with `PageQuery`, which is also the default. */
  readonly query?: Q;
  /** The fields by which people may search and sort the list. */
  readonly listed?: ListFields;
  readonly answer: A;
  readonly message: string;
  run(
    parts: CrmParts,
    who: W,
    input: Omit<Input<R, Q, TSchema>, 'body'> & { readonly page: Page },
  ): Promise<{ readonly data: Static<A>[]; readonly total: number }>;
}

/** The data of an answered deletion. */
export const Deleted = NamedObject('Deleted', { id: Id });

/** Adds its route; `tag` is the name of its noun in the documentation. */
export type Operation = (app: Elysia, parts: CrmParts, tag: string) => void;

/** Declares an operation whose answer is one thing: a record, a whole list, what was deleted. */
export function operation<
  const R extends Route,
  Q extends TSchema,
  B extends TSchema,
  A extends TSchema,
  W = Access,
>(route: R, declared: Single<R, Q, B, A, W>): Operation {
  const { answer, body, message = '', isVersioned } = declared;
  const [method] = partsOf(route);
  const status = declared.status ?? usualStatus(method, declared);
  const schemas = { ...(body && { body }), response: responsesOf(method, declared) };
  return routed(route, declared, schemas, async (parts, context, input) => {
    declared.check?.(input);
    const answerOf = (data: Static<A>) => ({
      status: typeof status === 'number' ? status : status(data),
      body:
        answer &&
        ok(parts.clock.now(), data, typeof message === 'string' ? message : message(data, input)),
    });
    const asked = { route, params: input.params, resumes: declared.idempotency !== 'undecided' };
    const result = await respond(context, parts, asked, async (work) => {
      if (work && work.done !== '') throw doneBefore(work.done);
      const who = whoActs(declared, context);
      const idempotentCommit = work && commitOf(work, answerOf);
      const running = declared.run(
        parts,
        idempotentCommit ? { ...who, idempotentCommit } : who,
        input,
      );
      return answerOf(await orGone(running));
    });
    if (isVersioned !== false) setEtag(context.set, result?.data);
    return result;
  });
}

/**
 * Turns a broken foreign key into 409: the account, the person or another record that the request names was deleted
 * after the operation had read it.
 */
async function orGone<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isGone = faultOf(error) === 'constraint' && messageOf(error).includes('FOREIGN KEY');
    throw isGone ? failure('needed_record_deleted') : error;
  }
}

/** Lets commits of the work store that it was done, with the answer to these data. */
const commitOf = <D>(work: IdempotentWork, answerOf: (data: D) => Answer): IdempotentCommit => ({
  // The cast: a step names the data of its operation's answer.
  statementStoring: (made, data) =>
    work.statementStoring(made, data === undefined ? undefined : answerOf(data as D)),
});

const doneBefore = (id: string): AppError =>
  failure('done_unanswered', { id }, { mayBeDone: true });

interface RequestWithKey {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly resumes: boolean;
}

/** A POST is done once per Idempotency-Key. */
async function respond<T>(
  context: AnswerContext,
  { idempotency }: CrmParts,
  asked: RequestWithKey,
  make: (work: IdempotentWork | null) => Promise<Answer & { readonly body: T }>,
): Promise<T> {
  if (context.request.method === 'POST')
    return answerIdempotently(
      context,
      idempotency,
      { ...asked, holder: keyHolderOf(context) },
      make,
    );
  const { status, body } = await make(null);
  context.set.status = status;
  return body;
}

type AnswerDeclaration = Pick<
  Single<Route, TSchema, TSchema, TSchema, unknown>,
  'answer' | 'body' | 'isVersioned'
> & { readonly status?: unknown };

const usualStatus = (method: string, { answer }: AnswerDeclaration): number =>
  answer ? (method === 'POST' ? 201 : 200) : 204;

/** The failures that every operation documents. */
const REFUSALS = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INTERNAL_SERVER_ERROR',
] as const;

/** Returns every answer that follows from the declaration. */
function responsesOf(method: string, declared: AnswerDeclaration): Record<number, TSchema> {
  const { answer, body, isVersioned, status } = declared;
  const isChange = method !== 'GET';
  const hasVersion = isVersioned ?? (isChange && method !== 'POST');
  return {
    [typeof status === 'number' ? status : usualStatus(method, declared)]: answer
      ? SuccessEnvelope(answer)
      : Type.Void(),
    ...failures(
      ...REFUSALS,
      ...(body ? (['VALIDATION_ERROR'] as const) : []),
      ...(isChange ? (['CONFLICT'] as const) : []),
      ...(hasVersion ? (['PRECONDITION_FAILED'] as const) : []),
    ),
  };
}

/** Declares a list in pages. */
export function pageOperation<
  const R extends Route,
  Q extends TSchema,
  A extends TSchema,
  W = Access,
>(route: R, declared: PagedDeclaration<R, Q, A, W>): Operation {
  const schemas = { response: { 200: PageEnvelope(declared.answer), ...failures(...REFUSALS) } };
  const asked = { query: PageQuery(declared.listed && listQuery(declared.listed)), ...declared };
  return routed(route, asked, schemas, async (parts, context, input: Input<R, Q, TSchema>) => {
    // The default, or another query made with PageQuery, has checked it.
    const asked = input.query as Static<ReturnType<typeof PageQuery>>;
    const page = pageOf(asked, askerOf(parts, input.request), declared.listed);
    const who = whoActs(declared, context);
    const { data, total } = await declared.run(parts, who, { ...input, page });
    return okPage(parts.clock.now(), data, { ...page, total }, declared.message);
  });
}

/** `W` differs from Access only when `who` is declared. */
const whoActs = <W>(
  { who }: Pick<Declaration<TSchema, TSchema, W>, 'who'>,
  context: Pick<AnswerContext, 'request' | 'set'>,
): W => (who ? who(context) : (accessOf(context) as W));

/** Returns the route, guarded and documented as declared. */
function routed<R extends Route, Q extends TSchema, B extends TSchema>(
  route: R,
  declared: Declaration<TSchema, TSchema, unknown>,
  schemas: { readonly body?: TSchema; readonly response: Record<number, TSchema> },
  answer: (parts: CrmParts, context: AnswerContext, input: Input<R, Q, B>) => Promise<unknown>,
): Operation {
  const [method, path] = partsOf(route);
  const params = paramsOf(path);
  const { permission, query, answers, summary, description, agent, example } = declared;
  const hook = {
    ...(params && { params }),
    ...(query && { query }),
    ...schemas,
    response: { ...schemas.response, ...answers },
  };
  return (app, parts, tag) => {
    const detail = {
      tags: [tag],
      summary,
      ...(description !== undefined && { description }),
      ...(agent && { agent }),
      ...(example && { example }),
    };
    app.route(
      method,
      path,
      // Naming the fields tells the framework that headers and cookies are not needed.
      async ({ request, params, query, body, set }) =>
        // The schemas from which the types come have checked it.
        answer(parts, { request, body, set }, { request, params, query, body } as Input<R, Q, B>),
      parts.guard.operation(permission, { ...hook, detail }, declared),
    );
  };
}

const partsOf = (route: Route) => route.split(' ') as [method: string, path: string];

function paramsOf(path: string): TSchema | null {
  const names = namesIn(path);
  if (names.length === 0) return null;
  return Type.Object(Object.fromEntries(names.map((name) => [name, paramOf(name)])));
}

/** The schema of `id` or `pipeline_id`. */
function paramOf(name: string): TSchema {
  const kind = name === 'id' ? 'record' : name.slice(0, -'_id'.length);
  const examples: Readonly<Record<string, string>> = EXAMPLE_IDS;
  return Uuid(`Id of the ${kind}: a UUID, as lists and answers show it`, examples[kind]);
}
