CREATE TABLE `chats` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`instance_id` text NOT NULL,
	`chat` text NOT NULL,
	`messages` integer NOT NULL,
	`unread` integer NOT NULL,
	`read_until` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chats_chat` ON `chats` (`instance_id`,`chat`);--> statement-breakpoint
CREATE INDEX `chats_by_time` ON `chats` (`instance_id`,`last_at`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`instance_id` text NOT NULL,
	`jid` text NOT NULL,
	`lid` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_jid` ON `contacts` (`instance_id`,`jid`);--> statement-breakpoint
CREATE INDEX `contacts_by_lid` ON `contacts` (`instance_id`,`lid`);--> statement-breakpoint
CREATE INDEX `contacts_of_instance` ON `contacts` (`instance_id`);--> statement-breakpoint
CREATE INDEX `contacts_by_name` ON `contacts` (`instance_id`,`name`);--> statement-breakpoint
CREATE INDEX `contacts_by_age` ON `contacts` (`seen_at`);--> statement-breakpoint
CREATE TABLE `stored_messages` (
	`place` integer PRIMARY KEY NOT NULL,
	`instance_id` text NOT NULL,
	`id` text NOT NULL,
	`chat` text NOT NULL,
	`is_from_me` integer NOT NULL,
	`sender` text NOT NULL,
	`push_name` text NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`content` text NOT NULL,
	`is_news` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`stored_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stored_messages_id` ON `stored_messages` (`instance_id`,`id`,`is_from_me`,`chat`);--> statement-breakpoint
CREATE INDEX `stored_messages_of_chat` ON `stored_messages` (`instance_id`,`chat`,`sent_at`);--> statement-breakpoint
CREATE INDEX `stored_messages_of_instance` ON `stored_messages` (`instance_id`,`sent_at`);
--> statement-breakpoint
CREATE TRIGGER `stored_messages_added` AFTER INSERT ON `stored_messages` BEGIN
	INSERT INTO `chats` (`instance_id`, `chat`, `messages`, `unread`, `last_at`, `created_at`, `updated_at`)
		VALUES (NEW.`instance_id`, NEW.`chat`, 1, NEW.`is_news`, NEW.`sent_at`, NEW.`stored_at`, NEW.`stored_at`)
		ON CONFLICT (`instance_id`, `chat`) DO UPDATE SET `messages` = `messages` + 1,
			`unread` = `unread` + (excluded.`unread` AND excluded.`last_at` > `read_until`),
			`last_at` = max(`last_at`, excluded.`last_at`), `updated_at` = excluded.`updated_at`;
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`instance_id`, 'stored_messages', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `stored_messages_removed` AFTER DELETE ON `stored_messages` BEGIN
	UPDATE `chats` SET `messages` = `messages` - 1,
		`unread` = max(`unread` - (OLD.`is_news` AND OLD.`sent_at` > `read_until`), 0)
		WHERE `instance_id` = OLD.`instance_id` AND `chat` = OLD.`chat`;
	DELETE FROM `chats` WHERE `instance_id` = OLD.`instance_id` AND `chat` = OLD.`chat` AND `messages` = 0;
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`instance_id` AND `list` = 'stored_messages';
END;
--> statement-breakpoint
CREATE TRIGGER `chats_added` AFTER INSERT ON `chats` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`instance_id`, 'chats', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `chats_removed` AFTER DELETE ON `chats` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`instance_id` AND `list` = 'chats';
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_added` AFTER INSERT ON `contacts` BEGIN
	INSERT INTO `list_totals` (`owner_id`, `list`, `total`) VALUES (NEW.`instance_id`, 'contacts', 1)
		ON CONFLICT (`owner_id`, `list`) DO UPDATE SET `total` = `total` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_removed` AFTER DELETE ON `contacts` BEGIN
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`instance_id` AND `list` = 'contacts';
END;
