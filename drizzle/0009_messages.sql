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
	PRIMARY KEY(`instance_id`, `id`, `is_from_me`, `chat`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `messages_of_chat` ON `messages` (`instance_id`,`chat`,`sent_at`);--> statement-breakpoint
CREATE INDEX `messages_by_age` ON `messages` (`sent_at`);--> statement-breakpoint
CREATE INDEX `messages_pending` ON `messages` (`instance_id`,`sent_at`) WHERE "messages"."status" = 'Pending';