-- needs 0.1.0
ALTER TABLE `accounts` ADD `webhooks_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TRIGGER `webhooks_insert_counted` AFTER INSERT ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	UPDATE `accounts` SET `webhooks_version` = `webhooks_version` + 1 WHERE `id` = new.`account_id`;
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_update_counted` AFTER UPDATE ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	UPDATE `accounts` SET `webhooks_version` = `webhooks_version` + 1 WHERE `id` = new.`account_id`;
END;--> statement-breakpoint
CREATE TRIGGER `webhooks_delete_counted` AFTER DELETE ON `webhooks` WHEN EXISTS (SELECT 1 FROM `nodes`) BEGIN
	UPDATE `accounts` SET `webhooks_version` = `webhooks_version` + 1 WHERE `id` = old.`account_id`;
END;
