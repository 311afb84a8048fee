/**
 * Tables of the CRM zone about who may do what, and what was done. Times are in ms since 1970. `updated_at` of a record
 * grows with every change, so that it also is its version.
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
import { isOneOfItsValues, times } from './columns.ts';

export const accounts = sqliteTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    locale: text('locale').notNull(),
    supportEmail: text('support_email'),
    status: text('status', { enum: ['active', 'suspended'] }).notNull(),
    /** Raised by triggers with every change of the account's webhooks, where nodes share the database. */
    webhooksVersion: integer('webhooks_version').notNull().default(0),
    ...times(),
  },
  (t) => [check('accounts_status', isOneOfItsValues(t.status))],
);

/** The account of a row, which is deleted with it. */
export const accountId = () =>
  text('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/**
 * A person, who exists as long as an account has them as a member. Nobody has shown that the address is theirs, so any
 * number of people may have the same one; within one account it belongs to one member.
 */
export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull().default(''),
    email: text('email').notNull(),
    availabilityStatus: text('availability_status', { enum: ['online', 'offline', 'busy'] })
      .notNull()
      .default('offline'),
    autoOffline: integer('auto_offline', { mode: 'boolean' }).notNull().default(false),
    avatarUrl: text('avatar_url'),
    ...times(),
  },
  (t) => [
    index('users_email').on(sql`lower(${t.email})`),
    check('users_availability', isOneOfItsValues(t.availabilityStatus)),
  ],
);

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Every account has its own rows of the system roles, so that each role belongs to one account. */
export const roles = sqliteTable(
  'roles',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** The permissions of a system role follow from its key, not from `permissions`. */
    isSystem: integer('is_system', { mode: 'boolean' }).notNull(),
    /** The permissions as a sorted JSON array. */
    permissions: text('permissions').notNull().default('[]'),
    ...times(),
  },
  (t) => [
    uniqueIndex('roles_key').on(t.accountId, t.key),
    index('roles_listed').on(t.accountId, t.id),
    check('roles_permissions', sql`json_valid(${t.permissions})`),
  ],
);

/** With a membership the memberships of the account's inboxes and the tokens bound to the account are deleted. */
export const memberships = sqliteTable(
  'memberships',
  {
    accountId: accountId(),
    userId: userId(),
    roleId: text('role_id')
      .notNull()
      .references(() => roles.id),
    /** The address in the invitation that the person accepted; null if they were added without one. */
    acceptedEmail: text('accepted_email'),
    ...times(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.userId] }),
    index('memberships_of_user').on(t.userId, t.accountId),
    index('memberships_with_role').on(t.roleId),
  ],
);

/**
 * Invitations to accounts, at most one of an account to an address. They end with the membership of their sender;
 * a trigger deletes the open one to the address of a new member.
 */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    /** The member who sent it and was shown its secret. */
    inviterId: text('inviter_id').notNull(),
    /** The address as the account wrote it. */
    email: text('email').notNull(),
    /** SHA-256 of the secret with which it is answered. */
    secretHash: text('secret_hash').notNull(),
    /** Null if the role was deleted; then the invitation can no longer be accepted. */
    roleId: text('role_id').references(() => roles.id, { onDelete: 'set null' }),
    status: text('status', { enum: ['invited', 'accepted', 'declined'] }).notNull(),
    expiresAt: integer('expires_at').notNull(),
    ...times(),
  },
  (t) => [
    uniqueIndex('invitations_once').on(t.accountId, sql`lower(${t.email})`),
    index('invitations_of_account').on(t.accountId, t.status, t.id),
    index('invitations_of_inviter').on(t.accountId, t.inviterId),
    index('invitations_with_role').on(t.roleId),
    foreignKey({
      columns: [t.accountId, t.inviterId],
      foreignColumns: [memberships.accountId, memberships.userId],
    }).onDelete('cascade'),
    check('invitations_status', isOneOfItsValues(t.status)),
  ],
);

export const accessTokens = sqliteTable(
  'access_tokens',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    /** The only account that it opens; null for every account of its user. */
    boundTo: text('bound_to'),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The first characters of the secret, for recognition. */
    tokenPrefix: text('token_prefix').notNull(),
    /**
     * Whether its user made the secret that it has now, with a token without scopes, so that no other person was shown
     * it.
     */
    isOwn: integer('is_own', { mode: 'boolean' }).notNull().default(false),
    /** The permissions as a sorted JSON array; null for all that the role permits. */
    scopes: text('scopes'),
    expiresAt: integer('expires_at'),
    lastUsedAt: integer('last_used_at'),
    ...times(),
  },
  (t) => [
    uniqueIndex('access_tokens_hash').on(t.tokenHash),
    index('access_tokens_of_user').on(t.userId),
    index('access_tokens_bound').on(t.boundTo, t.userId),
    foreignKey({
      columns: [t.boundTo, t.userId],
      foreignColumns: [memberships.accountId, memberships.userId],
    }).onDelete('cascade'),
    check('access_tokens_scopes', sql`${t.scopes} is null or json_valid(${t.scopes})`),
  ],
);

/**
 * The accounts that each token opens, kept by triggers: the one that it is bound to, or all of its user. An account's
 * list of tokens reads it, so that the list costs the same however many there are.
 */
export const accessTokenAccounts = sqliteTable(
  'access_token_accounts',
  {
    accountId: text('account_id').notNull(),
    tokenId: text('token_id')
      .notNull()
      .references(() => accessTokens.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.tokenId] }),
    index('access_token_accounts_of_token').on(t.tokenId),
    index('access_token_accounts_of_membership').on(t.accountId, t.userId),
    foreignKey({
      columns: [t.accountId, t.userId],
      foreignColumns: [memberships.accountId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** One row per change, written with it. Actors are not foreign keys, because history outlives them. */
export const auditLogs = sqliteTable(
  'audit_logs',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    actorUserId: text('actor_user_id').notNull(),
    tokenId: text('token_id').notNull(),
    action: text('action').notNull(),
    resource: text('resource').notNull(),
    resourceId: text('resource_id').notNull(),
    /** The record as answers show it, as JSON with secrets masked; null if it did not exist. */
    before: text('before'),
    after: text('after'),
    requestId: text('request_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('audit_logs_listed').on(t.accountId, t.createdAt, t.id),
    index('audit_logs_of_record').on(t.accountId, t.resourceId, t.createdAt, t.id),
    index('audit_logs_of_resource').on(t.accountId, t.resource, t.createdAt, t.id),
    index('audit_logs_of_actor').on(t.accountId, t.actorUserId, t.createdAt, t.id),
    check('audit_logs_before', sql`${t.before} is null or json_valid(${t.before})`),
    check('audit_logs_after', sql`${t.after} is null or json_valid(${t.after})`),
  ],
);

/**
 * The number of rows of lists, kept by triggers: counting a million rows would cost more than the page. The owner is an
 * account, or a user for the list `accounts`.
 */
export const listTotals = sqliteTable(
  'list_totals',
  {
    ownerId: text('owner_id').notNull(),
    list: text('list').notNull(),
    total: integer('total').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.list] }),
    check('list_totals_total', sql`${t.total} >= 0`),
  ],
);
