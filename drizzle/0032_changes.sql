CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL
);--> statement-breakpoint
CREATE TRIGGER `instances_insert_noted` AFTER INSERT ON `instances` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instances_update_noted` AFTER UPDATE ON `instances` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instances_delete_noted` AFTER DELETE ON `instances` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `event_settings_insert_noted` AFTER INSERT ON `event_settings` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `event_settings_update_noted` AFTER UPDATE ON `event_settings` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `event_settings_delete_noted` AFTER DELETE ON `event_settings` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_proxies_insert_noted` AFTER INSERT ON `instance_proxies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_proxies_update_noted` AFTER UPDATE ON `instance_proxies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_proxies_delete_noted` AFTER DELETE ON `instance_proxies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_settings_insert_noted` AFTER INSERT ON `instance_settings` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_settings_update_noted` AFTER UPDATE ON `instance_settings` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `instance_settings_delete_noted` AFTER DELETE ON `instance_settings` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `cloud_numbers_insert_noted` AFTER INSERT ON `cloud_numbers` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `cloud_numbers_update_noted` AFTER UPDATE ON `cloud_numbers` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `cloud_numbers_delete_noted` AFTER DELETE ON `cloud_numbers` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_insert_noted` AFTER INSERT ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('webhooks', new.`account_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_update_noted` AFTER UPDATE ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('webhooks', new.`account_id`, cast(unixepoch('subsec') * 1000 as integer));
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_delete_noted` AFTER DELETE ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('webhooks', old.`account_id`, cast(unixepoch('subsec') * 1000 as integer));
END;
