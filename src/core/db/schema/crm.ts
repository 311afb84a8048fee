/**
 * Tables of the CRM zone's own records. Times are in ms since 1970; `…Sealed` columns have text sealed with the
 * encryption key. `updated_at` grows with every change, so that it also is a version.
 */
import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { isOneOfItsValues, times, webhookColumns } from './columns.ts';
import { accountId, memberships } from './crm-access.ts';

export const pipelines = sqliteTable(
  'pipelines',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    pipelineType: text('pipeline_type', {
      enum: ['sales', 'support', 'onboarding', 'marketing', 'custom'],
    }).notNull(),
    visibility: text('visibility', { enum: ['private', 'team', 'public'] }).notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    /** True for at most one of an account. */
    isDefault: integer('is_default', { mode: 'boolean' }).notNull().default(false),
    /** The user who created it; not a foreign key, because the record outlives the user. */
    createdById: text('created_by_id').notNull(),
    ...times(),
  },
  (t) => [
    uniqueIndex('pipelines_name').on(t.accountId, t.name),
    index('pipelines_listed').on(t.accountId, t.id),
    uniqueIndex('pipelines_default').on(t.accountId).where(sql`is_default = 1`),
    check('pipelines_type', isOneOfItsValues(t.pipelineType)),
    check('pipelines_visibility', isOneOfItsValues(t.visibility)),
  ],
);

export const pipelineStages = sqliteTable(
  'pipeline_stages',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    pipelineId: text('pipeline_id')
      .notNull()
      .references(() => pipelines.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    color: text('color').notNull(),
    /** From 1 without gaps within a pipeline; negative only while an order is being changed. */
    position: integer('position').notNull(),
    /** 0 is active, 1 completed, 2 cancelled. */
    stageType: integer('stage_type').notNull(),
    /** A JSON object. */
    automationRules: text('automation_rules').notNull(),
    /** A JSON object. */
    customFields: text('custom_fields').notNull(),
    ...times(),
  },
  (t) => [
    uniqueIndex('pipeline_stages_position').on(t.pipelineId, t.position),
    index('pipeline_stages_of_account').on(t.accountId),
    check('pipeline_stages_type', sql`${t.stageType} in (0, 1, 2)`),
    check('pipeline_stages_place', sql`${t.position} <> 0`),
  ],
);

export const inboxes = sqliteTable(
  'inboxes',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    name: text('name').notNull(),
    channelType: text('channel_type', { enum: ['api', 'whatsapp'] }).notNull(),
    /** The name of its gateway instance. */
    instanceName: text('instance_name'),
    ...times(),
  },
  (t) => [
    index('inboxes_listed').on(t.accountId, t.id),
    check('inboxes_channel', isOneOfItsValues(t.channelType)),
  ],
);

/** The members of inboxes; a person who leaves an account also leaves its inboxes. */
export const inboxMembers = sqliteTable(
  'inbox_members',
  {
    inboxId: text('inbox_id')
      .notNull()
      .references(() => inboxes.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    accountId: text('account_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.inboxId, t.userId] }),
    index('inbox_members_of_membership').on(t.accountId, t.userId),
    foreignKey({
      columns: [t.accountId, t.userId],
      foreignColumns: [memberships.accountId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

export const mcpServers = sqliteTable(
  'mcp_servers',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    configType: text('config_type', { enum: ['studio', 'sse'] }).notNull(),
    /** A JSON object; the values of `env` and `headers` in it are sealed one by one. */
    configJson: text('config_json').notNull().default('{}'),
    /** A JSON object of sealed values. */
    environments: text('environments').notNull().default('{}'),
    /** A JSON array. */
    tools: text('tools').notNull().default('[]'),
    type: text('type', { enum: ['official', 'community'] }).notNull(),
    ...times(),
  },
  (t) => [
    uniqueIndex('mcp_servers_name').on(t.accountId, t.name),
    index('mcp_servers_listed').on(t.accountId, t.id),
    check('mcp_servers_config_type', isOneOfItsValues(t.configType)),
    check('mcp_servers_type', isOneOfItsValues(t.type)),
  ],
);

/** The destinations of an account's events, which the delivery engine sends. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    ...webhookColumns(),
    /** The names of its extra headers as a JSON array, since answers show them. */
    headerNames: text('header_names').notNull().default('[]'),
    /** The event types as a JSON array; empty means every type. */
    events: text('events').notNull().default('[]'),
    /** The shape of its deliveries. */
    format: text('format', { enum: ['gatehouse', 'evolution-api'] })
      .notNull()
      .default('gatehouse'),
    ...times(),
  },
  (t) => [
    index('webhooks_listed').on(t.accountId, t.id),
    check('webhooks_events', sql`json_valid(${t.events})`),
    check('webhooks_ordering', isOneOfItsValues(t.ordering)),
  ],
);
