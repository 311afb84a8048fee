-- needs 0.1.0
CREATE TABLE `instance_key_copies` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`key_sealed` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TRIGGER `instance_key_copies_insert_noted` AFTER INSERT ON `instance_key_copies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `instance_key_copies_update_noted` AFTER UPDATE ON `instance_key_copies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', new.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;
--> statement-breakpoint
CREATE TRIGGER `instance_key_copies_delete_noted` AFTER DELETE ON `instance_key_copies` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	INSERT INTO `changes` (`kind`, `key`, `at`) VALUES ('instance', old.`instance_id`, cast(unixepoch('subsec') * 1000 as integer));
END;
