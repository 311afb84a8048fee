ALTER TABLE `messages` ADD `platform_id` text;--> statement-breakpoint
CREATE INDEX `messages_by_platform_id` ON `messages` (`instance_id`,`platform_id`) WHERE "messages"."platform_id" is not null;