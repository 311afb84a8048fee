/**
 * The list of permissions, `<resource>.<action>`, and those of the system roles. Guard, documentation and answers use
 * it.
 */
export const RESOURCES = [
  'accounts',
  'users',
  'roles',
  'access_tokens',
  'pipelines',
  'pipeline_stages',
  'inboxes',
  'inbox_members',
  'mcp_servers',
  'webhooks',
  'audit_logs',
] as const;
type Resource = (typeof RESOURCES)[number];

/** The subjects of audit rows: the resources, and invitations, which the permissions of users govern. */
export const AUDITED_RESOURCES = [...RESOURCES, 'invitations'] as const;
export type AuditedResource = (typeof AUDITED_RESOURCES)[number];

export const ACTIONS = ['read', 'create', 'update', 'delete'] as const;
type Action = (typeof ACTIONS)[number];

export type Permission = `${Exclude<Resource, 'audit_logs'>}.${Action}` | 'audit_logs.read';

/** All permissions, sorted. */
export const PERMISSIONS: readonly Permission[] = RESOURCES.flatMap((resource) =>
  resource === 'audit_logs'
    ? (['audit_logs.read'] as const)
    : ACTIONS.map((action) => `${resource}.${action}` as const),
).sort();

const KNOWN: ReadonlySet<string> = new Set(PERMISSIONS);
export const isPermission = (text: string): text is Permission => KNOWN.has(text);

/** Evo CRM calls the resource `mcp_servers` so. */
const OTHER_NAME = { prefix: 'ai_mcp_servers.', of: 'mcp_servers.' } as const;

/** The names that are accepted beside ours, as Evo CRM has them. */
export const OTHER_NAMES: readonly string[] = namesBeside(PERMISSIONS);

function namesBeside(permissions: readonly Permission[]): string[] {
  const { prefix, of } = OTHER_NAME;
  return permissions
    .filter((one) => one.startsWith(of))
    .map((one) => prefix + one.slice(of.length));
}

/** Returns our name of a permission that may be given by another one; any other text is returned as it is. */
export const ownName = (text: string): string =>
  text.startsWith(OTHER_NAME.prefix) ? OTHER_NAME.of + text.slice(OTHER_NAME.prefix.length) : text;

/** Returns the permissions by all their names, sorted. */
export const byAllNames = (permissions: readonly Permission[]): string[] =>
  [...permissions, ...namesBeside(permissions)].sort();

export interface SystemRole {
  readonly key: 'super_admin' | 'account_owner' | 'agent';
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly Permission[];
}

export const SYSTEM_ROLES: readonly SystemRole[] = [
  {
    key: 'super_admin',
    name: 'Super Admin',
    description: 'Everything, in every account',
    permissions: PERMISSIONS,
  },
  {
    key: 'account_owner',
    name: 'Account Owner',
    description: 'Everything but creating and deleting accounts',
    permissions: PERMISSIONS.filter(
      (permission) => permission !== 'accounts.create' && permission !== 'accounts.delete',
    ),
  },
  {
    key: 'agent',
    name: 'Agent',
    description: 'Reads everything, and adds and changes pipeline stages',
    permissions: PERMISSIONS.filter(
      (permission) =>
        permission.endsWith('.read') ||
        (permission.startsWith('pipeline_stages.') && permission !== 'pipeline_stages.delete'),
    ),
  },
];

const BY_KEY = new Map<string, SystemRole>(SYSTEM_ROLES.map((role) => [role.key, role]));

/** Returns the permissions of a stored role, sorted; one that is no longer in the catalogue permits nothing. */
export function permissionsOfRole(role: {
  readonly key: string;
  readonly isSystem: boolean;
  /** A JSON array. */
  readonly permissions: string;
}): readonly Permission[] {
  if (role.isSystem) return BY_KEY.get(role.key)?.permissions ?? [];
  // Only this zone writes it, as an array of permissions.
  return (JSON.parse(role.permissions) as string[]).filter(isPermission);
}
