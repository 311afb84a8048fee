-- needs 0.1.0
CREATE TABLE `ws_tickets` (
	`hash` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`principal` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ws_tickets_held` ON `ws_tickets` (`holder`,`until`);--> statement-breakpoint
CREATE INDEX `ws_tickets_age` ON `ws_tickets` (`until`);