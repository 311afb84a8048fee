ALTER TABLE `event_settings` ADD `format` text DEFAULT 'gatehouse' NOT NULL;--> statement-breakpoint
ALTER TABLE `event_settings` ADD `by_events` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `event_settings` ADD `instance_token_sealed` text;