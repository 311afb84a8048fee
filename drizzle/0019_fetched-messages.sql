DROP INDEX `messages_by_age`;--> statement-breakpoint
ALTER TABLE `messages` ADD `fetched_at` integer;--> statement-breakpoint
CREATE INDEX `messages_fetched` ON `messages` (`fetched_at`) WHERE "messages"."fetched_at" is not null;--> statement-breakpoint
CREATE INDEX `messages_by_age` ON `messages` (`sent_at`) WHERE "messages"."fetched_at" is null;