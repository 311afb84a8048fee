/** Lists all operations of this zone by their noun, in the order of the documentation. */

import { TOKEN_OPERATIONS } from './access-tokens/operations.ts';
import { ACCOUNT_OPERATIONS } from './accounts/operations.ts';
import { listAuditLogs } from './audit-logs/list.ts';
import { INBOX_MEMBER_OPERATIONS } from './inbox-members/operations.ts';
import { INBOX_OPERATIONS } from './inboxes/operations.ts';
import { INVITATION_OPERATIONS } from './invitations/operations.ts';
import { MCP_SERVER_OPERATIONS } from './mcp-servers/operations.ts';
import { leaveAccount } from './memberships/leave.ts';
import type { Operation } from './operation.ts';
import { PERMISSION_OPERATIONS } from './permissions/operations.ts';
import { STAGE_OPERATIONS } from './pipeline-stages/operations.ts';
import { PIPELINE_OPERATIONS } from './pipelines/operations.ts';
import { ROLE_OPERATIONS } from './roles/operations.ts';
import { USER_OPERATIONS } from './users/operations.ts';
import { WEBHOOK_OPERATIONS } from './webhooks/operations.ts';

export const OPERATIONS: Readonly<Record<string, readonly Operation[]>> = {
  Permissions: PERMISSION_OPERATIONS,
  Accounts: ACCOUNT_OPERATIONS,
  Users: USER_OPERATIONS,
  Invitations: INVITATION_OPERATIONS,
  Memberships: [leaveAccount],
  Roles: ROLE_OPERATIONS,
  'Access tokens': TOKEN_OPERATIONS,
  'Audit logs': [listAuditLogs],
  Pipelines: PIPELINE_OPERATIONS,
  'Pipeline stages': STAGE_OPERATIONS,
  Inboxes: INBOX_OPERATIONS,
  'Inbox members': INBOX_MEMBER_OPERATIONS,
  'MCP servers': MCP_SERVER_OPERATIONS,
  Webhooks: WEBHOOK_OPERATIONS,
};
