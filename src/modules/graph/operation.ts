/** A path of the Graph API: a row that says what the id in it names, and how operations of ours answer it. */

import type { TObject, TProperties, TSchema } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import { WABA_ID } from '../../core/http/example-values.ts';
import { principalOf } from '../../core/http/principal.ts';
import { type Fields, fieldsIn } from '../../core/http/read-fields.ts';
import { requestIdOf } from '../../core/http/request-watch.ts';
import type { RouteExample } from '../../core/http/route-detail.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import type { Scope } from '../../core/instances/scopes.ts';
import type { NumberRequest } from '../../core/providers/at-meta.ts';
import { GRAPH_PATH } from '../../core/webhooks/format/meta-errors.ts';
import {
  type BodyReader,
  createOperationCaller,
  type GatewayParts,
  type GatewayPrincipal,
  type Operation,
  type OperationCaller,
  operation,
  type Route,
  readBody,
  streamedFormBody,
  type Target,
} from '../gateway/api.ts';
import { GRAPH_FAILURES, refusedAs, unknownObject } from './errors.ts';
import { instanceById } from './zone.ts';

export interface GraphCall {
  readonly instance: InstanceRecord;
  /** The id in the path. */
  readonly id: string;
  /** The version in the path, such as `v25.0`. */
  readonly version: string;
  readonly query: Fields;
  readonly body: Fields;
  readonly request: Request;
  readonly requestId: string;
  readonly parts: GatewayParts;
  /** Asks an operation about the same instance. */
  readonly ask: OperationCaller;
  /** Says in a header what was done otherwise than asked: the answers have the fields that Meta's have. */
  readonly warn: (text: string) => void;
}

type NumberPath = NumberRequest['path'];

/** Lets Meta answer a path below a number that is at Meta, as the caller has asked it. */
export const atMetaIfThere =
  (path: NumberPath, run: GraphRow['run']): GraphRow['run'] =>
  async (call) => {
    const session = call.parts.cloudOf(call.instance);
    if (session === null) return run(call);
    const texts = Object.entries(call.query).filter(([, value]) => typeof value === 'string');
    // The casts: rows have these methods alone, and only texts are left.
    const method = call.request.method as 'GET' | 'POST' | 'DELETE';
    const query = Object.fromEntries(texts) as Record<string, string>;
    // Meta may add fields, which the schema of the answer would refuse.
    return Response.json(await session.askNumber({ method, path, query, body: call.body }));
  };

/** The declaration of a path. */
export interface GraphRow {
  /** The kind of object that the id in the path must name, or else 404; absent, any id of the instance. */
  readonly names?: 'number' | 'account';
  readonly scope: Scope;
  readonly summary: string;
  readonly description?: string;
  /** Fields of the query and the body, for the API document; `run` checks them. */
  readonly query?: TProperties;
  readonly body?: TProperties;
  /** Replaces the body: the fields of a form with a file, which `run` reads while it arrives. */
  readonly form?: TProperties;
  /** The id may be that of a file or a template. Then `query` has `phone_number_id`. */
  readonly resolvesObjectId?: true;
  /** Set if the operation runs once per Idempotency-Key. */
  readonly idempotency?: 'resumes';
  readonly answer: TSchema;
  /** Failures by status that have another form than `GraphFailure`. */
  readonly failures?: Readonly<Record<number, TSchema>>;
  readonly example?: RouteExample;
  run(call: GraphCall): Promise<unknown> | unknown;
}

/** Rows by their routes after the version, such as `POST /:id/messages`. */
export type GraphRows = Readonly<Record<Route, GraphRow>>;

const VERSION = /^v\d+\.\d+$/;

/** Throws Meta's error for a path that does not begin with a version. */
export function requireVersion(version: string): void {
  if (!VERSION.test(version)) throw refusedAs(2500, `unknown path component: /${version}`);
}

export const VERSION_PARAM = {
  version: Type.String({ description: 'Any version of the Graph API, such as `v25.0`' }),
};

/** Finds the instance that the id in the path names. To the key of an instance, no other exists. */
const target: Target = ({ directory }, context) => {
  const id = objectIn(context);
  const principal = principalOf<GatewayPrincipal>(context);
  if (principal.kind === 'global') {
    const found = instanceById(directory, id);
    if (found) return found;
    throw unknownObject();
  }
  const own = directory.byId(principal.instanceId);
  if (own && (own.phoneNumberId === id || own.wabaId === id)) return own;
  throw unknownObject();
};

/**
 * Finds the instance of a file, a template or another object: that of the key. With the global key it is the one that an id in
 * the request names, or null if only the id of a file can tell.
 */
const targetOfObject: Target<InstanceRecord | null> = ({ directory }, context) => {
  const id = objectIn(context);
  const principal = principalOf<GatewayPrincipal>(context);
  if (principal.kind !== 'global') return directory.byId(principal.instanceId);
  const { phone_number_id: number } = fieldsIn(context.query);
  const byNumber = typeof number === 'string' ? directory.byPhoneNumberId(number) : null;
  return instanceById(directory, id) ?? byNumber;
};

function objectIn({ params }: { readonly params: Readonly<Record<string, string>> }): string {
  const { version = '', id = '' } = params;
  requireVersion(version);
  return id;
}

const ID_OF = { number: 'phoneNumberId', account: 'wabaId' } as const;

/** Finds the instance of an id that must be that of a number, or that of an account. */
const named =
  (what: keyof typeof ID_OF): Target =>
  (parts, context) => {
    const found = target(parts, context);
    if (found[ID_OF[what]] === context.params.id) return found;
    throw unknownObject();
  };

/** Throws 404 unless the id is that of an uploaded file. */
async function ownerOf({ uploadedFiles, directory }: GatewayParts, id: string) {
  const file = await uploadedFiles.find(id);
  const found = file && directory.byId(file.instanceId);
  if (!found) throw unknownObject();
  return found;
}

const targetOfRow = ({ names, resolvesObjectId }: GraphRow): Target<InstanceRecord | null> => {
  if (names) return named(names);
  return resolvesObjectId ? targetOfObject : target;
};

export const graphOperations = (rows: GraphRows): Operation[] =>
  // The cast: the keys are those of the type.
  Object.entries(rows).map(([route, row]) => graphOperation(route as Route, row));

function graphOperation(route: Route, row: GraphRow): Operation {
  const { query, body, form, resolvesObjectId, names, scope, failures, ...described } = row;
  const [method, path] = route.split(' ');
  return operation<
    'GET /:id',
    TSchema,
    TObject | undefined,
    BodyReader<Fields | undefined> | undefined
  >(
    // The cast names the parameter that all of them have.
    `${method} ${GRAPH_PATH}/:version${path}` as 'GET /:id',
    {
      ...described,
      scope,
      tag: 'Graph',
      audit: { unaudited: 'What it asks leaves rows of its own, and files are parts of messages.' },
      detail: { operationId: operationIdOf(route), security: [{ bearer: [scope] }] },
      params: names === 'account' ? { ...PARAMS, ...ACCOUNT } : PARAMS,
      ...(query && { query: Type.Object(query) }),
      ...(body && { body: readBody(Type.Object(body, { additionalProperties: true }), fieldsIn) }),
      ...(form && { body: streamedFormBody(Type.Object(form)) }),
      answers: { ...GRAPH_FAILURES, ...failures },
      target: targetOfRow(row),
      async run(parts, { request, set, params, instance: found, query: asked, body: sentBody }) {
        const instance = found ?? (await ownerOf(parts, params.id));
        return row.run({
          instance,
          id: params.id,
          // The cast of the route has it only in the path.
          version: (params as { readonly version?: string }).version ?? '',
          query: fieldsIn(asked),
          body: sentBody ?? {},
          request,
          requestId: requestIdOf({ set }),
          parts,
          ask: createOperationCaller(parts, { request, set }, instance),
          warn: (text) => {
            set.headers.warning = `299 - "${text}"`;
          },
        });
      },
    },
  );
}

const PARAMS = {
  ...VERSION_PARAM,
  id: Type.String({
    description: 'Phone number ID, or the ID of the object',
  }),
};

const ACCOUNT = {
  id: Type.String({ description: 'The `wabaId` of an instance', examples: [WABA_ID] }),
};

/** `POST /:id/messages` is graphPostMessages. */
function operationIdOf(route: Route): string {
  const words = route
    .toLowerCase()
    .replaceAll(/:id/g, '')
    .split(/[ /_-]+/);
  return `graph${words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')}`;
}
