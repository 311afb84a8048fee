/** The words of the CRM, as the page offers them. A test holds them to what the service knows. */

export const PIPELINE_TYPES = ['custom', 'sales', 'support', 'onboarding', 'marketing'];
export const VISIBILITIES = ['private', 'team', 'public'];

/** What stages are for, by their `stage_type`. */
export const STAGE_TYPES = ['active', 'completed', 'cancelled'];

const ACTIONS = ['read', 'create', 'update', 'delete'];

/** What a role or a token may permit. */
export const PERMISSIONS = [
  ...[
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
  ].flatMap((resource) => ACTIONS.map((action) => `${resource}.${action}`)),
  'audit_logs.read',
];

export const AVAILABILITIES = ['online', 'offline', 'busy'];

/** Of inboxes. */
export const CHANNEL_TYPES = ['api', 'whatsapp'];

export const MCP_CONFIG_TYPES = ['sse', 'studio'];
export const MCP_TYPES = ['community', 'official'];

/** What the audit log is about. */
export const AUDITED_RESOURCES = [
  'accounts',
  'users',
  'invitations',
  'roles',
  'access_tokens',
  'pipelines',
  'pipeline_stages',
  'inboxes',
  'inbox_members',
  'mcp_servers',
  'webhooks',
  'audit_logs',
];

/** Events that an account's webhooks get. */
export const CRM_EVENT_TYPES = [
  'pipeline_stage.created',
  'pipeline_stage.updated',
  'pipeline_stage.deleted',
  'inbox_member.added',
  'inbox_member.removed',
  'mcp_server.deleted',
];
export const WEBHOOK_FORMATS = ['gatehouse', 'evolution-api'];
