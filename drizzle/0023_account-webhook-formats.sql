ALTER TABLE `webhooks` ADD `format` text DEFAULT 'gatehouse' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `by_events` integer DEFAULT false NOT NULL;