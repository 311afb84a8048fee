CREATE TABLE `poll_votes` (
	`instance_id` text NOT NULL,
	`poll_id` text NOT NULL,
	`chat` text NOT NULL,
	`voter` text NOT NULL,
	`options` text NOT NULL,
	`voted_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `poll_id`, `chat`, `voter`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `poll_votes_by_age` ON `poll_votes` (`voted_at`);--> statement-breakpoint
CREATE TABLE `polls` (
	`instance_id` text NOT NULL,
	`poll_id` text NOT NULL,
	`chat` text NOT NULL,
	`name` text NOT NULL,
	`options` text NOT NULL,
	`sent_at` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `poll_id`, `chat`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `polls_by_age` ON `polls` (`sent_at`);