CREATE TABLE `access_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`user_id` text NOT NULL,
	`bound_to` text,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`token_prefix` text NOT NULL,
	`scopes` text,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`bound_to`,`user_id`) REFERENCES `memberships`(`account_id`,`user_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "access_tokens_scopes" CHECK("access_tokens"."scopes" is null or json_valid("access_tokens"."scopes"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_hash` ON `access_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `access_tokens_listed` ON `access_tokens` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `access_tokens_of_user` ON `access_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `access_tokens_bound` ON `access_tokens` (`bound_to`,`user_id`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`locale` text NOT NULL,
	`support_email` text,
	`status` text NOT NULL,
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
	`confirmed` integer DEFAULT true NOT NULL,
	`availability_status` text DEFAULT 'offline' NOT NULL,
	`auto_offline` integer DEFAULT false NOT NULL,
	`avatar_url` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_availability" CHECK("users"."availability_status" in ('online', 'offline', 'busy'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
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
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`secret_sealed` text NOT NULL,
	`previous_secret_sealed` text,
	`previous_secret_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhooks_events" CHECK(json_valid("webhooks"."events"))
);
--> statement-breakpoint
CREATE INDEX `webhooks_listed` ON `webhooks` (`account_id`,`id`);
--> statement-breakpoint
CREATE TRIGGER `roles_added` AFTER INSERT ON `roles` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'roles', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `roles_removed` AFTER DELETE ON `roles` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'roles';
END;
--> statement-breakpoint
CREATE TRIGGER `access_tokens_added` AFTER INSERT ON `access_tokens` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'access_tokens', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `access_tokens_removed` AFTER DELETE ON `access_tokens` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'access_tokens';
END;
--> statement-breakpoint
CREATE TRIGGER `pipelines_added` AFTER INSERT ON `pipelines` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'pipelines', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `pipelines_removed` AFTER DELETE ON `pipelines` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'pipelines';
END;
--> statement-breakpoint
CREATE TRIGGER `inboxes_added` AFTER INSERT ON `inboxes` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'inboxes', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `inboxes_removed` AFTER DELETE ON `inboxes` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'inboxes';
END;
--> statement-breakpoint
CREATE TRIGGER `mcp_servers_added` AFTER INSERT ON `mcp_servers` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'mcp_servers', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `mcp_servers_removed` AFTER DELETE ON `mcp_servers` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'mcp_servers';
END;
--> statement-breakpoint
CREATE TRIGGER `webhooks_added` AFTER INSERT ON `webhooks` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'webhooks', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `webhooks_removed` AFTER DELETE ON `webhooks` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'webhooks';
END;
--> statement-breakpoint
CREATE TRIGGER `audit_logs_added` AFTER INSERT ON `audit_logs` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'audit_logs', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `audit_logs_removed` AFTER DELETE ON `audit_logs` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'audit_logs';
END;
--> statement-breakpoint
CREATE TRIGGER `access_tokens_moved` AFTER UPDATE OF `account_id` ON `access_tokens` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'access_tokens';
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'access_tokens', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `memberships_added` AFTER INSERT ON `memberships` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'users', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`user_id`, 'accounts', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `memberships_removed` AFTER DELETE ON `memberships` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'users';
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`user_id` AND `list` = 'accounts';
END;
--> statement-breakpoint
CREATE TRIGGER `accounts_removed` AFTER DELETE ON `accounts` BEGIN
	DELETE FROM `list_totals` WHERE `owner_id` = OLD.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `users_removed` AFTER DELETE ON `users` BEGIN
	DELETE FROM `list_totals` WHERE `owner_id` = OLD.`id`;
END;
