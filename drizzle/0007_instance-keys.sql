ALTER TABLE `instances` ADD `key_scopes` text DEFAULT '["read","send","settings","connect"]' NOT NULL;--> statement-breakpoint
ALTER TABLE `instances` ADD `key_expires_at` integer;--> statement-breakpoint
ALTER TABLE `instances` ADD `previous_key_hash` text;--> statement-breakpoint
ALTER TABLE `instances` ADD `previous_key_scopes` text;--> statement-breakpoint
ALTER TABLE `instances` ADD `previous_key_expires_at` integer;