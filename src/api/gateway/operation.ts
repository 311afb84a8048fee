/** An operation of this zone: its route, checks, documentation, offer to agents, and the function that does it. */

import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type AnyElysia, type DocumentDecoration, Elysia } from 'elysia';
import { type Code, failures } from '../../http/failures.ts';
import { type AnswerContext, answerOnce, idempotencyKeyHeader } from '../../http/idempotency.ts';
import { type NamesIn, namesIn } from '../../http/path-names.ts';
import { principalOf } from '../../http/principal.ts';
import { checkedBy, tolerantQuery, uncheckedBody } from '../../http/read-fields.ts';
import type { AgentOffer, RequestHeader, RouteExample } from '../../http/route-detail.ts';
import type { InstanceRecord } from '../../instances/directory.ts';
import { type PortalScope, securityOf } from '../../instances/portal-scopes.ts';
import { needs, needsGlobal, type Scope } from '../../instances/scopes.ts';
import type { Action, AuditNote } from './audit/audited.ts';
import type { BodyReader } from './body.ts';
import { type GatewayPrincipal, instanceFor } from './guard.ts';
import type { GatewayParts } from './parts.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Method and path, with its parameters as `:name`. */
export type Route = `${Method} /${string}`;

/** The result of reading a body. */
export type Read<B> = B extends BodyReader<infer T> ? T : B extends TSchema ? Static<B> : undefined;
type QueryOf<Q> = Q extends TSchema ? Static<Q> : undefined;

type OperationDetail = Partial<Pick<DocumentDecoration, 'operationId' | 'hide' | 'security'>>;

/** What an operation declares beside what it does. */
export interface Declaration<Q, B, A extends TSchema, P> {
  /** Its group in the documentation. */
  readonly tag: string;
  /** What a calling key needs; `global` accepts only the global key. */
  readonly scope: Scope | readonly Scope[] | 'global';
  /** What a customer's page needs; without it the operation is not for such pages. */
  readonly portal?: PortalScope;
  readonly summary: string;
  readonly description?: string;
  /** More for the API document: an operation id, that the operation is omitted, or another credential. */
  readonly detail?: OperationDetail;
  /** Descriptions of the parameters of the path beside `instanceName`. */
  readonly params?: Readonly<Record<string, TSchema>>;
  readonly query?: Q;
  readonly body?: B;
  readonly answer: A;
  /** Default: 200. */
  readonly status?: number;
  /** Failures beside those that every operation may have. */
  readonly failures?: readonly Code[];
  /** Answers of further statuses, which replace the ordinary ones. */
  readonly answers?: Readonly<Record<number, TSchema>>;
  /** Headers that it reads. */
  readonly headers?: readonly RequestHeader[];
  /** Other routes by which it is called, as older systems have them. */
  readonly aliases?: readonly Route[];
  /** A POST that is done once per Idempotency-Key. */
  readonly once?: true;
  /** The action under which it leaves one row of the audit. */
  readonly audit?: Action;
  /** The instance that the row names before there is one; null: the body names none. */
  readonly auditedAs?: (body: unknown) => { readonly id: null; readonly name: string } | null;
  /** Any node may answer it, although it is about one instance or none. */
  readonly anyNode?: true;
  /** The body may be as large as a file; `when connected`: it is read only then, or of a repetition. */
  readonly takesFiles?: true | 'when connected';
  /** Whether it may take longer than the server allows a connection to be silent. */
  readonly takesLong?: true;
  /** The instance is refused before the query is checked. */
  readonly instanceFirst?: true;
  /** The tool that agents are offered. */
  readonly agent?: AgentOffer;
  /** A body that works, and what is answered to it; default: made of the schemas. */
  readonly example?: RouteExample;
  /** Makes what all its calls share. */
  readonly prepare?: (parts: GatewayParts) => P;
}

/** The checked values of a call. */
export interface Call<R extends string, Q, B, P> {
  readonly request: Request;
  readonly params: Readonly<Record<NamesIn<R>, string>>;
  readonly query: QueryOf<Q>;
  readonly body: Read<B>;
  readonly caller: GatewayPrincipal;
  /** The result of `prepare`. */
  readonly prepared: P;
  /** The status of the answer is that of the declaration unless it is set here. */
  readonly set: AnswerContext['set'];
  /** Adds to the row of the audit. */
  readonly note: AuditNote;
}

interface InstanceCall<R extends string, Q, B, P, I = InstanceRecord> extends Call<R, Q, B, P> {
  readonly instance: I;
}

interface Run<C, A extends TSchema> {
  /** Does it, and gives the answer; a Response is one that is made already. */
  run(parts: GatewayParts, call: C): Promise<Static<A> | Response> | Static<A> | Response;
}

/** Finds the instance of a call. Throws 403, 400 and 404 as `instanceFor` does. */
export type Target<I = InstanceRecord> = (parts: GatewayParts, context: Context) => I;
type AnyTarget = Target<InstanceRecord | null>;

interface Context extends AnswerContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
}

export interface Operation {
  /** Its route and its aliases. */
  readonly routes: readonly Route[];
  readonly anyNode: boolean;
  readonly takesFiles: boolean | 'when connected';
  mount(app: Elysia, parts: GatewayParts): void;
}

type AnyDeclaration = Declaration<
  TObject | undefined,
  TObject | BodyReader<unknown> | undefined,
  TSchema,
  unknown
> &
  Run<InstanceCall<string, undefined, undefined, unknown>, TSchema>;

const REFUSALS = ['UNAUTHORIZED', 'FORBIDDEN', 'INTERNAL_SERVER_ERROR'] as const;
const INSTANCE_REFUSALS = ['BAD_REQUEST', 'NOT_FOUND', ...REFUSALS] as const;

/** Description of the parameter of paths that name their instance. */
const instanceName = Type.String({
  description: 'Name of the instance that it is about, such as `shop`',
});

/** An operation on one instance, which its path names unless `target` finds it. */
export function instanceOperation<
  const R extends Route,
  A extends TSchema,
  Q extends TObject | undefined = undefined,
  B extends TObject | BodyReader<unknown> | undefined = undefined,
  P = undefined,
>(
  route: R,
  declared: Declaration<Q, B, A, P> & { readonly target?: Target } & Run<
      InstanceCall<R, Q, B, P>,
      A
    >,
): Operation {
  const { target = namedInPath } = declared;
  return assembled(route, declared as unknown as AnyDeclaration, INSTANCE_REFUSALS, target);
}

/** An operation that is about no instance, or about all (`instance` is null then) unless `target` finds one. */
export function operation<
  const R extends Route,
  A extends TSchema,
  Q extends TObject | undefined = undefined,
  B extends TObject | BodyReader<unknown> | undefined = undefined,
  P = undefined,
>(
  route: R,
  declared: Declaration<Q, B, A, P> & { readonly target?: AnyTarget } & Run<
      InstanceCall<R, Q, B, P, InstanceRecord | null>,
      A
    >,
): Operation {
  const { target = null } = declared;
  const refusals = target ? INSTANCE_REFUSALS : REFUSALS;
  return assembled(route, declared as unknown as AnyDeclaration, refusals, target);
}

const namedInPath: Target = ({ directory }, { request, params }) =>
  instanceFor({ request }, directory, params.instanceName ?? '');

/** The casts of its callers: what a call brings is checked against the schemas that its types come from. */
function assembled(
  route: Route,
  declared: AnyDeclaration,
  refusals: readonly Code[],
  target: AnyTarget | null,
): Operation {
  const { aliases = [], anyNode = false, takesFiles = false } = declared;
  const routes = [route, ...aliases];
  return {
    routes,
    anyNode,
    takesFiles,
    mount(app, parts) {
      const answer = answering(declared, parts, target);
      // Made for each server, since the framework changes the hook that it is given.
      const hook = hookOf(route, declared, refusals);
      const transform = (context: Context) => void target?.(parts, context);
      if (declared.instanceFirst) Object.assign(hook, { transform });
      if (declared.takesLong) Object.assign(hook, { beforeHandle: keepOpen });
      for (const one of routes) {
        const [method, path] = partsOf(one);
        // Naming the fields tells the framework that headers and cookies, and often a query, are not needed.
        const handler = declared.query
          ? ({ request, params, query, body, set }: Context) =>
              answer({ request, params, query, body, set })
          : ({ request, params, body, set }: Context) =>
              answer({ request, params, query: undefined, body, set });
        // The cast: what the hook declares has been checked by then.
        app.route(method, path, handler as () => Promise<unknown>, hook);
      }
    },
  };
}

/** Lets the connection be silent for as long as it takes to answer. */
const keepOpen = (context: { request: Request; server: Bun.Server<unknown> | null }): void =>
  context.server?.timeout(context.request, 0);

/** The path of a route. */
export const pathIn = (route: Route): string => partsOf(route)[1];

/** The method and the path of a route. */
export const partsOf = (route: Route) => route.split(' ') as [method: Method, path: string];

function answering(declared: AnyDeclaration, parts: GatewayParts, target: AnyTarget | null) {
  const { audit, auditedAs, body: reader, query, once, status = 200 } = declared;
  const prepared = declared.prepare?.(parts);
  return async (context: Context): Promise<unknown> => {
    const { request, set } = context;
    const instance = target?.(parts, context) ?? null;
    const act = async (note: AuditNote) => {
      const call = {
        ...context,
        query: query && checkedBy(query, context.query),
        body: reader && readerOf(reader).read(context.body, parts, { ...context, instance }),
        caller: principalOf<GatewayPrincipal>({ request }),
        prepared,
        note,
        instance,
      } as unknown as InstanceCall<string, undefined, undefined, unknown>;
      if (once) {
        const answer = async () => ({ status, body: await declared.run(parts, call) });
        const holder = instance ? { instanceId: instance.id } : {};
        return answerOnce(context, parts.idempotency, answer, holder);
      }
      set.status = status;
      return declared.run(parts, call);
    };
    if (audit === undefined) return act(() => {});
    const audited = { action: audit, instance: auditedAs ? auditedAs(context.body) : instance };
    return parts.audit.run(context, audited, act);
  };
}

const readerOf = (body: TObject | BodyReader<unknown>): BodyReader<unknown> =>
  'read' in body
    ? (body as BodyReader<unknown>)
    : { schema: uncheckedBody(body), read: (given) => checkedBy(body, given) };

/** Returns what the framework and the documentation need of a route. */
function hookOf(route: Route, declared: AnyDeclaration, refusals: readonly Code[]) {
  const { tag, scope, portal, summary, description, headers = [], once, agent, example } = declared;
  const { query, body, answer, status = 200, detail } = declared;
  const params = paramsOf(route, declared.params);
  const requestHeaders = once ? [...headers, idempotencyKeyHeader] : headers;
  return {
    ...(params && { params }),
    ...(query && { query: tolerantQuery(query) }),
    ...(body && { body: readerOf(body).schema }),
    response: {
      [status]: answer,
      ...failures(...refusals, ...(declared.failures ?? [])),
      ...declared.answers,
    },
    detail: {
      tags: [tag],
      security: scope === 'global' ? needsGlobal : needs(...[scope].flat()),
      ...(portal && { 'x-page-scope': securityOf(portal) }),
      summary,
      ...(description !== undefined && { description }),
      ...detail,
      ...(requestHeaders.length > 0 && { requestHeaders }),
      ...(agent && { agent }),
      ...(example && { example }),
    },
  };
}

function paramsOf(route: Route, described: Readonly<Record<string, TSchema>> = {}) {
  const known: Readonly<Record<string, TSchema>> = { instanceName, ...described };
  const names = namesIn(route);
  if (names.length === 0) return null;
  return Type.Object(Object.fromEntries(names.map((name) => [name, known[name] ?? Type.String()])));
}

/** The operations as one part of the server. */
export function mounted(operations: readonly Operation[], parts: GatewayParts): AnyElysia {
  const app: Elysia = new Elysia({ name: 'gateway operations' });
  for (const one of operations) one.mount(app, parts);
  return app;
}
