/**
 * Tables of the gateway zone. Times are in ms since 1970; `…Sealed` columns have text sealed with the encryption key.
 */
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { isOneOfItsValues, times, webhookColumns } from './columns.ts';

/** 15 digits. */
const RANDOM_ID = sql`(cast(abs(random() % 900000000000000) + 100000000000000 as text))`;

export const instances = sqliteTable(
  'instances',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    provider: text('provider').notNull(),
    state: text('state', { enum: ['close', 'connecting', 'open'] }).notNull(),
    phase: text('phase').notNull(),
    reason: text('reason'),
    /** The number for which the instance was created, in digits. */
    number: text('number'),
    /** The paired account; if set, the instance can reconnect without pairing. */
    ownerJid: text('owner_jid'),
    profileName: text('profile_name'),
    keyHash: text('key_hash').notNull(),
    /** The scopes of the key, as a JSON array. */
    keyScopes: text('key_scopes').notNull().default('["read","send","settings","connect"]'),
    /** Null if it does not expire. */
    keyExpiresAt: integer('key_expires_at'),
    /** The replaced keys that are still valid, the newest first, as JSON: `[{ hash, scopes, expiresAt }]`. */
    previousKeys: text('previous_keys').notNull().default('[]'),
    /** By what the paths of the Graph API name it: Meta's own ids, or random ones of the same form. */
    phoneNumberId: text('phone_number_id').notNull().default(RANDOM_ID),
    /** Shared by the instances of one account at Meta. */
    wabaId: text('waba_id').notNull().default(RANDOM_ID),
    ...times(),
  },
  (t) => [
    uniqueIndex('instances_name').on(t.name),
    uniqueIndex('instances_key').on(t.keyHash),
    uniqueIndex('instances_phone_number_id').on(t.phoneNumberId),
    check(
      'instances_phase',
      sql`(${t.state} = 'close' and ${t.phase} in ('created', 'logged_out', 'qr_timeout', 'failed', 'banned', 'stopped'))
        or (${t.state} = 'connecting' and ${t.phase} in ('starting', 'waiting_qr', 'pairing', 'syncing', 'reconnecting'))
        or (${t.state} = 'open' and ${t.phase} = 'open')`,
    ),
  ],
);

/** The instance of a row, which is deleted with it. */
export const instanceId = () =>
  text('instance_id')
    .notNull()
    .references(() => instances.id, { onDelete: 'cascade' });

/** Every change of state with its reason, for operators. */
export const instanceTransitions = sqliteTable(
  'instance_transitions',
  {
    id: text('id').primaryKey(),
    instanceId: instanceId(),
    state: text('state').notNull(),
    phase: text('phase').notNull(),
    reason: text('reason'),
    at: integer('at').notNull(),
  },
  (t) => [index('instance_transitions_of').on(t.instanceId, t.id)],
);

/** The webhooks of instances, and beside the one called `default` what else gets the events of its list. */
export const endpoints = sqliteTable(
  'endpoints',
  {
    instanceId: instanceId(),
    /** `default` for the webhook that webhook/set changes, which every instance has; otherwise a UUID. */
    id: text('id').notNull(),
    ...webhookColumns(),
    /** Who may see and change it beside the keys of the instance: nobody, or its customer's page too. */
    owner: text('owner', { enum: ['operator', 'customer'] })
      .notNull()
      .default('operator'),
    /** False until the default webhook was set for the first time. */
    isSet: integer('is_set', { mode: 'boolean' }).notNull().default(true),
    /** Overrides WEBHOOK_FILES for this webhook; null follows it. */
    base64: integer('base64', { mode: 'boolean' }),
    /** The shape of its deliveries; null while none was asked for: the default of the deployment. */
    format: text('format', {
      enum: ['gatehouse', 'evolution-api', 'evolution-go', 'whatsapp-cloud'],
    }),
    /** The key of the instance, which is in every body; only for evolution-go. */
    instanceTokenSealed: text('instance_token_sealed'),
    /** The token that its receiver proves to know in a handshake before it gets events; null without a handshake. */
    verifyTokenSealed: text('verify_token_sealed'),
    /** The event types as a JSON array; `["ALL"]` means every type. */
    events: text('subscribe').notNull().default('["ALL"]'),
    /** A JSON object by the name of a broker: whether events also go there. Only in the row `default`. */
    brokers: text('brokers').notNull().default('{}'),
    /** Whether events also go to the WebSocket feed. Only in the row `default`. */
    websocketEnabled: integer('websocket_enabled', { mode: 'boolean' }).notNull().default(false),
    ...times(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.id] }),
    check('endpoints_ordering', isOneOfItsValues(t.ordering)),
    check('endpoints_owner', isOneOfItsValues(t.owner)),
  ],
);

/** Copies of current keys, kept only while EVOLUTION_SHOW_KEYS is on. */
export const instanceKeyCopies = sqliteTable('instance_key_copies', {
  instanceId: instanceId().primaryKey(),
  keySealed: text('key_sealed').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** Links to the page of a customer, opened or not, until they end or are taken back. */
export const portalLinks = sqliteTable(
  'portal_links',
  {
    id: text('id').primaryKey(),
    instanceId: instanceId(),
    /** The scopes of the page, as a JSON array. */
    scopes: text('scopes').notNull(),
    /** The SHA-256 of the code in the link, which opens the page once. */
    codeHash: text('code_hash').notNull(),
    /** The SHA-256 of what the page sends with its requests; null until the link is opened. */
    credentialHash: text('credential_hash'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('portal_links_code').on(t.codeHash),
    uniqueIndex('portal_links_credential').on(t.credentialHash),
    index('portal_links_of').on(t.instanceId, t.createdAt),
    index('portal_links_end').on(t.expiresAt),
  ],
);

/** The proxies of instances. */
export const instanceProxies = sqliteTable(
  'instance_proxies',
  {
    instanceId: instanceId().primaryKey(),
    enabled: integer('enabled', { mode: 'boolean' }).notNull(),
    protocol: text('protocol', { enum: ['http', 'https', 'socks5'] }).notNull(),
    host: text('host').notNull(),
    port: integer('port').notNull(),
    /** User name and password, as a JSON array. */
    loginSealed: text('login_sealed').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [check('instance_proxies_protocol', sql`${t.protocol} in ('http', 'https', 'socks5')`)],
);

/** The automatic actions of accounts for which any was set. */
export const instanceSettings = sqliteTable('instance_settings', {
  instanceId: instanceId().primaryKey(),
  rejectCall: integer('reject_call', { mode: 'boolean' }).notNull(),
  msgCall: text('msg_call').notNull(),
  groupsIgnore: integer('groups_ignore', { mode: 'boolean' }).notNull(),
  alwaysOnline: integer('always_online', { mode: 'boolean' }).notNull(),
  readMessages: integer('read_messages', { mode: 'boolean' }).notNull(),
  readStatus: integer('read_status', { mode: 'boolean' }).notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const templates = sqliteTable(
  'templates',
  {
    id: text('id').primaryKey(),
    instanceId: instanceId(),
    name: text('name').notNull(),
    language: text('language').notNull(),
    category: text('category').notNull(),
    status: text('status').notNull(),
    components: text('components').notNull(),
    parameterFormat: text('parameter_format', { enum: ['POSITIONAL', 'NAMED'] })
      .notNull()
      .default('POSITIONAL'),
    /** -1 means that delivery is tried as long as possible, null the platform's default. */
    ttlSeconds: integer('ttl_seconds'),
    quality: text('quality'),
    rejectedReason: text('rejected_reason'),
    ...times(),
  },
  (t) => [
    uniqueIndex('templates_name').on(t.instanceId, t.name, t.language),
    check('templates_category', sql`${t.category} in ('AUTHENTICATION', 'MARKETING', 'UTILITY')`),
  ],
);

/** Requests with an Idempotency-Key of the last 24 h, each of which one process has claimed before it began to do it. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** The SHA-256 of credential, instance, route and parameters. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    /** The process that has the claim, and the id of that claim; another process has it after that one has ended. */
    holder: text('holder').notNull(),
    claim: text('claim').notNull(),
    /** A random text, from which the ids of the messages follow that the request sends. */
    seed: text('seed').notNull(),
    /** The id of the record or message that the work's commit made; '' before that commit. */
    done: text('done').notNull().default(''),
    /** Null until the request is answered; 0 for a failure. */
    status: integer('status'),
    /** The answer, sealed because it can contain secrets that are shown once. */
    answerSealed: text('answer_sealed'),
    /** In ms of the steady clock, see `Clock`. */
    createdAt: integer('created_at').notNull(),
    /** The id of the instance of the request, which the row outlives; null for a request without an instance. */
    instanceId: text('instance_id'),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    index('idempotency_keys_age').on(t.createdAt),
    index('idempotency_keys_of_instance')
      .on(t.instanceId, t.createdAt)
      .where(sql`${t.instanceId} is not null`),
  ],
);
