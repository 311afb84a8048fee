/** Operations on permissions. */
import { type Static, Type } from '@sinclair/typebox';
import type { Database } from '../../../core/db/client.ts';
import { FailureEnvelope, failures } from '../../../core/http/failures.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { principalOf } from '../../../core/http/principal.ts';
import { failure } from '../../../core/shared/errors.ts';
import {
  type AccountMembership,
  membershipInNamed,
  membershipsOf,
  namedAccount,
} from '../account.ts';
import type { Caller } from '../caller.ts';
import { Body, Id, Text } from '../fields.ts';
import { type Operation, operation } from '../operation.ts';
import { ACTIONS, byAllNames, PERMISSIONS, RESOURCES } from './catalogue.ts';

const PermissionsResult = NamedObject('PermissionCatalogue', {
  permissions: Type.Array(Type.String(), {
    description:
      'Identifiers `<resource>.<action>`, sorted, each once; those of MCP servers by both their names, `mcp_servers.*` and `ai_mcp_servers.*`',
  }),
  role_data: Type.Object({ id: Id, key: Type.String(), name: Type.String() }),
});
type PermissionsResult = Static<typeof PermissionsResult>;

/** Returns the account that the request names, or null for all of the user's. */
const requestedAccount = (request: Request): string | null =>
  namedAccount(request) ?? principalOf<Caller>({ request }).boundTo;

/**
 * The parts of a declaration that the operations about permissions share: any token may call them, in an account or
 * without one.
 */
const OF_ANY_TOKEN = {
  permission: null,
  admit: async () => null,
  who: ({ request }: { readonly request: Request }) => principalOf<Caller>({ request }),
  isVersioned: false,
} as const;

/** Failures below /permissions have codes of their own. */
const PERMISSION_FAILURES = {
  400: FailureEnvelope('VALIDATION_ERROR'),
  ...failures('INVALID_TOKEN', 'FORBIDDEN', 'NOT_FOUND', 'INTERNAL_ERROR'),
};

const getPermissions = operation('GET /api/v1/permissions', {
  ...OF_ANY_TOKEN,
  summary: 'List the permissions of the current user',
  description:
    'Returns the permissions in the account that the header `account-id` or the query `account_id` names, else in the account that the token is bound to, else those of all roles of the user together. A token permits exactly what its role and its scopes have in common.',
  agent: { tool: 'get_permissions', effect: 'reads' },
  answer: PermissionsResult,
  answers: PERMISSION_FAILURES,
  message: (_, { request }) =>
    `${requestedAccount(request) === null ? 'User' : 'Account'} permissions retrieved successfully`,
  run: ({ db }, caller, { request }) => permissionsOf(db, caller, request),
});

/** Returns what the caller may do in the account that the request means, or in all. */
async function permissionsOf(
  db: Pick<Database, 'query'>,
  caller: Caller,
  request: Request,
): Promise<PermissionsResult> {
  const account = requestedAccount(request);
  if (account === null) return together(await membershipsOf(db, caller, 'all'));
  return shown(await membershipInNamed(db, caller, account));
}

const shown = ({ permissions, role }: Pick<AccountMembership, 'permissions' | 'role'>) => ({
  permissions: byAllNames(permissions),
  role_data: role,
});

/** Returns what all roles permit together, with the name of the role that permits most, and of several the oldest. */
function together(memberships: readonly AccountMembership[]): PermissionsResult {
  const open = memberships.filter(({ isSuspended }) => !isSuspended);
  const [first, ...others] = open;
  if (!first) {
    throw failure(memberships.length > 0 ? 'account_suspended' : 'without_account');
  }
  if (others.length === 0) return shown(first);
  const strongest = others.reduce((best, other) => (isStronger(other, best) ? other : best), first);
  const all = new Set(strongest.permissions);
  for (const { permissions } of open) for (const one of permissions) all.add(one);
  const hasMore = all.size > strongest.permissions.length;
  return shown(hasMore ? { ...strongest, permissions: [...all] } : strongest);
}

/** Tells whether one permits more, or as much and is older, since ids begin with the time they were made at. */
const isStronger = (one: AccountMembership, other: AccountMembership): boolean =>
  one.permissions.length === other.permissions.length
    ? one.accountId < other.accountId
    : one.permissions.length > other.permissions.length;

const checkPermission = operation('POST /api/v1/permissions/check', {
  ...OF_ANY_TOKEN,
  status: 200,
  summary: 'Check one permission of the current user',
  description:
    'Checks the permission in the account that GET /api/v1/permissions would answer for. A permission that does not exist is granted to nobody.',
  body: Body({
    permission_key: Text({
      max: 100,
      description: 'A permission, such as `pipelines.read`',
      examples: ['pipelines.read'],
    }),
  }),
  answer: NamedObject('PermissionCheck', {
    has_permission: Type.Boolean(),
    permission_key: Type.String({ description: 'Permission as it was given' }),
  }),
  answers: PERMISSION_FAILURES,
  message: ({ has_permission: has }) => (has ? 'Permission granted' : 'Permission denied'),
  async run({ db }, caller, { request, body: { permission_key: key } }) {
    const { permissions } = await permissionsOf(db, caller, request);
    return { has_permission: permissions.includes(key), permission_key: key };
  },
});

const ResourceAction = NamedObject('ResourceAction', {
  name: Type.String({ description: 'The action in a word, for people' }),
  description: Type.String({ description: 'Explanation of what the permission allows' }),
});

const ResourceActions = NamedObject('ResourceActions', {
  resources: Type.Record(
    Type.String(),
    Type.Object({
      name: Type.String(),
      description: Type.String(),
      actions: Type.Record(Type.String(), ResourceAction),
    }),
    {
      description: 'Resources by the first part of the permissions, with the actions by the second',
    },
  ),
  all_permissions: Type.Array(
    Type.Object({
      key: Type.String({ description: 'The permission, such as `pipelines.read`' }),
      display_name: Type.String(),
      resource: Type.String(),
      action: Type.String(),
      resource_name: Type.String(),
      action_name: Type.String(),
      description: Type.String(),
    }),
    { description: 'All permissions as a list, sorted by key' },
  ),
});

const getResourceActions = operation('GET /api/v1/resource_actions', {
  ...OF_ANY_TOKEN,
  summary: 'List all permissions',
  description: 'Returns all permissions, with texts for people who put roles together.',
  answer: ResourceActions,
  message: 'Resource actions retrieved successfully',
  run: async () => CATALOGUE,
});

/** Makes `Mcp servers` of `mcp_servers`. */
const spelled = (key: string): string => {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const CATALOGUE: Static<typeof ResourceActions> = {
  resources: Object.fromEntries(
    RESOURCES.map((resource) => [
      resource,
      {
        name: spelled(resource),
        description: `Permissions of a role for ${resource.replaceAll('_', ' ')}`,
        actions: Object.fromEntries(
          ACTIONS.filter((action) => isKnown(resource, action)).map((action) => [
            action,
            worded(resource, action),
          ]),
        ),
      },
    ]),
  ),
  all_permissions: PERMISSIONS.map((key) => {
    const [resource = '', action = ''] = key.split('.');
    const { name, description } = worded(resource, action);
    return {
      key,
      display_name: `${spelled(resource)} - ${name}`,
      resource,
      action,
      resource_name: spelled(resource),
      action_name: name,
      description,
    };
  }),
};

function worded(resource: string, action: string): Static<typeof ResourceAction> {
  return {
    name: spelled(action),
    description: `${spelled(action)} ${resource.replaceAll('_', ' ')}`,
  };
}

function isKnown(resource: string, action: string): boolean {
  return PERMISSIONS.some((permission) => permission === `${resource}.${action}`);
}

/** In the order of the documentation. */
export const PERMISSION_OPERATIONS: readonly Operation[] = [
  getPermissions,
  checkPermission,
  getResourceActions,
];
