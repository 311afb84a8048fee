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
