/** The declaration of an operation of this zone, as values. */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { DocumentDecoration } from 'elysia';
import type { Code } from '../../http/failures.ts';
import type { IdempotentWork } from '../../http/idempotency.ts';
import type { AnswerContext } from '../../http/idempotency-key.ts';
import type { NamesIn } from '../../http/path-names.ts';
import type { AgentOffer, RequestHeader, RouteExample } from '../../http/route-detail.ts';
import type { InstanceRecord } from '../../instances/directory.ts';
import type { PortalScope } from '../../instances/portal-scopes.ts';
import type { Scope } from '../../instances/scopes.ts';
import type { Action, AuditNote } from './audit/audited.ts';
import type { BodyReader } from './body.ts';
import type { GatewayPrincipal } from './guard.ts';
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
  /**
   * A POST that is done once per Idempotency-Key. `resumes`: when the process has ended before it answered, a repetition
   * finds out by `call.idempotentWork` what was done, and does the rest. `undecided`: nobody can find that out, so nothing is
   * done again.
   */
  readonly idempotency?: 'resumes' | 'undecided';
  /**
   * The action under which it leaves one row of the audit, or why it leaves none. By default what only reads (a GET, or
   * the scope `read`) leaves none, and the action of others is made of their path.
   */
  readonly audit?: Action | Unaudited;
  /** The instance that the row names before there is one; null: the body names none. */
  readonly auditedAs?: (body: unknown) => { readonly id: null; readonly name: string } | null;
  /** Any node may answer it, although it is about one instance or none. */
  readonly anyNode?: true;
  /** The body may be as large as a file; `when connected`: it is read only then, or of a repetition. */
  readonly takesFiles?: true | 'when connected';
  /** Whether it may take longer than the server allows a connection to be silent. */
  readonly takesLong?: true;
  /** The instance is refused before the query is checked. */
  readonly resolveInstanceBeforeBody?: true;
  /** The tool that agents are offered. */
  readonly agent?: AgentOffer;
  /** A body that works, and what is answered to it; default: made of the schemas. */
  readonly example?: RouteExample;
  /** Makes what all its calls share. */
  readonly prepare?: (parts: GatewayParts) => P;
}

/** Says why an operation that changes something leaves no row of the audit, as a sentence. */
export interface Unaudited {
  readonly unaudited: string;
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
