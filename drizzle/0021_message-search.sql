ALTER TABLE `stored_messages` ADD `text` text GENERATED ALWAYS AS (trim(coalesce(content ->> 'conversation', '') || ' ' || coalesce(content -> kind ->> 'text', '') || ' ' || coalesce(content -> kind ->> 'caption', '') || ' ' || coalesce(content -> kind ->> 'title', '') || ' ' || coalesce(content -> kind ->> 'fileName', '') || ' ' || coalesce(content -> kind ->> 'name', '') || ' ' || coalesce(content -> kind ->> 'address', '') || ' ' || coalesce(content -> kind ->> 'displayName', ''))) VIRTUAL;
--> statement-breakpoint
CREATE VIRTUAL TABLE `stored_texts` USING fts5(`owner`, `text`, content='', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO `stored_texts` (`rowid`, `owner`, `text`)
	SELECT `place`, replace(`instance_id`, '-', ''), `text` FROM `stored_messages` WHERE `text` <> '';
--> statement-breakpoint
CREATE TRIGGER `stored_texts_added` AFTER INSERT ON `stored_messages` WHEN NEW.`text` <> '' BEGIN
	INSERT INTO `stored_texts` (`rowid`, `owner`, `text`) VALUES (NEW.`place`, replace(NEW.`instance_id`, '-', ''), NEW.`text`);
END;
--> statement-breakpoint
CREATE TRIGGER `stored_texts_removed` AFTER DELETE ON `stored_messages` WHEN OLD.`text` <> '' BEGIN
	INSERT INTO `stored_texts` (`stored_texts`, `rowid`, `owner`, `text`)
		VALUES ('delete', OLD.`place`, replace(OLD.`instance_id`, '-', ''), OLD.`text`);
END;
