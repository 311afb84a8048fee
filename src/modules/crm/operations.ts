/** Lists all operations of this zone by their noun, in the order of the documentation. */
import { createAccessToken } from './access-tokens/create.ts';
import { deleteAccessToken } from './access-tokens/delete.ts';
import { rotateAccessToken } from './access-tokens/rotate.ts';
import { tokenKind } from './access-tokens/rows.ts';
import { updateAccessToken } from './access-tokens/update.ts';
import { admitToOneAccount } from './accounts/admission.ts';
import { createAccount } from './accounts/create.ts';
import { deleteAccount } from './accounts/delete.ts';
import { listAccounts } from './accounts/list.ts';
import { accountKind } from './accounts/model.ts';
import { updateAccount } from './accounts/update.ts';
import { listAuditLogs } from './audit-logs/list.ts';
import { addInboxMembers, removeInboxMembers, setInboxMembers } from './inbox-members/change.ts';
import { listInboxMembers } from './inbox-members/list.ts';
import { createInbox } from './inboxes/create.ts';
import { deleteInbox } from './inboxes/delete.ts';
import { inboxKind } from './inboxes/model.ts';
import { updateInbox } from './inboxes/update.ts';
import { acceptInvitation, declineInvitation, openInvitation } from './invitations/answer.ts';
import { renewInvitation, withdrawInvitation } from './invitations/change.ts';
import { listSentInvitations } from './invitations/list.ts';
import { createMcpServer } from './mcp-servers/create.ts';
import { deleteMcpServer } from './mcp-servers/delete.ts';
import { listMcpServers } from './mcp-servers/list.ts';
import { mcpServerKind } from './mcp-servers/model.ts';
import { replaceMcpServer, updateMcpServer } from './mcp-servers/update.ts';
import { leaveAccount } from './memberships/leave.ts';
import type { Operation } from './operation.ts';
import { checkPermission } from './permissions/check.ts';
import { getPermissions } from './permissions/get.ts';
import { getResourceActions } from './permissions/resource-actions.ts';
import { createStage } from './pipeline-stages/create.ts';
import { deleteStage } from './pipeline-stages/delete.ts';
import { getStage, listStages } from './pipeline-stages/read.ts';
import { reorderStages } from './pipeline-stages/reorder.ts';
import { updateStage } from './pipeline-stages/update.ts';
import { createPipeline } from './pipelines/create.ts';
import { deletePipeline } from './pipelines/delete.ts';
import { getPipeline, listPipelines } from './pipelines/read.ts';
import { updatePipeline } from './pipelines/update.ts';
import { getOperation, listOperation } from './records.ts';
import { createRole } from './roles/create.ts';
import { deleteRole } from './roles/delete.ts';
import { roleKind } from './roles/model.ts';
import { setRolePermissions, updateRole } from './roles/update.ts';
import { createUser } from './users/create.ts';
import { deleteUser } from './users/delete.ts';
import { userKind } from './users/rows.ts';
import { updateUser } from './users/update.ts';
import { createWebhook } from './webhooks/create.ts';
import { deleteWebhook } from './webhooks/delete.ts';
import { getDelivery, listDeliveries } from './webhooks/deliveries.ts';
import { getHealth } from './webhooks/health.ts';
import { webhookKind } from './webhooks/model.ts';
import { redeliver } from './webhooks/redeliver.ts';
import { REPLAY_OPERATIONS } from './webhooks/replays.ts';
import { rotateWebhook } from './webhooks/rotate.ts';
import { testWebhook } from './webhooks/test-webhook.ts';
import { tryOnBody, tryOnEvents } from './webhooks/try-bodies.ts';
import { updateWebhook } from './webhooks/update.ts';

export const OPERATIONS: Readonly<Record<string, readonly Operation[]>> = {
  Permissions: [getPermissions, checkPermission, getResourceActions],
  Accounts: [
    listAccounts,
    getOperation('GET /api/v1/accounts/:id', accountKind, { admit: admitToOneAccount }),
    createAccount,
    updateAccount,
    deleteAccount,
  ],
  Users: [
    listOperation('GET /api/v1/users', userKind, { summary: 'List the people of the account' }),
    getOperation('GET /api/v1/users/:id', userKind, { summary: 'Get a person of the account' }),
    createUser,
    updateUser,
    deleteUser,
  ],
  Invitations: [
    openInvitation,
    acceptInvitation,
    declineInvitation,
    listSentInvitations,
    renewInvitation,
    withdrawInvitation,
  ],
  Memberships: [leaveAccount],
  Roles: [
    listOperation('GET /api/v1/roles', roleKind),
    getOperation('GET /api/v1/roles/:id', roleKind),
    createRole,
    updateRole,
    setRolePermissions,
    deleteRole,
  ],
  'Access tokens': [
    listOperation('GET /api/v1/access_tokens', tokenKind, {
      summary: 'List the access tokens that open the account',
      description:
        'Returns the tokens bound to the account, and those of its members that are bound to no account.',
    }),
    getOperation('GET /api/v1/access_tokens/:id', tokenKind),
    createAccessToken,
    rotateAccessToken,
    updateAccessToken,
    deleteAccessToken,
  ],
  'Audit logs': [listAuditLogs],
  Pipelines: [listPipelines, getPipeline, createPipeline, updatePipeline, deletePipeline],
  'Pipeline stages': [listStages, getStage, createStage, reorderStages, updateStage, deleteStage],
  Inboxes: [
    listOperation('GET /api/v1/inboxes', inboxKind),
    getOperation('GET /api/v1/inboxes/:id', inboxKind),
    createInbox,
    updateInbox,
    deleteInbox,
  ],
  'Inbox members': [listInboxMembers, addInboxMembers, setInboxMembers, removeInboxMembers],
  'MCP servers': [
    listMcpServers,
    getOperation('GET /api/v1/mcp-servers/:id', mcpServerKind),
    createMcpServer,
    replaceMcpServer,
    updateMcpServer,
    deleteMcpServer,
  ],
  Webhooks: [
    listOperation('GET /api/v1/webhooks', webhookKind, {
      agent: { tool: 'list_crm_webhooks', effect: 'reads' },
    }),
    getOperation('GET /api/v1/webhooks/:id', webhookKind),
    getHealth,
    createWebhook,
    updateWebhook,
    rotateWebhook,
    testWebhook,
    tryOnEvents,
    tryOnBody,
    deleteWebhook,
    listDeliveries,
    getDelivery,
    redeliver,
    ...REPLAY_OPERATIONS,
  ],
};
