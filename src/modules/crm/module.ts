import type { Module } from '../../module.ts';

export const CRM: Module = {
  name: 'crm',
  about: 'The zone `/api/v1`: accounts with their people, records, webhooks and audit log.',
  needs: [],
  variables: ['BOOTSTRAP_ACCESS_TOKEN'],
  tables: [
    'accounts',
    'users',
    'roles',
    'memberships',
    'invitations',
    'access_tokens',
    'access_token_accounts',
    'audit_logs',
    'pipelines',
    'pipeline_stages',
    'inboxes',
    'inbox_members',
    'mcp_servers',
    'webhooks',
  ],
  endpoints: 'account',
  load: async () => (await import('./crm.ts')).CRM_PARTS,
};
