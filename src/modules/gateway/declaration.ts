/** The declaration of an operation of this zone, as values. */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { DocumentDecoration } from 'elysia';
import type { Code } from '../../core/http/failures.ts';
import type { IdempotentWork } from '../../core/http/idempotency.ts';
import type { AnswerContext } from '../../core/http/idempotency-key.ts';
import type { NamesIn } from '../../core/http/path-names.ts';
import type { AgentOffer, RequestHeader, RouteExample } from '../../core/http/route-detail.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import type { PortalScope, Scope } from '../../core/instances/scopes.ts';
import type { Action, AuditNote } from './audit/audited-operation.ts';
import type { BodyReader } from './body.ts';
import type { GatewayPrincipal } from './guard.ts';
import type { GatewayParts } from './parts.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Method and path, with its parameters as `:name`. */
export type Route = `${Method} /${string}`;

/** The result of reading a body. */
export type BodyValue<B> =
  B extends BodyReader<infer T> ? T : B extends TSchema ? Static<B> : undefined;
type QueryOf<Q> = Q extends TSchema ? Static<Q> : undefined;

type OperationDetail = Partial<Pick<DocumentDecoration, 'operationId' | 'hide' | 'security'>>;

/** The declaration of an operation, without its function. */
export interface Declaration<Q, B, A extends TSchema, P> {
  /** The group of the operation in the documentation. */
  readonly tag: string;
  /** The scope that a key needs; `global` accepts only the global key. */
  readonly scope: Scope | readonly Scope[] | 'global';
  /** The scope that a customer's page needs; absent, such pages cannot call the operation. */
  readonly portal?: PortalScope;
  readonly summary: string;
  readonly description?: string;
  /** Additions to the API document: an operation id, whether the operation is hidden, or another credential. */
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
  /** Other routes of the same operation, for clients of older systems. */
  readonly aliases?: readonly Route[];
  /**
   * Runs a POST once per Idempotency-Key. With `resumes`, a repetition after a crash finds out by `call.idempotentWork`
   * what was done, and does the rest. With `undecided`, nobody can find that out, so the repetition does nothing.
   */
  readonly idempotency?: 'resumes' | 'undecided';
  /**
   * The action in the audit row, or the reason why the operation leaves no row. By default a GET, and an operation with
   * the scope `read`, leaves no row; the action of all others is made from the path.
   */
  readonly audit?: Action | AuditExemption;
  /** Returns the instance that the row names before the instance exists; null if the body does not name one. */
  readonly auditedAs?: (body: unknown) => { readonly id: null; readonly name: string } | null;
  /** Any node may answer, even if the operation is about one instance. */
  readonly isForAnyNode?: true;
  /**
   * The body may be as large as a file; `when connected`: one above 1 MiB is read only then, or with an
   * Idempotency-Key.
   */
  readonly takesFiles?: true | 'when connected';
  /** The instance is refused before the query is checked. */
  readonly resolveInstanceBeforeBody?: true;
  /** The tool that agents are offered. */
  readonly agent?: AgentOffer;
  /** A body that works, and its answer. Defaults to values made from the schemas. */
  readonly example?: RouteExample;
  /** Makes what all its calls share. */
  readonly prepare?: (parts: GatewayParts) => P;
}

/** Says why an operation that changes something leaves no row of the audit, as a sentence. */
export interface AuditExemption {
  readonly unaudited: string;
}

/** The checked values of a call. */
export interface Call<R extends string, Q, B, P> {
  readonly request: Request;
  readonly params: Readonly<Record<NamesIn<R>, string>>;
  readonly query: QueryOf<Q>;
  readonly body: BodyValue<B>;
  readonly caller: GatewayPrincipal;
  /** The result of `prepare`. */
  readonly prepared: P;
  /** The status of the answer is that of the declaration unless it is set here. */
  readonly set: AnswerContext['set'];
  /** Adds to the row of the audit. */
  readonly note: AuditNote;
  /** Set if the operation is done once per Idempotency-Key and the request has one. */
  readonly idempotentWork: IdempotentWork | null;
}

export interface InstanceCall<R extends string, Q, B, P, I = InstanceRecord>
  extends Call<R, Q, B, P> {
  readonly instance: I;
}

export interface Run<C, A extends TSchema> {
  /** Does it, and gives the answer; a Response is one that is made already. */
  run(parts: GatewayParts, call: C): Promise<Static<A> | Response> | Static<A> | Response;
}

/** Finds the instance of a call. Throws 403, 400 and 404 as `instanceFor` does. */
export type Target<I = InstanceRecord> = (parts: GatewayParts, context: Context) => I;
export type AnyTarget = Target<InstanceRecord | null>;

export interface Context extends AnswerContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
}

export type AnyDeclaration = Declaration<
  TObject | undefined,
  TObject | BodyReader<unknown> | undefined,
  TSchema,
  unknown
> &
  Run<InstanceCall<string, undefined, undefined, unknown>, TSchema>;

/** The path of a route. */
export const pathIn = (route: Route): string => partsOf(route)[1];

/** The method and the path of a route. */
export const partsOf = (route: Route) => route.split(' ') as [method: Method, path: string];
