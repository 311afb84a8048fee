CREATE TABLE `nodes` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`version` text NOT NULL,
	`started_at` integer NOT NULL,
	`since` integer NOT NULL,
	`beat_at` integer NOT NULL,
	`until` integer NOT NULL,
	`draining` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE `streams` ADD `owner` text;--> statement-breakpoint
ALTER TABLE `streams` ADD `token` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `streams_owned` ON `streams` (`owner`) WHERE "streams"."owner" is not null;