CREATE TABLE `__new_access_tokens` (
	`id` text PRIMARY KEY NOT NULL,
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
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`bound_to`,`user_id`) REFERENCES `memberships`(`account_id`,`user_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "access_tokens_scopes" CHECK("__new_access_tokens"."scopes" is null or json_valid("__new_access_tokens"."scopes"))
);
--> statement-breakpoint
INSERT INTO `__new_access_tokens`("id", "user_id", "bound_to", "name", "token_hash", "token_prefix", "scopes", "expires_at", "last_used_at", "created_at", "updated_at") SELECT "id", "user_id", "bound_to", "name", "token_hash", "token_prefix", "scopes", "expires_at", "last_used_at", "created_at", "updated_at" FROM `access_tokens`;--> statement-breakpoint
DROP TABLE `access_tokens`;--> statement-breakpoint
ALTER TABLE `__new_access_tokens` RENAME TO `access_tokens`;--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_hash` ON `access_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `access_tokens_of_user` ON `access_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `access_tokens_bound` ON `access_tokens` (`bound_to`,`user_id`);
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
CREATE TRIGGER `access_token_accounts_added` AFTER INSERT ON `access_token_accounts` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`account_id`, 'access_tokens', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `access_token_accounts_removed` AFTER DELETE ON `access_token_accounts` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`account_id` AND `list` = 'access_tokens';
END;
--> statement-breakpoint
CREATE TRIGGER `access_tokens_added` AFTER INSERT ON `access_tokens` BEGIN
	INSERT INTO `access_token_accounts` (`account_id`, `token_id`, `user_id`)
		SELECT `account_id`, NEW.`id`, NEW.`user_id` FROM `memberships`
		WHERE `user_id` = NEW.`user_id` AND (NEW.`bound_to` IS NULL OR `account_id` = NEW.`bound_to`);
END;
--> statement-breakpoint
CREATE TRIGGER `memberships_opened` AFTER INSERT ON `memberships` BEGIN
	INSERT INTO `access_token_accounts` (`account_id`, `token_id`, `user_id`)
		SELECT NEW.`account_id`, `id`, NEW.`user_id` FROM `access_tokens`
		WHERE `user_id` = NEW.`user_id` AND `bound_to` IS NULL;
END;
--> statement-breakpoint
DELETE FROM `list_totals` WHERE `list` = 'access_tokens';
--> statement-breakpoint
INSERT INTO `access_token_accounts` (`account_id`, `token_id`, `user_id`)
	SELECT m.`account_id`, t.`id`, t.`user_id` FROM `access_tokens` t
	JOIN `memberships` m ON m.`user_id` = t.`user_id`
	WHERE t.`bound_to` IS NULL OR m.`account_id` = t.`bound_to`;
