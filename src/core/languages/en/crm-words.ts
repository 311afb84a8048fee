/** The service's words for records and what happens to them, as the manager shows them. */

const RECORDS = {
  accounts: 'account',
  users: 'person',
  roles: 'role',
  access_tokens: 'access token',
  pipelines: 'pipeline',
  pipeline_stages: 'stage',
  inboxes: 'inbox',
  inbox_members: 'inbox member',
  mcp_servers: 'MCP server',
  webhooks: 'webhook',
  audit_logs: 'audit log',
  invitations: 'invitation',
};

/** An entry of the audit log; texts are empty where they are not known. `inbox` is that of a member. */
interface AuditFacts {
  readonly resource: string;
  readonly action: string;
  readonly name: string;
  readonly inbox?: string;
  readonly who: string;
}

const inboxNamed = (inbox: string): string => (inbox === '' ? 'an inbox' : `inbox ${inbox}`);

/** By the action, or by the resource and the action; `what` names the record. */
const CHANGES: Readonly<Record<string, (what: string, name: string, inbox: string) => string>> = {
  'inbox_members.create': (_, name, inbox) => `${name} added to ${inboxNamed(inbox)}`,
  'inbox_members.delete': (_, name, inbox) => `${name} removed from ${inboxNamed(inbox)}`,
  create: (what) => `${what} created`,
  update: (what) => `${what} changed`,
  delete: (what) => `${what} deleted`,
  rotate: (what) => `secret of ${what} replaced`,
  renew: (what) => `new link for ${what} created`,
  reorder: (what) => `${what} moved`,
  accept: (what) => `${what} accepted`,
  decline: (what) => `${what} declined`,
  recover: (what) => `${what} created by the command admin-token`,
  redeliver: (what) => `deliveries of ${what} redelivered`,
  begin_recovery: (what) => `replay to ${what} started`,
  pause_recovery: (what) => `replay to ${what} paused`,
  resume_recovery: (what) => `replay to ${what} resumed`,
  cancel_recovery: (what) => `replay to ${what} cancelled`,
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const crmWords = {
  records: RECORDS as Readonly<Record<string, string>>,
  audited({ resource, action, name, inbox = '', who }: AuditFacts): string {
    const records: Readonly<Record<string, string>> = RECORDS;
    const what = `${records[resource] ?? resource} ${name}`.trim();
    const change = CHANGES[`${resource}.${action}`] ?? CHANGES[action];
    const said = change?.(what, name || what, inbox) ?? `${what}: ${action}`;
    return capital(who === '' ? said : `${said} by ${who}`);
  },
  /** Both are words of the permission. */
  permission: (records: string, action: string) => `${records}: ${action}`,
  permissions: {
    records: {
      access_tokens: 'Access tokens',
      accounts: 'Accounts',
      audit_logs: 'Audit log',
      inbox_members: 'Inbox members',
      inboxes: 'Inboxes',
      mcp_servers: 'MCP servers',
      pipeline_stages: 'Stages',
      pipelines: 'Pipelines',
      roles: 'Roles',
      users: 'People',
      webhooks: 'Webhooks',
    },
    actions: { read: 'view', create: 'create', update: 'edit', delete: 'delete' },
  },
  /** The values that a field of a record may have. */
  values: {
    sales: 'sales',
    support: 'support',
    onboarding: 'onboarding',
    marketing: 'marketing',
    custom: 'custom',
    private: 'private',
    team: 'team',
    public: 'public',
    active: 'active',
    completed: 'completed',
    cancelled: 'cancelled',
    suspended: 'suspended',
    online: 'online',
    offline: 'offline',
    busy: 'busy',
    official: 'official',
    community: 'community',
  },
};
