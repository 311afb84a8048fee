/**
 * Decides who may do what: every operation under /api/v1 is declared through here. The guard, the documentation and the
 * tests read one declaration, `detail['x-permission']`.
 */
import type { TSchema } from '@sinclair/typebox';
import type { Database } from '../../core/db/client.ts';
import { normalizeFields } from '../../core/http/checked-schema.ts';
import { ifMatchHeader } from '../../core/http/etag.ts';
import { idempotencyKeyHeader, idempotencyKeyOf } from '../../core/http/idempotency-key.ts';
import { principalOf } from '../../core/http/principal.ts';
import { requestIdOf } from '../../core/http/request-watch.ts';
import type { RequestHeader } from '../../core/http/route-detail.ts';
import { failure } from '../../core/shared/errors.ts';
import { type AccountMembership, actingMembership, namedAccount, type Role } from './account.ts';
import type { Caller } from './caller.ts';
import { Query } from './fields.ts';
import type { IdempotentCommit } from './idempotent-commit.ts';
import type { Permission } from './permissions/catalogue.ts';

/** The caller and its rights in a request; `accessOf` returns it to handlers. */
export interface Access extends Caller {
  /** The acting account; every look-up and every write names it. */
  readonly accountId: string;
  readonly role: Role;
  /** The permissions of the role that the scopes allow, sorted. */
  readonly permissions: readonly Permission[];
  readonly requestId: string;
  /** Set while what is asked with an Idempotency-Key is done. */
  readonly idempotentCommit?: IdempotentCommit;
}

type Queries = Pick<Database, 'query'>;

/** Replaces the usual check of account and permission. */
export interface OperationOptions {
  /** Admits without the permission. It gets the path's values unchecked, so they may be malformed. */
  readonly orWhen?: (
    db: Queries,
    access: Access,
    params: Record<string, string>,
  ) => Promise<boolean>;
  /** Finds access other than by the acting account, or leaves it to the handler (null). */
  readonly admit?: (db: Queries, context: GuardContext) => Promise<Access | null>;
}

interface Hook {
  readonly params?: TSchema;
  readonly body?: TSchema;
  readonly detail?: {
    readonly tags: string[];
    readonly summary: string;
    readonly description?: string;
  };
}

export interface GuardContext {
  readonly request: Request;
  readonly params: Record<string, string>;
  readonly body: unknown;
  readonly set: { readonly headers: Readonly<Record<string, unknown>> };
}

export interface Guard {
  /**
   * Returns a route's hook with its guard and its documentation. With `permission` null any token may call it. The
   * guard runs before the route's own schemas are checked. It throws 400 for an unusable account id or Idempotency-Key,
   * and 404 for an unknown account. It throws 403 when the caller is not a member, the account is suspended, or the
   * permission is missing (the message names it).
   */
  operation<const H extends Hook>(
    permission: Permission | null,
    hook: H,
    options?: OperationOptions,
  ): H & { transform: (context: GuardContext) => Promise<void> };
}

/** For operations that declare no query of their own. */
const EVERY_QUERY = Query();

/** The headers that the zone reads besides those in schemas, for the documentation. */
const REQUEST_HEADERS: readonly RequestHeader[] = [
  {
    name: 'account-id',
    description:
      'Id of the account to act in, a UUID; needed if the user has several accounts and the token is not bound to one',
    schema: {
      type: 'string',
      format: 'uuid',
      examples: ['01a1fae0-f341-706a-bd5b-e5fb135b6385'],
    },
  },
  { ...idempotencyKeyHeader, methods: ['POST'] },
  { ...ifMatchHeader, methods: ['PUT', 'PATCH', 'DELETE'] },
];

const granted = new WeakMap<Request, Access>();

/** Returns null when any valid token is enough, and no account is acted in. */
export const grantedTo = (request: Request): Access | null => granted.get(request) ?? null;

/** Returns what this request may do in which account, for operations that need a permission. */
export function accessOf(context: { readonly request: Request }): Access {
  const access = granted.get(context.request);
  if (!access) throw new Error('the operation was not admitted to an account');
  return access;
}

/** Returns whose Idempotency-Keys a request uses: those of its token and of the account that it acts in or names. */
export function keyHolderOf({ request }: { readonly request: Request }): string {
  const { tokenId, isOwn } = principalOf<Caller>({ request });
  const accountId = grantedTo(request)?.accountId ?? namedAccount(request);
  // Somebody who rotates another person's token must not get the answers that were stored for that person.
  return [tokenId, ...(isOwn ? ['own'] : []), accountId ?? ''].join(' ');
}

/** Returns what a caller may do through a membership. */
export const accessThrough = (
  set: GuardContext['set'],
  caller: Caller,
  { accountId, role, permissions }: AccountMembership,
): Access => ({ ...caller, accountId, role, permissions, requestId: requestIdOf({ set }) });

export function createGuard(db: Queries): Guard {
  const admitActing = async (_: Queries, { request, set }: GuardContext): Promise<Access> => {
    const caller = principalOf<Caller>({ request });
    return accessThrough(set, caller, await actingMembership(db, caller, request));
  };
  return {
    operation(permission, hook, { orWhen, admit = admitActing } = {}) {
      const isPermitted = async (access: Access, params: Record<string, string>) =>
        permission === null ||
        access.permissions.includes(permission) ||
        (await orWhen?.(db, access, params)) === true;
      return {
        query: EVERY_QUERY,
        ...hook,
        // Naming the fields tells the framework which of them are needed.
        transform: async ({ request, params, body, set }) => {
          const access = await admit(db, { request, params, body, set });
          if (access) {
            if (!(await isPermitted(access, params)))
              throw failure('permission_missing', { permission: permission ?? '' });
            granted.set(request, access);
          }
          prepare(hook, { request, params, body });
        },
        detail: documented(permission, hook.detail),
      };
    },
  };
}

/** Does what remains before the route's own schemas are checked. */
function prepare(hook: Hook, { request, params, body }: Omit<GuardContext, 'set'>): void {
  if (request.method === 'POST') idempotencyKeyOf(request);
  if (hook.params) normalizeFields(hook.params, params);
  if (hook.body) normalizeFields(hook.body, body);
}

function documented(permission: Permission | null, detail: Hook['detail']) {
  const need =
    permission === null
      ? 'Needs a valid token, and no permission.'
      : `Needs the permission \`${permission}\`.`;
  return {
    ...detail,
    description: detail?.description ? `${detail.description}\n\n${need}` : need,
    security: [{ api_access_token: [] }],
    requestHeaders: REQUEST_HEADERS,
    'x-permission': permission,
  };
}
