ALTER TABLE `templates` ADD `parameter_format` text DEFAULT 'POSITIONAL' NOT NULL;--> statement-breakpoint
ALTER TABLE `templates` ADD `ttl_seconds` integer;--> statement-breakpoint
ALTER TABLE `templates` ADD `quality` text;--> statement-breakpoint
ALTER TABLE `templates` ADD `rejected_reason` text;