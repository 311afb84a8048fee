CREATE TABLE `chat_states` (
	`instance_id` text NOT NULL,
	`chat` text NOT NULL,
	`is_archived` integer NOT NULL,
	`is_pinned` integer NOT NULL,
	`muted_until` integer,
	`is_marked_unread` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `chat`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `cloud_people` (
	`instance_id` text NOT NULL,
	`address` text NOT NULL,
	`chat` text NOT NULL,
	PRIMARY KEY(`instance_id`, `address`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `access_token_accounts` (
	`account_id` text NOT NULL,
	`token_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`account_id`, `token_id`),
	FOREIGN KEY (`token_id`) REFERENCES `access_tokens`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`,`user_id`) REFERENCES `memberships`(`account_id`,`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `access_token_accounts_of_token` ON `access_token_accounts` (`token_id`);--> statement-breakpoint
CREATE INDEX `access_token_accounts_of_membership` ON `access_token_accounts` (`account_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `access_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`bound_to` text,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`token_prefix` text NOT NULL,
	`is_own` integer DEFAULT false NOT NULL,
	`scopes` text,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`bound_to`,`user_id`) REFERENCES `memberships`(`account_id`,`user_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "access_tokens_scopes" CHECK("access_tokens"."scopes" is null or json_valid("access_tokens"."scopes"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_hash` ON `access_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `access_tokens_of_user` ON `access_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `access_tokens_bound` ON `access_tokens` (`bound_to`,`user_id`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`locale` text NOT NULL,
	`support_email` text,
	`status` text NOT NULL,
	`webhooks_version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "accounts_status" CHECK("accounts"."status" in ('active', 'suspended'))
);
--> statement-breakpoint
CREATE TABLE `audit_logs` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`actor_user_id` text NOT NULL,
	`token_id` text NOT NULL,
	`action` text NOT NULL,
	`resource` text NOT NULL,
	`resource_id` text NOT NULL,
	`before` text,
	`after` text,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "audit_logs_before" CHECK("audit_logs"."before" is null or json_valid("audit_logs"."before")),
	CONSTRAINT "audit_logs_after" CHECK("audit_logs"."after" is null or json_valid("audit_logs"."after"))
);
--> statement-breakpoint
CREATE INDEX `audit_logs_listed` ON `audit_logs` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_logs_of_record` ON `audit_logs` (`account_id`,`resource_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_logs_of_resource` ON `audit_logs` (`account_id`,`resource`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_logs_of_actor` ON `audit_logs` (`account_id`,`actor_user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`inviter_id` text NOT NULL,
	`email` text NOT NULL,
	`secret_hash` text NOT NULL,
	`role_id` text,
	`status` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`account_id`,`inviter_id`) REFERENCES `memberships`(`account_id`,`user_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invitations_status" CHECK("invitations"."status" in ('invited', 'accepted', 'declined'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_once` ON `invitations` (`account_id`,lower("email"));--> statement-breakpoint
CREATE INDEX `invitations_of_account` ON `invitations` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_of_inviter` ON `invitations` (`account_id`,`inviter_id`);--> statement-breakpoint
CREATE INDEX `invitations_with_role` ON `invitations` (`role_id`);--> statement-breakpoint
CREATE TABLE `list_totals` (
	`owner_id` text NOT NULL,
	`list` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `list`),
	CONSTRAINT "list_totals_total" CHECK("list_totals"."total" >= 0)
);
--> statement-breakpoint
CREATE TABLE `memberships` (
	`account_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role_id` text NOT NULL,
	`accepted_email` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `user_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `memberships_of_user` ON `memberships` (`user_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `memberships_with_role` ON `memberships` (`role_id`);--> statement-breakpoint
CREATE TABLE `roles` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`is_system` integer NOT NULL,
	`permissions` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "roles_permissions" CHECK(json_valid("roles"."permissions"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `roles_key` ON `roles` (`account_id`,`key`);--> statement-breakpoint
CREATE INDEX `roles_listed` ON `roles` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`display_name` text DEFAULT '' NOT NULL,
	`email` text NOT NULL,
	`availability_status` text DEFAULT 'offline' NOT NULL,
	`auto_offline` integer DEFAULT false NOT NULL,
	`avatar_url` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_availability" CHECK("users"."availability_status" in ('online', 'offline', 'busy'))
);
--> statement-breakpoint
CREATE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE TABLE `inbox_members` (
	`inbox_id` text NOT NULL,
	`user_id` text NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`inbox_id`, `user_id`),
	FOREIGN KEY (`inbox_id`) REFERENCES `inboxes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`,`user_id`) REFERENCES `memberships`(`account_id`,`user_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbox_members_of_membership` ON `inbox_members` (`account_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `inboxes` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`channel_type` text NOT NULL,
	`instance_name` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "inboxes_channel" CHECK("inboxes"."channel_type" in ('api', 'whatsapp'))
);
--> statement-breakpoint
CREATE INDEX `inboxes_listed` ON `inboxes` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `mcp_servers` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`config_type` text NOT NULL,
	`config_json` text DEFAULT '{}' NOT NULL,
	`environments` text DEFAULT '{}' NOT NULL,
	`tools` text DEFAULT '[]' NOT NULL,
	`type` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mcp_servers_config_type" CHECK("mcp_servers"."config_type" in ('studio', 'sse')),
	CONSTRAINT "mcp_servers_type" CHECK("mcp_servers"."type" in ('official', 'community'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mcp_servers_name` ON `mcp_servers` (`account_id`,`name`);--> statement-breakpoint
CREATE INDEX `mcp_servers_listed` ON `mcp_servers` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `pipeline_stages` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`pipeline_id` text NOT NULL,
	`name` text NOT NULL,
	`color` text NOT NULL,
	`position` integer NOT NULL,
	`stage_type` integer NOT NULL,
	`automation_rules` text NOT NULL,
	`custom_fields` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pipeline_stages_type" CHECK("pipeline_stages"."stage_type" in (0, 1, 2)),
	CONSTRAINT "pipeline_stages_place" CHECK("pipeline_stages"."position" <> 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pipeline_stages_position` ON `pipeline_stages` (`pipeline_id`,`position`);--> statement-breakpoint
CREATE INDEX `pipeline_stages_of_account` ON `pipeline_stages` (`account_id`);--> statement-breakpoint
CREATE TABLE `pipelines` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`pipeline_type` text NOT NULL,
	`visibility` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`created_by_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pipelines_type" CHECK("pipelines"."pipeline_type" in ('sales', 'support', 'onboarding', 'marketing', 'custom')),
	CONSTRAINT "pipelines_visibility" CHECK("pipelines"."visibility" in ('private', 'team', 'public'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pipelines_name` ON `pipelines` (`account_id`,`name`);--> statement-breakpoint
CREATE INDEX `pipelines_listed` ON `pipelines` (`account_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `pipelines_default` ON `pipelines` (`account_id`) WHERE is_default = 1;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`url` text NOT NULL,
	`headers_sealed` text,
	`by_events` integer DEFAULT false NOT NULL,
	`filter` text,
	`transform` text,
	`retry` text,
	`ordering` text DEFAULT 'chat' NOT NULL,
	`auto_disable` integer DEFAULT true NOT NULL,
	`secret_sealed` text NOT NULL,
	`former_secrets_sealed` text,
	`header_names` text DEFAULT '[]' NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`format` text DEFAULT 'gatehouse' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhooks_events" CHECK(json_valid("webhooks"."events")),
	CONSTRAINT "webhooks_ordering" CHECK("webhooks"."ordering" in ('chat', 'none'))
);
--> statement-breakpoint
CREATE INDEX `webhooks_listed` ON `webhooks` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`delivery_id` text NOT NULL,
	`number` integer NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` integer,
	`error` text,
	`response_body` text,
	PRIMARY KEY(`delivery_id`, `number`),
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "attempts_number" CHECK("attempts"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`stream_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`endpoint` text NOT NULL,
	`base_endpoint` text GENERATED ALWAYS AS (substr(endpoint, 1, instr(endpoint || '@', '@') - 1)) VIRTUAL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`target` text NOT NULL,
	`state` text NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`round_from` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`holder` text,
	`last_status` integer,
	`last_error` text,
	`last_attempt` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "deliveries_state" CHECK("deliveries"."state" = 'waiting' or "deliveries"."state" = 'sending' or "deliveries"."state" = 'delivered' or "deliveries"."state" = 'discarded'),
	CONSTRAINT "deliveries_owned" CHECK(("deliveries"."state" = 'sending') = ("deliveries"."holder" is not null)),
	CONSTRAINT "deliveries_due" CHECK(("deliveries"."state" = 'waiting') = ("deliveries"."next_attempt_at" is not null)),
	CONSTRAINT "deliveries_attempts" CHECK("deliveries"."attempt_count" >= 0)
);
--> statement-breakpoint
CREATE INDEX `deliveries_listed` ON `deliveries` (`stream_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_fresh` ON `deliveries` (`stream_id`,`endpoint`,`sequence`) WHERE state = 'waiting' and attempt_count = 0;--> statement-breakpoint
CREATE INDEX `deliveries_retry` ON `deliveries` (`stream_id`,`endpoint`,`next_attempt_at`) WHERE state = 'waiting' and attempt_count > 0;--> statement-breakpoint
CREATE INDEX `deliveries_of_webhook` ON `deliveries` (`stream_id`,`base_endpoint`,`state`,`id`) WHERE "deliveries"."endpoint" glob '*:*';--> statement-breakpoint
CREATE TABLE `endpoint_health` (
	`stream_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`state` text NOT NULL,
	`since` integer NOT NULL,
	`failures` integer NOT NULL,
	`failing_since` integer,
	`reason` text,
	`percent` integer NOT NULL,
	`announced` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`stream_id`, `endpoint`)
);
--> statement-breakpoint
CREATE TABLE `events` (
	`stream_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`chat` text,
	`body` text NOT NULL,
	`media_id` text,
	`secret_until` integer,
	`created_at` integer NOT NULL,
	`traceparent` text,
	PRIMARY KEY(`stream_id`, `sequence`)
);
--> statement-breakpoint
CREATE INDEX `events_with_secret` ON `events` (`secret_until`) WHERE "events"."secret_until" is not null;--> statement-breakpoint
CREATE TABLE `media` (
	`id` text PRIMARY KEY NOT NULL,
	`mimetype` text NOT NULL,
	`bytes` blob NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`version` text NOT NULL,
	`started_at` integer NOT NULL,
	`since` integer NOT NULL,
	`beat_at` integer NOT NULL,
	`until` integer NOT NULL,
	`draining` integer DEFAULT false NOT NULL,
	`unreached` text DEFAULT '[]' NOT NULL,
	`taken_over` integer DEFAULT 0 NOT NULL,
	`fenced` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `processes` (
	`id` text PRIMARY KEY NOT NULL,
	`pid` integer NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`commits` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `replays` (
	`id` text PRIMARY KEY NOT NULL,
	`stream_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`state` text NOT NULL,
	`is_open` integer NOT NULL,
	`reason` text,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	`types` text,
	`chat` text,
	`event_ids` text,
	`only_failed` integer NOT NULL,
	`rate_per_second` integer NOT NULL,
	`first` integer NOT NULL,
	`last` integer NOT NULL,
	`cursor` integer NOT NULL,
	`handed` integer DEFAULT 0 NOT NULL,
	`discarded` integer DEFAULT 0 NOT NULL,
	`missing` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`finished_at` integer,
	CONSTRAINT "replays_state" CHECK("replays"."state" in ('running', 'paused', 'done', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX `replays_of` ON `replays` (`stream_id`,`endpoint`,`id`);--> statement-breakpoint
CREATE INDEX `replays_open` ON `replays` (`stream_id`) WHERE is_open = 1;
--> statement-breakpoint
CREATE TABLE `restored_events` (
	`replay_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`chat` text,
	`body` text NOT NULL,
	PRIMARY KEY(`replay_id`, `sequence`),
	FOREIGN KEY (`replay_id`) REFERENCES `replays`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `streams` (
	`id` text PRIMARY KEY NOT NULL,
	`last_sequence` integer DEFAULT 0 NOT NULL,
	`owner` text,
	`term` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `streams_owned` ON `streams` (`owner`) WHERE "streams"."owner" is not null;--> statement-breakpoint
CREATE TABLE `figures` (
	`instance_id` text NOT NULL,
	`since` integer NOT NULL,
	`endpoint` text NOT NULL,
	`received` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`delivered` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`discarded` integer DEFAULT 0 NOT NULL,
	`filtered` integer DEFAULT 0 NOT NULL,
	`within_10` integer DEFAULT 0 NOT NULL,
	`within_25` integer DEFAULT 0 NOT NULL,
	`within_50` integer DEFAULT 0 NOT NULL,
	`within_100` integer DEFAULT 0 NOT NULL,
	`within_250` integer DEFAULT 0 NOT NULL,
	`within_500` integer DEFAULT 0 NOT NULL,
	`within_1000` integer DEFAULT 0 NOT NULL,
	`within_2500` integer DEFAULT 0 NOT NULL,
	`within_10000` integer DEFAULT 0 NOT NULL,
	`within_60000` integer DEFAULT 0 NOT NULL,
	`slower` integer DEFAULT 0 NOT NULL,
	`slowest` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`instance_id`, `since`, `endpoint`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `figures_age` ON `figures` (`since`);--> statement-breakpoint
CREATE TABLE `gateway_audit` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`actor` text NOT NULL,
	`key_id` text,
	`instance_id` text,
	`instance_name` text,
	`address` text,
	`request_id` text,
	`status` integer,
	`details` text,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `gateway_audit_action` ON `gateway_audit` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `gateway_audit_instance` ON `gateway_audit` (`instance_name`,`id`);--> statement-breakpoint
CREATE TABLE `gateway_audit_begun` (
	`id` text PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL,
	`entry` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `endpoints` (
	`instance_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`url` text NOT NULL,
	`headers_sealed` text,
	`by_events` integer DEFAULT false NOT NULL,
	`filter` text,
	`transform` text,
	`retry` text,
	`ordering` text DEFAULT 'chat' NOT NULL,
	`auto_disable` integer DEFAULT true NOT NULL,
	`secret_sealed` text NOT NULL,
	`former_secrets_sealed` text,
	`owner` text DEFAULT 'operator' NOT NULL,
	`is_set` integer DEFAULT true NOT NULL,
	`base64` integer,
	`format` text,
	`instance_token_sealed` text,
	`verify_token_sealed` text,
	`subscribe` text DEFAULT '["ALL"]' NOT NULL,
	`brokers` text DEFAULT '{}' NOT NULL,
	`websocket_enabled` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `id`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "endpoints_ordering" CHECK("endpoints"."ordering" in ('chat', 'none')),
	CONSTRAINT "endpoints_owner" CHECK("endpoints"."owner" in ('operator', 'customer'))
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`holder` text NOT NULL,
	`claim` text NOT NULL,
	`seed` text NOT NULL,
	`done` text DEFAULT '' NOT NULL,
	`status` integer,
	`answer_sealed` text,
	`created_at` integer NOT NULL,
	`instance_id` text,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_of_instance` ON `idempotency_keys` (`instance_id`,`created_at`) WHERE "idempotency_keys"."instance_id" is not null;--> statement-breakpoint
CREATE TABLE `instance_key_copies` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`key_sealed` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `instance_proxies` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`enabled` integer NOT NULL,
	`protocol` text NOT NULL,
	`host` text NOT NULL,
	`port` integer NOT NULL,
	`login_sealed` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "instance_proxies_protocol" CHECK("instance_proxies"."protocol" in ('http', 'https', 'socks5'))
);
--> statement-breakpoint
CREATE TABLE `instance_settings` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`reject_call` integer NOT NULL,
	`msg_call` text NOT NULL,
	`groups_ignore` integer NOT NULL,
	`always_online` integer NOT NULL,
	`read_messages` integer NOT NULL,
	`read_status` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `instance_transitions` (
	`id` text PRIMARY KEY NOT NULL,
	`instance_id` text NOT NULL,
	`state` text NOT NULL,
	`phase` text NOT NULL,
	`reason` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `instance_transitions_of` ON `instance_transitions` (`instance_id`,`id`);--> statement-breakpoint
CREATE TABLE `instances` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`provider` text NOT NULL,
	`state` text NOT NULL,
	`phase` text NOT NULL,
	`reason` text,
	`number` text,
	`owner_jid` text,
	`profile_name` text,
	`key_hash` text NOT NULL,
	`key_scopes` text DEFAULT '["read","send","settings","connect"]' NOT NULL,
	`key_expires_at` integer,
	`previous_keys` text DEFAULT '[]' NOT NULL,
	`phone_number_id` text DEFAULT (cast(abs(random() % 900000000000000) + 100000000000000 as text)) NOT NULL,
	`waba_id` text DEFAULT (cast(abs(random() % 900000000000000) + 100000000000000 as text)) NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "instances_phase" CHECK(("instances"."state" = 'close' and "instances"."phase" in ('created', 'logged_out', 'qr_timeout', 'failed', 'banned', 'stopped'))
        or ("instances"."state" = 'connecting' and "instances"."phase" in ('starting', 'waiting_qr', 'pairing', 'syncing', 'reconnecting'))
        or ("instances"."state" = 'open' and "instances"."phase" = 'open'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `instances_name` ON `instances` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `instances_key` ON `instances` (`key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `instances_phone_number_id` ON `instances` (`phone_number_id`);--> statement-breakpoint
CREATE TABLE `portal_links` (
	`id` text PRIMARY KEY NOT NULL,
	`instance_id` text NOT NULL,
	`scopes` text NOT NULL,
	`code_hash` text NOT NULL,
	`credential_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `portal_links_code` ON `portal_links` (`code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `portal_links_credential` ON `portal_links` (`credential_hash`);--> statement-breakpoint
CREATE INDEX `portal_links_of` ON `portal_links` (`instance_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `portal_links_end` ON `portal_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`instance_id` text NOT NULL,
	`name` text NOT NULL,
	`language` text NOT NULL,
	`category` text NOT NULL,
	`status` text NOT NULL,
	`components` text NOT NULL,
	`parameter_format` text DEFAULT 'POSITIONAL' NOT NULL,
	`ttl_seconds` integer,
	`quality` text,
	`rejected_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "templates_category" CHECK("templates"."category" in ('AUTHENTICATION', 'MARKETING', 'UTILITY'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_name` ON `templates` (`instance_id`,`name`,`language`);--> statement-breakpoint
CREATE TABLE `labelled_chats` (
	`instance_id` text NOT NULL,
	`label_id` text NOT NULL,
	`chat` text NOT NULL,
	PRIMARY KEY(`instance_id`, `label_id`, `chat`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `labelled_chats_by_chat` ON `labelled_chats` (`instance_id`,`chat`);--> statement-breakpoint
CREATE TABLE `labels` (
	`instance_id` text NOT NULL,
	`label_id` text NOT NULL,
	`name` text NOT NULL,
	`color` integer NOT NULL,
	`predefined_id` text,
	PRIMARY KEY(`instance_id`, `label_id`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `new_chat_limits` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`locked_until` integer,
	`checked_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `chats` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`instance_id` text NOT NULL,
	`chat` text NOT NULL,
	`messages` integer NOT NULL,
	`unread` integer NOT NULL,
	`read_until` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chats_chat` ON `chats` (`instance_id`,`chat`);--> statement-breakpoint
CREATE INDEX `chats_by_time` ON `chats` (`instance_id`,`last_at`);--> statement-breakpoint
CREATE TABLE `contact_addresses` (
	`instance_id` text NOT NULL,
	`address` text NOT NULL,
	`jid` text NOT NULL,
	`is_moved` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `address`)
);
--> statement-breakpoint
CREATE INDEX `contact_addresses_of` ON `contact_addresses` (`instance_id`,`jid`);--> statement-breakpoint
CREATE INDEX `contact_addresses_unmoved` ON `contact_addresses` (`instance_id`) WHERE "contact_addresses"."is_moved" = 0;--> statement-breakpoint
CREATE TABLE `contacts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`instance_id` text NOT NULL,
	`jid` text NOT NULL,
	`lid` text NOT NULL,
	`name` text NOT NULL,
	`username` text DEFAULT '' NOT NULL,
	`picture_url` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_jid` ON `contacts` (`instance_id`,`jid`);--> statement-breakpoint
CREATE INDEX `contacts_by_lid` ON `contacts` (`instance_id`,`lid`);--> statement-breakpoint
CREATE INDEX `contacts_of_instance` ON `contacts` (`instance_id`);--> statement-breakpoint
CREATE INDEX `contacts_by_name` ON `contacts` (`instance_id`,`name`);--> statement-breakpoint
CREATE INDEX `contacts_by_age` ON `contacts` (`seen_at`);--> statement-breakpoint
CREATE TABLE `stored_messages` (
	`place` integer PRIMARY KEY NOT NULL,
	`instance_id` text NOT NULL,
	`id` text NOT NULL,
	`chat` text NOT NULL,
	`is_from_me` integer NOT NULL,
	`sender` text NOT NULL,
	`push_name` text NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`content` text NOT NULL,
	`is_news` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`stored_at` integer NOT NULL,
	`text` text GENERATED ALWAYS AS (trim(coalesce(content ->> 'conversation', '') || ' ' || coalesce(content -> kind ->> 'text', '') || ' ' || coalesce(content -> kind ->> 'caption', '') || ' ' || coalesce(content -> kind ->> 'title', '') || ' ' || coalesce(content -> kind ->> 'fileName', '') || ' ' || coalesce(content -> kind ->> 'name', '') || ' ' || coalesce(content -> kind ->> 'address', '') || ' ' || coalesce(content -> kind ->> 'displayName', ''))) VIRTUAL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stored_messages_id` ON `stored_messages` (`instance_id`,`id`,`is_from_me`,`chat`);--> statement-breakpoint
CREATE INDEX `stored_messages_of_chat` ON `stored_messages` (`instance_id`,`chat`,`sent_at`);--> statement-breakpoint
CREATE INDEX `stored_messages_of_instance` ON `stored_messages` (`instance_id`,`sent_at`);--> statement-breakpoint
CREATE TABLE `chat_windows` (
	`instance_id` text NOT NULL,
	`chat` text NOT NULL,
	`opened_at` integer NOT NULL,
	`message_id` text NOT NULL,
	PRIMARY KEY(`instance_id`, `chat`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `messages` (
	`instance_id` text NOT NULL,
	`id` text NOT NULL,
	`is_from_me` integer NOT NULL,
	`chat` text NOT NULL,
	`sender` text NOT NULL,
	`chat_address` text NOT NULL,
	`author_address` text NOT NULL,
	`kind` text NOT NULL,
	`content` blob,
	`sent_at` integer NOT NULL,
	`status` text,
	`code` integer,
	`reason` text,
	`history` text,
	`after_sequence` integer,
	`fetched_at` integer,
	`platform_id` text,
	PRIMARY KEY(`instance_id`, `id`, `is_from_me`, `chat`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `messages_of_chat` ON `messages` (`instance_id`,`chat`,`sent_at`);--> statement-breakpoint
CREATE INDEX `messages_by_age` ON `messages` (`sent_at`) WHERE "messages"."fetched_at" is null;--> statement-breakpoint
CREATE INDEX `messages_fetched` ON `messages` (`fetched_at`) WHERE "messages"."fetched_at" is not null;--> statement-breakpoint
CREATE INDEX `messages_by_platform_id` ON `messages` (`instance_id`,`platform_id`) WHERE "messages"."platform_id" is not null;--> statement-breakpoint
CREATE INDEX `messages_pending` ON `messages` (`instance_id`,`sent_at`) WHERE "messages"."status" = 'Pending';--> statement-breakpoint
CREATE TABLE `outgoing_messages` (
	`instance_id` text NOT NULL,
	`id` text NOT NULL,
	`place` integer NOT NULL,
	`chat` text NOT NULL,
	`kind` text NOT NULL,
	`enters_at` integer NOT NULL,
	`delay_ms` integer NOT NULL,
	`content` text NOT NULL,
	`file` blob,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `id`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `poll_votes` (
	`instance_id` text NOT NULL,
	`poll_id` text NOT NULL,
	`chat` text NOT NULL,
	`voter` text NOT NULL,
	`options` text NOT NULL,
	`voted_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `poll_id`, `chat`, `voter`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `poll_votes_by_age` ON `poll_votes` (`voted_at`);--> statement-breakpoint
CREATE TABLE `polls` (
	`instance_id` text NOT NULL,
	`poll_id` text NOT NULL,
	`chat` text NOT NULL,
	`name` text NOT NULL,
	`options` text NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `poll_id`, `chat`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `polls_by_age` ON `polls` (`sent_at`);--> statement-breakpoint
CREATE TABLE `service_facts` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rate_counts` (
	`minute` integer NOT NULL,
	`subject` text NOT NULL,
	`node` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`minute`, `subject`, `node`)
);
--> statement-breakpoint
CREATE TABLE `ws_tickets` (
	`hash` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`principal` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ws_tickets_held` ON `ws_tickets` (`holder`,`until`);--> statement-breakpoint
CREATE INDEX `ws_tickets_age` ON `ws_tickets` (`until`);--> statement-breakpoint
CREATE TABLE `uploaded_files` (
	`id` text PRIMARY KEY NOT NULL,
	`instance_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`mimetype` text DEFAULT '' NOT NULL,
	`file_name` text DEFAULT '' NOT NULL,
	`size` integer DEFAULT 0 NOT NULL,
	`sha256` text,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploaded_files_of` ON `uploaded_files` (`instance_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `uploaded_files_by_age` ON `uploaded_files` (`created_at`);--> statement-breakpoint
CREATE INDEX `uploaded_files_unfinished` ON `uploaded_files` (`created_at`) WHERE "uploaded_files"."sha256" is null;--> statement-breakpoint
CREATE TABLE `uploaded_pieces` (
	`file_id` text NOT NULL,
	`place` integer NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`file_id`, `place`),
	FOREIGN KEY (`file_id`) REFERENCES `uploaded_files`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `cloud_numbers` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`phone_number_id` text NOT NULL,
	`business_account_id` text NOT NULL,
	`access_token_sealed` text NOT NULL,
	`app_secret_sealed` text,
	`verify_token_sealed` text,
	`facts` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cloud_numbers_phone` ON `cloud_numbers` (`phone_number_id`);--> statement-breakpoint
CREATE TABLE `whatsapp_credentials` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`creds_sealed` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `whatsapp_inbox` (
	`id` text NOT NULL,
	`instance_id` text NOT NULL,
	`message_key` text NOT NULL,
	`body` text,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `message_key`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `whatsapp_inbox_age` ON `whatsapp_inbox` (`instance_id`,`received_at`);--> statement-breakpoint
CREATE INDEX `whatsapp_inbox_waiting` ON `whatsapp_inbox` (`instance_id`,`id`) WHERE "whatsapp_inbox"."body" is not null;--> statement-breakpoint
CREATE TABLE `whatsapp_keys` (
	`instance_id` text NOT NULL,
	`type` text NOT NULL,
	`id` text NOT NULL,
	`value_sealed` text NOT NULL,
	PRIMARY KEY(`instance_id`, `type`, `id`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `whatsapp_numbers` (
	`instance_id` text NOT NULL,
	`number` text NOT NULL,
	`jid` text,
	`lid` text,
	`checked_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `number`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `whatsapp_numbers_age` ON `whatsapp_numbers` (`instance_id`,`checked_at`);--> statement-breakpoint
CREATE VIRTUAL TABLE `stored_texts` USING fts5(`owner`, `text`, content='', tokenize='unicode61 remove_diacritics 2');--> statement-breakpoint
CREATE TRIGGER `roles_added` AFTER INSERT ON `roles` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'roles', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `roles_removed` AFTER DELETE ON `roles` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'roles';
END;--> statement-breakpoint
CREATE TRIGGER `pipelines_added` AFTER INSERT ON `pipelines` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'pipelines', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `pipelines_removed` AFTER DELETE ON `pipelines` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'pipelines';
END;--> statement-breakpoint
CREATE TRIGGER `inboxes_added` AFTER INSERT ON `inboxes` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'inboxes', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `inboxes_removed` AFTER DELETE ON `inboxes` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'inboxes';
END;--> statement-breakpoint
CREATE TRIGGER `mcp_servers_added` AFTER INSERT ON `mcp_servers` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'mcp_servers', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `mcp_servers_removed` AFTER DELETE ON `mcp_servers` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'mcp_servers';
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_added` AFTER INSERT ON `webhooks` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'webhooks', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_removed` AFTER DELETE ON `webhooks` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'webhooks';
END;--> statement-breakpoint
CREATE TRIGGER `audit_logs_added` AFTER INSERT ON `audit_logs` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'audit_logs', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `audit_logs_removed` AFTER DELETE ON `audit_logs` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'audit_logs';
END;--> statement-breakpoint
CREATE TRIGGER `memberships_added` AFTER INSERT ON `memberships` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'users', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`user_id`, 'accounts', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `memberships_removed` AFTER DELETE ON `memberships` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'users';
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`user_id` AND `list` = 'accounts';
END;--> statement-breakpoint
CREATE TRIGGER `accounts_removed` AFTER DELETE ON `accounts` BEGIN
	DELETE FROM `list_totals` WHERE `owner_id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `users_removed` AFTER DELETE ON `users` BEGIN
	DELETE FROM `list_totals` WHERE `owner_id` = OLD.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `access_token_accounts_added` AFTER INSERT ON `access_token_accounts` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'access_tokens', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `access_token_accounts_removed` AFTER DELETE ON `access_token_accounts` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'access_tokens';
END;--> statement-breakpoint
CREATE TRIGGER `access_tokens_added` AFTER INSERT ON `access_tokens` BEGIN
	INSERT INTO `access_token_accounts` (`account_id`, `token_id`, `user_id`)
		SELECT `account_id`, NEW.`id`, NEW.`user_id` FROM `memberships`
		WHERE `user_id` = NEW.`user_id` AND (NEW.`bound_to` IS NULL OR `account_id` = NEW.`bound_to`);
END;--> statement-breakpoint
CREATE TRIGGER `memberships_opened` AFTER INSERT ON `memberships` BEGIN
	INSERT INTO `access_token_accounts` (`account_id`, `token_id`, `user_id`)
		SELECT NEW.`account_id`, `id`, NEW.`user_id` FROM `access_tokens`
		WHERE `user_id` = NEW.`user_id` AND `bound_to` IS NULL;
END;--> statement-breakpoint
CREATE TRIGGER `memberships_end_invitations` AFTER INSERT ON `memberships` BEGIN
	DELETE FROM `invitations` WHERE `account_id` = NEW.`account_id` AND `status` = 'invited'
		AND lower(`email`) = (SELECT lower(`email`) FROM `users` WHERE `id` = NEW.`user_id`);
END;--> statement-breakpoint
CREATE TRIGGER `stored_messages_added` AFTER INSERT ON `stored_messages` BEGIN
	INSERT INTO `chats` (`instance_id`, `chat`, `messages`, `unread`, `last_at`, `created_at`, `updated_at`)
		VALUES (NEW.`instance_id`, NEW.`chat`, 1, NEW.`is_news`, NEW.`sent_at`, NEW.`stored_at`, NEW.`stored_at`)
		ON CONFLICT (`instance_id`, `chat`) DO UPDATE SET `messages` = `messages` + 1,
			`unread` = `unread` + (excluded.`unread` AND excluded.`last_at` > `read_until`),
			`last_at` = max(`last_at`, excluded.`last_at`), `updated_at` = excluded.`updated_at`;
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`instance_id`, 'stored_messages', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `chats_added` AFTER INSERT ON `chats` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`instance_id`, 'chats', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `chats_removed` AFTER DELETE ON `chats` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`instance_id` AND `list` = 'chats';
END;--> statement-breakpoint
CREATE TRIGGER `contacts_added` AFTER INSERT ON `contacts` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`instance_id`, 'contacts', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `contacts_removed` AFTER DELETE ON `contacts` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`instance_id` AND `list` = 'contacts';
END;--> statement-breakpoint
CREATE TRIGGER `stored_texts_added` AFTER INSERT ON `stored_messages` WHEN NEW.`text` <> '' BEGIN
	INSERT INTO `stored_texts` (`rowid`, `owner`, `text`) VALUES (NEW.`place`, replace(NEW.`instance_id`, '-', ''), NEW.`text`);
END;--> statement-breakpoint
CREATE TRIGGER `stored_texts_removed` AFTER DELETE ON `stored_messages` WHEN OLD.`text` <> '' BEGIN
	INSERT INTO `stored_texts` (`stored_texts`, `rowid`, `owner`, `text`)
		VALUES ('delete', OLD.`place`, replace(OLD.`instance_id`, '-', ''), OLD.`text`);
END;--> statement-breakpoint
CREATE TRIGGER `contacts_addressed` AFTER INSERT ON `contacts` WHEN NEW.`lid` NOT IN ('', NEW.`jid`) BEGIN
	INSERT INTO `contact_addresses` (`instance_id`, `address`, `jid`, `is_moved`)
		VALUES (NEW.`instance_id`, NEW.`lid`, NEW.`jid`,
			NOT EXISTS (SELECT 1 FROM `contacts` WHERE `instance_id` = NEW.`instance_id` AND `jid` = NEW.`lid`)
			AND NOT EXISTS (SELECT 1 FROM `chats` WHERE `instance_id` = NEW.`instance_id` AND `chat` = NEW.`lid`)
			AND NOT EXISTS (SELECT 1 FROM `messages` WHERE `instance_id` = NEW.`instance_id` AND `chat` = NEW.`lid`))
		ON CONFLICT (`instance_id`, `address`) DO UPDATE SET `jid` = excluded.`jid`, `is_moved` = excluded.`is_moved`
			WHERE `jid` <> excluded.`jid`;
END;--> statement-breakpoint
CREATE TRIGGER `contacts_addressed_anew` AFTER UPDATE OF `lid` ON `contacts`
	WHEN NEW.`lid` <> OLD.`lid` AND NEW.`lid` NOT IN ('', NEW.`jid`) BEGIN
	INSERT INTO `contact_addresses` (`instance_id`, `address`, `jid`, `is_moved`)
		VALUES (NEW.`instance_id`, NEW.`lid`, NEW.`jid`,
			NOT EXISTS (SELECT 1 FROM `contacts` WHERE `instance_id` = NEW.`instance_id` AND `jid` = NEW.`lid`)
			AND NOT EXISTS (SELECT 1 FROM `chats` WHERE `instance_id` = NEW.`instance_id` AND `chat` = NEW.`lid`)
			AND NOT EXISTS (SELECT 1 FROM `messages` WHERE `instance_id` = NEW.`instance_id` AND `chat` = NEW.`lid`))
		ON CONFLICT (`instance_id`, `address`) DO UPDATE SET `jid` = excluded.`jid`, `is_moved` = excluded.`is_moved`
			WHERE `jid` <> excluded.`jid`;
END;--> statement-breakpoint
CREATE TRIGGER `contact_addresses_changed` AFTER UPDATE OF `jid` ON `contact_addresses` BEGIN
	UPDATE `contacts` SET `lid` = ''
		WHERE `instance_id` = OLD.`instance_id` AND `jid` = OLD.`jid` AND `lid` = OLD.`address`;
END;--> statement-breakpoint
CREATE TRIGGER `contacts_forgotten` AFTER DELETE ON `contacts` BEGIN
	DELETE FROM `contact_addresses` WHERE `instance_id` = OLD.`instance_id` AND `jid` = OLD.`jid`;
END;--> statement-breakpoint
CREATE TRIGGER `stored_messages_removed` AFTER DELETE ON `stored_messages` BEGIN
	UPDATE `chats` SET `messages` = `messages` - 1,
		`unread` = max(`unread` - (OLD.`is_news` AND OLD.`sent_at` > `read_until`), 0)
		WHERE `instance_id` = OLD.`instance_id` AND `chat` = coalesce(
			(SELECT `chat` FROM `chats` WHERE `instance_id` = OLD.`instance_id` AND `chat` = OLD.`chat`),
			(SELECT `jid` FROM `contact_addresses` WHERE `instance_id` = OLD.`instance_id` AND `address` = OLD.`chat`));
	DELETE FROM `chats` WHERE `instance_id` = OLD.`instance_id` AND `messages` = 0 AND `chat` IN (OLD.`chat`,
		(SELECT `jid` FROM `contact_addresses` WHERE `instance_id` = OLD.`instance_id` AND `address` = OLD.`chat`));
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`instance_id` AND `list` = 'stored_messages';
END;--> statement-breakpoint
CREATE TRIGGER `instances_insert_noted` AFTER INSERT ON `instances` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instances_update_noted` AFTER UPDATE ON `instances` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instances_delete_noted` AFTER DELETE ON `instances` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `endpoints_insert_noted` AFTER INSERT ON `endpoints` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `endpoints_update_noted` AFTER UPDATE ON `endpoints` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `endpoints_delete_noted` AFTER DELETE ON `endpoints` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_proxies_insert_noted` AFTER INSERT ON `instance_proxies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_proxies_update_noted` AFTER UPDATE ON `instance_proxies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_proxies_delete_noted` AFTER DELETE ON `instance_proxies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_settings_insert_noted` AFTER INSERT ON `instance_settings` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_settings_update_noted` AFTER UPDATE ON `instance_settings` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_settings_delete_noted` AFTER DELETE ON `instance_settings` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_key_copies_insert_noted` AFTER INSERT ON `instance_key_copies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `instance_key_copies_update_noted` AFTER UPDATE ON `instance_key_copies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `instance_key_copies_delete_noted` AFTER DELETE ON `instance_key_copies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `cloud_numbers_insert_noted` AFTER INSERT ON `cloud_numbers` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `cloud_numbers_update_noted` AFTER UPDATE ON `cloud_numbers` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `cloud_numbers_delete_noted` AFTER DELETE ON `cloud_numbers` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_insert_noted` AFTER INSERT ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('webhooks', new.`account_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_update_noted` AFTER UPDATE ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('webhooks', new.`account_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_delete_noted` AFTER DELETE ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('webhooks', old.`account_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_insert_counted` AFTER INSERT ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	UPDATE `accounts` SET `webhooks_version` = `webhooks_version` + 1 WHERE `id` = new.`account_id`;
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_update_counted` AFTER UPDATE ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	UPDATE `accounts` SET `webhooks_version` = `webhooks_version` + 1 WHERE `id` = new.`account_id`;
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_delete_counted` AFTER DELETE ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	UPDATE `accounts` SET `webhooks_version` = `webhooks_version` + 1 WHERE `id` = old.`account_id`;
END;
