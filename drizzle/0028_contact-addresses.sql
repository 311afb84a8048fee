CREATE TABLE `contact_addresses` (
	`instance_id` text NOT NULL,
	`address` text NOT NULL,
	`jid` text NOT NULL,
	`is_moved` integer NOT NULL,
	PRIMARY KEY(`instance_id`, `address`)
);
--> statement-breakpoint
CREATE INDEX `contact_addresses_of` ON `contact_addresses` (`instance_id`,`jid`);--> statement-breakpoint
CREATE INDEX `contact_addresses_unmoved` ON `contact_addresses` (`instance_id`) WHERE "contact_addresses"."is_moved" = 0;
--> statement-breakpoint
INSERT OR IGNORE INTO `contact_addresses` (`instance_id`, `address`, `jid`, `is_moved`)
	SELECT `instance_id`, `lid`, `jid`, NOT EXISTS (SELECT 1 FROM `contacts` AS `other`
		WHERE `other`.`instance_id` = `contacts`.`instance_id` AND `other`.`jid` = `contacts`.`lid`)
	FROM `contacts` WHERE `lid` NOT IN ('', `jid`) ORDER BY `id` DESC;
--> statement-breakpoint
CREATE TRIGGER `contacts_addressed` AFTER INSERT ON `contacts` WHEN NEW.`lid` NOT IN ('', NEW.`jid`) BEGIN
	INSERT INTO `contact_addresses` (`instance_id`, `address`, `jid`, `is_moved`)
		VALUES (NEW.`instance_id`, NEW.`lid`, NEW.`jid`,
			NOT EXISTS (SELECT 1 FROM `contacts` WHERE `instance_id` = NEW.`instance_id` AND `jid` = NEW.`lid`)
			AND NOT EXISTS (SELECT 1 FROM `chats` WHERE `instance_id` = NEW.`instance_id` AND `chat` = NEW.`lid`)
			AND NOT EXISTS (SELECT 1 FROM `messages` WHERE `instance_id` = NEW.`instance_id` AND `chat` = NEW.`lid`))
		ON CONFLICT (`instance_id`, `address`) DO UPDATE SET `jid` = excluded.`jid`, `is_moved` = excluded.`is_moved`
			WHERE `jid` <> excluded.`jid`;
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_addressed_anew` AFTER UPDATE OF `lid` ON `contacts`
	WHEN NEW.`lid` <> OLD.`lid` AND NEW.`lid` NOT IN ('', NEW.`jid`) BEGIN
	INSERT INTO `contact_addresses` (`instance_id`, `address`, `jid`, `is_moved`)
		VALUES (NEW.`instance_id`, NEW.`lid`, NEW.`jid`,
			NOT EXISTS (SELECT 1 FROM `contacts` WHERE `instance_id` = NEW.`instance_id` AND `jid` = NEW.`lid`)
			AND NOT EXISTS (SELECT 1 FROM `chats` WHERE `instance_id` = NEW.`instance_id` AND `chat` = NEW.`lid`)
			AND NOT EXISTS (SELECT 1 FROM `messages` WHERE `instance_id` = NEW.`instance_id` AND `chat` = NEW.`lid`))
		ON CONFLICT (`instance_id`, `address`) DO UPDATE SET `jid` = excluded.`jid`, `is_moved` = excluded.`is_moved`
			WHERE `jid` <> excluded.`jid`;
END;
--> statement-breakpoint
CREATE TRIGGER `contact_addresses_changed` AFTER UPDATE OF `jid` ON `contact_addresses` BEGIN
	UPDATE `contacts` SET `lid` = ''
		WHERE `instance_id` = OLD.`instance_id` AND `jid` = OLD.`jid` AND `lid` = OLD.`address`;
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_forgotten` AFTER DELETE ON `contacts` BEGIN
	DELETE FROM `contact_addresses` WHERE `instance_id` = OLD.`instance_id` AND `jid` = OLD.`jid`;
END;
--> statement-breakpoint
DROP TRIGGER `stored_messages_removed`;
--> statement-breakpoint
CREATE TRIGGER `stored_messages_removed` AFTER DELETE ON `stored_messages` BEGIN
	UPDATE `chats` SET `messages` = `messages` - 1,
		`unread` = max(`unread` - (OLD.`is_news` AND OLD.`sent_at` > `read_until`), 0)
		WHERE `instance_id` = OLD.`instance_id` AND `chat` = coalesce(
			(SELECT `chat` FROM `chats` WHERE `instance_id` = OLD.`instance_id` AND `chat` = OLD.`chat`),
			(SELECT `jid` FROM `contact_addresses` WHERE `instance_id` = OLD.`instance_id` AND `address` = OLD.`chat`));
	DELETE FROM `chats` WHERE `instance_id` = OLD.`instance_id` AND `messages` = 0 AND `chat` IN (OLD.`chat`,
		(SELECT `jid` FROM `contact_addresses` WHERE `instance_id` = OLD.`instance_id` AND `address` = OLD.`chat`));
	UPDATE `list_totals` SET `total` = `total` - 1 WHERE `owner_id` = OLD.`instance_id` AND `list` = 'stored_messages';
END;
