CREATE TABLE `chat_windows` (
	`instance_id` text NOT NULL,
	`chat` text NOT NULL,
	`opened_at` integer NOT NULL,
	`message_id` text NOT NULL,
	PRIMARY KEY(`instance_id`, `chat`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
