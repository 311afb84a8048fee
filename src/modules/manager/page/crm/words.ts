/** The service's own words. Written by `bun run scripts/manager-words.ts`: do not edit. */

export const PIPELINE_TYPES = ["sales","support","onboarding","marketing","custom"] as const;
export const VISIBILITIES = ["private","team","public"] as const;
export const STAGE_TYPES = ["active","completed","cancelled"] as const;
export const PERMISSIONS = ["access_tokens.create","access_tokens.delete","access_tokens.read","access_tokens.update","accounts.create","accounts.delete","accounts.read","accounts.update","audit_logs.read","inbox_members.create","inbox_members.delete","inbox_members.read","inbox_members.update","inboxes.create","inboxes.delete","inboxes.read","inboxes.update","mcp_servers.create","mcp_servers.delete","mcp_servers.read","mcp_servers.update","pipeline_stages.create","pipeline_stages.delete","pipeline_stages.read","pipeline_stages.update","pipelines.create","pipelines.delete","pipelines.read","pipelines.update","roles.create","roles.delete","roles.read","roles.update","users.create","users.delete","users.read","users.update","webhooks.create","webhooks.delete","webhooks.read","webhooks.update"] as const;
export const AVAILABILITIES = ["online","offline","busy"] as const;
export const CHANNEL_TYPES = ["api","whatsapp"] as const;
export const MCP_CONFIG_TYPES = ["studio","sse"] as const;
export const MCP_TYPES = ["official","community"] as const;
export const AUDITED_RESOURCES = ["accounts","users","roles","access_tokens","pipelines","pipeline_stages","inboxes","inbox_members","mcp_servers","webhooks","audit_logs","invitations"] as const;
export const CRM_EVENT_TYPES = ["pipeline_stage.created","pipeline_stage.updated","pipeline_stage.deleted","inbox_member.added","inbox_member.removed","mcp_server.deleted","webhook.failing","webhook.disabled","webhook.recovered"] as const;
export const WEBHOOK_FORMATS = ["gatehouse","evolution-api"] as const;
