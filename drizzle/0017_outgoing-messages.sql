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
