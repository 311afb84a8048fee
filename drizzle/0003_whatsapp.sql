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
