/** An operation of this zone: its route, checks, documentation, offer to agents, and the function that does it. */

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type AnyElysia, Elysia } from 'elysia';
import { keepingEmpty } from '../../core/http/body-values.ts';
import { type Code, failures } from '../../core/http/failures.ts';
import type { IdempotentWork } from '../../core/http/idempotency.ts';
import { answerIdempotently, idempotencyKeyHeader } from '../../core/http/idempotency-key.ts';
import { namesIn } from '../../core/http/path-names.ts';
import { principalOf } from '../../core/http/principal.ts';
import { checkedBy, tolerantQuery, uncheckedBody } from '../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import { needs, needsGlobal, securityOf } from '../../core/instances/scopes.ts';
import { AppError, type Reason } from '../../core/shared/errors.ts';
import type { Action, AuditNote } from './audit/audited-operation.ts';
import type { BodyReader } from './body.ts';
import {
  type AnyDeclaration,
  type AnyTarget,
  type AuditExemption,
  type Context,
  type Declaration,
  type InstanceCall,
  partsOf,
  type Route,
  type Run,
  type Target,
} from './declaration.ts';
import { type GatewayPrincipal, instanceFor } from './guard.ts';
import type { GatewayParts } from './parts.ts';

export type { BodyValue, Call, Declaration, Route, Target } from './declaration.ts';
export { partsOf, pathIn } from './declaration.ts';

export interface Operation {
  /** The route and its aliases. */
  readonly routes: readonly Route[];
  readonly summary: string;
  readonly isForAnyNode: boolean;
  readonly takesFiles: boolean | 'when connected';
  /** Null for one that only reads. */
  readonly audit: Action | AuditExemption | null;
  mount(app: Elysia, parts: GatewayParts): void;
}

const REFUSALS = ['UNAUTHORIZED', 'FORBIDDEN', 'INTERNAL_SERVER_ERROR'] as const;
const INSTANCE_REFUSALS = ['BAD_REQUEST', 'NOT_FOUND', ...REFUSALS] as const;

/** Description of the parameter of paths that name their instance. */
const instanceName = Type.String({
  description: 'Name of the instance, such as `shop`',
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
  return createOperation(route, declared as unknown as AnyDeclaration, INSTANCE_REFUSALS, target);
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
  return createOperation(route, declared as unknown as AnyDeclaration, refusals, target);
}

const namedInPath: Target = ({ directory }, { request, params }) =>
  instanceFor({ request }, directory, params.instanceName ?? '');

/** The casts of its callers: what a call brings is checked against the schemas that its types come from. */
function createOperation(
  route: Route,
  declared: AnyDeclaration,
  refusals: readonly Code[],
  target: AnyTarget | null,
): Operation {
  const { aliases = [], isForAnyNode = false, takesFiles = false } = declared;
  const routes = [route, ...aliases];
  return {
    routes,
    summary: declared.summary,
    isForAnyNode,
    takesFiles,
    audit: auditOf(route, declared),
    mount(app, parts) {
      const answer = createHandler(route, declared, parts, target);
      // Made for each server, since the framework changes the hook that it is given.
      const hook = hookOf(route, declared, refusals);
      const transform = (context: Context) => void target?.(parts, context);
      if (declared.resolveInstanceBeforeBody) Object.assign(hook, { transform });
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

/** `POST /group/updateSubject/:instanceName` is `group.updateSubject`. */
function auditOf(route: Route, { audit, scope }: AnyDeclaration): Action | AuditExemption | null {
  if (audit !== undefined) return audit;
  const [method, path] = partsOf(route);
  if (method === 'GET' || scope === 'read') return null;
  const [, noun = '', verb = ''] = path.split('/');
  return `${noun}.${verb}`;
}

function createHandler(
  route: Route,
  declared: AnyDeclaration,
  parts: GatewayParts,
  target: AnyTarget | null,
) {
  const { idempotency, auditedAs } = declared;
  const audit = auditOf(route, declared);
  const act = createRunner(declared, parts, audit === null);
  return (context: Context): Promise<unknown> => {
    const instance = target?.(parts, context) ?? null;
    // A repetition does nothing, so it leaves no row.
    const run = (work: IdempotentWork | null): Promise<unknown> => {
      if (typeof audit !== 'string') return act(context, instance, work, () => {});
      const audited = { action: audit, instance: auditedAs ? auditedAs(context.body) : instance };
      return parts.audit.run(context, audited, (note) => act(context, instance, work, note));
    };
    if (idempotency === undefined) return run(null);
    const { params, query } = context;
    const asked = {
      route,
      params,
      query,
      instanceId: instance?.id,
      resumes: idempotency === 'resumes',
    };
    return answerIdempotently(context, parts.idempotency, asked, async (work) => ({
      body: await run(work),
      status: Number(context.set.status),
    }));
  };
}

/** Reads what was asked and does it. `isRead` means that it changes nothing. */
function createRunner(declared: AnyDeclaration, parts: GatewayParts, isRead: boolean) {
  const { body: reader, status = 200, isForAnyNode = false } = declared;
  const query = declared.query && keepingEmpty(declared.query);
  const prepared = declared.prepare?.(parts);
  return async (
    context: Context,
    instance: InstanceRecord | null,
    idempotentWork: IdempotentWork | null,
    note: AuditNote,
  ): Promise<unknown> => {
    const { request, set } = context;
    const call = {
      ...context,
      query: query && checkedBy(query, context.query),
      body: reader && readerOf(reader).read(context.body, parts, { ...context, instance }),
      caller: principalOf<GatewayPrincipal>({ request }),
      prepared,
      note,
      idempotentWork,
      instance,
    } as unknown as InstanceCall<string, undefined, undefined, unknown>;
    set.status = status;
    const run = () => declared.run(parts, call);
    const { nodes } = parts;
    if (nodes === null || instance === null || isForAnyNode) return run();
    return runAsOwner(nodes.having(instance.id), run, isRead);
  };
}

/** Reasons that may come from outdated memory, because another process may have the instance now. */
const FROM_MEMORY: ReadonlySet<Reason> = new Set(['not_found', 'conflict', 'gone']);

/**
 * Runs the operation. An answer that was read, and a refusal, counts only if `requireHere` does not throw afterwards.
 */
async function runAsOwner(
  requireHere: () => void,
  run: () => unknown,
  isRead: boolean,
): Promise<unknown> {
  try {
    const answer = await run();
    if (isRead) requireHere();
    return answer;
  } catch (error) {
    if (error instanceof AppError && FROM_MEMORY.has(error.reason)) requireHere();
    throw error;
  }
}

const readerOf = (body: TObject | BodyReader<unknown>): BodyReader<unknown> =>
  'read' in body
    ? (body as BodyReader<unknown>)
    : { schema: uncheckedBody(body), read: (value) => checkedBy(body, value) };

/** Returns what the framework and the documentation need of a route. */
function hookOf(route: Route, declared: AnyDeclaration, refusals: readonly Code[]) {
  const {
    tag,
    scope,
    portal,
    summary,
    description,
    headers = [],
    idempotency,
    agent,
    example,
  } = declared;
  const { query, body, answer, status = 200, detail } = declared;
  const params = paramsOf(route, declared.params);
  const requestHeaders = idempotency ? [...headers, idempotencyKeyHeader] : headers;
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
export function mountOperations(operations: readonly Operation[], parts: GatewayParts): AnyElysia {
  const app: Elysia = new Elysia({ name: 'gateway operations' });
  for (const one of operations) one.mount(app, parts);
  return app;
}
