/** The sections of the CRM, in the order of their links, with the permission that each needs. */
import { accountsView } from './accounts.js';
import { auditView } from './audit.js';
import { inboxesView } from './inboxes.js';
import { invitationsView } from './invitations.js';
import { mcpServersView } from './mcp-servers.js';
import { peopleView } from './people.js';
import { pipelinesView } from './pipelines.js';
import { rolesView } from './roles.js';
import { tokensView } from './tokens.js';
import { webhooksView } from './webhooks.js';

/**
 * `isAnywhere`: it needs no account, and no permission to be looked at.
 * @type {Record<string, { title: string, needs?: string, isAnywhere?: boolean, open: (session: import('./record-view.js').Session, id: string | null) => { element: Element } }>}
 */
export const SECTIONS = {
  pipelines: { title: 'Pipelines', needs: 'pipelines.read', open: pipelinesView },
  inboxes: { title: 'Inboxes', needs: 'inboxes.read', open: inboxesView },
  'mcp-servers': { title: 'MCP servers', needs: 'mcp_servers.read', open: mcpServersView },
  webhooks: { title: 'Webhooks', needs: 'webhooks.read', open: webhooksView },
  people: { title: 'People', needs: 'users.read', open: peopleView },
  roles: { title: 'Roles', needs: 'roles.read', open: rolesView },
  tokens: { title: 'Access tokens', needs: 'access_tokens.read', open: tokensView },
  audit: { title: 'Audit log', needs: 'audit_logs.read', open: auditView },
  accounts: { title: 'Accounts', isAnywhere: true, open: accountsView },
  invitations: { title: 'Invitations', isAnywhere: true, open: invitationsView },
};
