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
CREATE INDEX `whatsapp_numbers_age` ON `whatsapp_numbers` (`instance_id`,`checked_at`);