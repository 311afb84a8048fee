/** All operations of this zone, of each noun under its name and in the order of the documentation. */
import { createAccessToken } from './access-tokens/create.ts';
import { deleteAccessToken } from './access-tokens/delete.ts';
import { getAccessToken } from './access-tokens/get.ts';
import { listAccessTokens } from './access-tokens/list.ts';
import { rotateAccessToken } from './access-tokens/rotate.ts';
import { updateAccessToken } from './access-tokens/update.ts';
import { createAccount } from './accounts/create.ts';
import { deleteAccount } from './accounts/delete.ts';
import { getAccount } from './accounts/get.ts';
import { listAccounts } from './accounts/list.ts';
import { updateAccount } from './accounts/update.ts';
import { listAuditLogs } from './audit-logs/list.ts';
import { addInboxMembers, removeInboxMembers, setInboxMembers } from './inbox-members/change.ts';
import { listInboxMembers } from './inbox-members/list.ts';
import { createInbox } from './inboxes/create.ts';
import { deleteInbox } from './inboxes/delete.ts';
import { getInbox } from './inboxes/get.ts';
import { listInboxes } from './inboxes/list.ts';
import { updateInbox } from './inboxes/update.ts';
import { acceptInvitation } from './invitations/accept.ts';
import { declineInvitation } from './invitations/decline.ts';
import { listReceivedInvitations } from './invitations/list-received.ts';
import { listSentInvitations } from './invitations/list-sent.ts';
import { withdrawInvitation } from './invitations/withdraw.ts';
import { createMcpServer } from './mcp-servers/create.ts';
import { deleteMcpServer } from './mcp-servers/delete.ts';
import { getMcpServer } from './mcp-servers/get.ts';
import { listMcpServers } from './mcp-servers/list.ts';
import { replaceMcpServer, updateMcpServer } from './mcp-servers/update.ts';
import { leaveAccount } from './memberships/leave.ts';
import type { Operation } from './operation.ts';
import { createStage } from './pipeline-stages/create.ts';
import { deleteStage } from './pipeline-stages/delete.ts';
import { getStage } from './pipeline-stages/get.ts';
import { listStages } from './pipeline-stages/list.ts';
import { reorderStages } from './pipeline-stages/reorder.ts';
import { updateStage } from './pipeline-stages/update.ts';
import { createPipeline } from './pipelines/create.ts';
import { deletePipeline } from './pipelines/delete.ts';
import { getPipeline } from './pipelines/get.ts';
import { listPipelines } from './pipelines/list.ts';
import { updatePipeline } from './pipelines/update.ts';
import { createRole } from './roles/create.ts';
import { deleteRole } from './roles/delete.ts';
import { getRole } from './roles/get.ts';
import { listRoles } from './roles/list.ts';
import { setRolePermissions, updateRole } from './roles/update.ts';
import { createUser } from './users/create.ts';
import { deleteUser } from './users/delete.ts';
import { getUser } from './users/get.ts';
import { listUsers } from './users/list.ts';
import { updateUser } from './users/update.ts';
import { createWebhook } from './webhooks/create.ts';
import { deleteWebhook } from './webhooks/delete.ts';
import { getWebhook } from './webhooks/get.ts';
import { getDelivery } from './webhooks/get-delivery.ts';
import { listWebhooks } from './webhooks/list.ts';
import { listDeliveries } from './webhooks/list-deliveries.ts';
import { redeliver } from './webhooks/redeliver.ts';
import { rotateWebhook } from './webhooks/rotate.ts';
import { updateWebhook } from './webhooks/update.ts';

/** `GET /api/v1/permissions` has routes of its own: its failures are named in their own way. */
export const OPERATIONS: Readonly<Record<string, readonly Operation[]>> = {
  Accounts: [listAccounts, getAccount, createAccount, updateAccount, deleteAccount],
  Users: [listUsers, getUser, createUser, updateUser, deleteUser],
  Invitations: [
    listReceivedInvitations,
    acceptInvitation,
    declineInvitation,
    listSentInvitations,
    withdrawInvitation,
  ],
  Memberships: [leaveAccount],
  Roles: [listRoles, getRole, createRole, updateRole, setRolePermissions, deleteRole],
  'Access tokens': [
    listAccessTokens,
    getAccessToken,
    createAccessToken,
    rotateAccessToken,
    updateAccessToken,
    deleteAccessToken,
  ],
  'Audit logs': [listAuditLogs],
  Pipelines: [listPipelines, getPipeline, createPipeline, updatePipeline, deletePipeline],
  'Pipeline stages': [listStages, getStage, createStage, reorderStages, updateStage, deleteStage],
  Inboxes: [listInboxes, getInbox, createInbox, updateInbox, deleteInbox],
  'Inbox members': [listInboxMembers, addInboxMembers, setInboxMembers, removeInboxMembers],
  'MCP servers': [
    listMcpServers,
    getMcpServer,
    createMcpServer,
    replaceMcpServer,
    updateMcpServer,
    deleteMcpServer,
  ],
  Webhooks: [
    listWebhooks,
    getWebhook,
    createWebhook,
    updateWebhook,
    rotateWebhook,
    deleteWebhook,
    listDeliveries,
    getDelivery,
    redeliver,
  ],
};
