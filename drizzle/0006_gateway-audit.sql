CREATE TABLE `gateway_audit` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`actor` text NOT NULL,
	`key_id` text,
	`instance_id` text,
	`instance_name` text,
	`address` text,
	`request_id` text,
	`status` integer,
	`details` text,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `gateway_audit_action` ON `gateway_audit` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `gateway_audit_instance` ON `gateway_audit` (`instance_name`,`id`);--> statement-breakpoint
CREATE TABLE `gateway_audit_begun` (
	`id` text PRIMARY KEY NOT NULL,
	`begun_at` integer NOT NULL,
	`entry` text NOT NULL
);
