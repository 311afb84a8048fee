-- needs 0.1.0
ALTER TABLE `nodes` ADD `taken_over` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `nodes` ADD `fenced` integer DEFAULT 0 NOT NULL;