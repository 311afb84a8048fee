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
ALTER TABLE `contacts` ADD `picture_url` text DEFAULT '' NOT NULL;
