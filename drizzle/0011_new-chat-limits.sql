CREATE TABLE `new_chat_limits` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`locked_until` integer,
	`checked_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
