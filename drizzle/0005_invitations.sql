CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`role_id` text,
	`status` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "invitations_status" CHECK("invitations"."status" in ('invited', 'accepted', 'declined'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_once` ON `invitations` (`account_id`,`user_id`,lower("email"));--> statement-breakpoint
CREATE INDEX `invitations_of_account` ON `invitations` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_of_user` ON `invitations` (`user_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_with_role` ON `invitations` (`role_id`);--> statement-breakpoint
CREATE TRIGGER `memberships_end_invitations` AFTER INSERT ON `memberships` BEGIN
	DELETE FROM `invitations` WHERE `account_id` = NEW.`account_id` AND `user_id` = NEW.`user_id` AND `status` = 'invited';
END;
