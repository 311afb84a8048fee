/** The examples of the CRM's operations in the API document. */
import type { ZoneExamples } from '../../core/http/openapi-examples.ts';

/** Ids of the records in the examples. */
export const EXAMPLE_IDS = {
  record: '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
  account: '01a1fae0-f341-706a-bd5b-e5fb135b6385',
  user: '01a1fae0-f397-7734-abbe-145558cb9762',
  pipeline: '01a1fae1-0a11-7c3e-9d52-6f0b7a1c2d3e',
  inbox: '01a1fae1-1b22-7d4f-8e63-7a1c8b2d3e4f',
  /** A replay: each name here is that of a parameter in paths, without `_id`. */
  recovery: '01a1fae1-4e55-7a7c-9b96-0d4f1e5a6b7c',
  delivery: '01a1fae1-2c33-7e5a-9f74-8b2d9c3e4f5a',
  invitation: '01a1fae1-3d44-7f6b-8a85-9c3e0d4f5a6b',
} as const;

/** The secret of the invitation in the examples. */
export const EXAMPLE_SECRET =
  'gth_inv_01a1fae13d447f6b8a859c3e0d4f5a6b_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE';

const STAGE = { name: 'New', color: '#3B82F6', stage_type: 0 };
const SERVER = {
  name: 'Tickets',
  config_type: 'sse',
  config_json: { url: 'https://mcp.example.com/sse' },
};

const fields: ZoneExamples['fields'] = {
  name: 'Sales',
  key: 'sales',
  description: '',
  display_name: 'Agent',
  available_name: 'Agent',
  email: 'agent@example.com',
  role: 'agent',
  locale: 'en',
  color: '#3B82F6',
  attributes: [],
  event: 'pipeline_stage.created',
  events: ['ALL'],
  sequence: 6,
  url: 'https://shop.example.com/hook',
  target: 'https://shop.example.com/hook',
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  token: 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE',
  token_prefix: 'AbCdEfGh',
  action: 'pipelines.update',
  resource: 'pipelines',
  resource_id: EXAMPLE_IDS.pipeline,
  request_id: 'mine-1',
  account_id: EXAMPLE_IDS.account,
  accountId: EXAMPLE_IDS.account,
  user_id: EXAMPLE_IDS.user,
  pipeline_id: EXAMPLE_IDS.pipeline,
  inbox_id: EXAMPLE_IDS.inbox,
  recovery_id: EXAMPLE_IDS.recovery,
  delivery_id: EXAMPLE_IDS.delivery,
  invitation_id: EXAMPLE_IDS.invitation,
  permissions: ['pipelines.read'],
  message: 'Done',
  total: 1,
  total_pages: 1,
  page_size: 20,
  attempt_count: 1,
  duration_ms: 12,
  has_next_page: false,
  has_previous_page: false,
};

const TOKEN = { name: 'report', scopes: ['pipelines.read'] };
const DELIVERED = { state: 'delivered', last_status: 200 };

const records: ZoneExamples['records'] = {
  Account: { name: 'Acme', support_email: 'help@example.com' },
  User: { name: 'Agent', confirmed: true },
  Invited: { secret: EXAMPLE_SECRET },
  Role: { type: 'custom', description: 'Looks at pipelines' },
  AccessToken: TOKEN,
  AccessTokenWithSecret: TOKEN,
  Pipeline: { name: 'Deals' },
  PipelineStage: STAGE,
  Inbox: { name: 'Support' },
  McpServer: { ...SERVER, description: 'Open tickets', tools: [] },
  Webhook: { name: 'app', enabled: true },
  WebhookWithSecret: { name: 'app', enabled: true },
  WebhookDelivery: DELIVERED,
  WebhookDeliveryWithAttempts: DELIVERED,
  WebhookAttempt: { status: 200, response_body: 'ok' },
  AuditLog: { before: { visibility: 'private' }, after: { visibility: 'team' } },
};

export const CRM_EXAMPLES: ZoneExamples = { fields, records };
