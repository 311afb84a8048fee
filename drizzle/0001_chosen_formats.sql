-- needs 0.1.0
ALTER TABLE `event_settings` ADD `is_format_chosen` integer DEFAULT false NOT NULL;
