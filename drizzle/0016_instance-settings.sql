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
