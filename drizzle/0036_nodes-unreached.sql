-- needs 0.1.0
ALTER TABLE `nodes` ADD `unreached` text DEFAULT '[]' NOT NULL;