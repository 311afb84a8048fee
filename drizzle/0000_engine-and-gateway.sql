CREATE TABLE `attempts` (
	`delivery_id` text NOT NULL,
	`number` integer NOT NULL,
	`started_at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` integer,
	`error` text,
	`response_body` text,
	PRIMARY KEY(`delivery_id`, `number`),
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "attempts_number" CHECK("attempts"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`stream_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`endpoint` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`target` text NOT NULL,
	`state` text NOT NULL,
	`attempt_count` integer DEFAULT 0 NOT NULL,
	`attempt_limit` integer,
	`next_attempt_at` integer,
	`owner` text,
	`last_status` integer,
	`last_error` text,
	`last_attempt` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "deliveries_state" CHECK("deliveries"."state" = 'waiting' or "deliveries"."state" = 'sending' or "deliveries"."state" = 'delivered' or "deliveries"."state" = 'discarded'),
	CONSTRAINT "deliveries_owned" CHECK(("deliveries"."state" = 'sending') = ("deliveries"."owner" is not null)),
	CONSTRAINT "deliveries_due" CHECK(("deliveries"."state" = 'waiting') = ("deliveries"."next_attempt_at" is not null)),
	CONSTRAINT "deliveries_attempts" CHECK("deliveries"."attempt_count" >= 0)
);
--> statement-breakpoint
CREATE INDEX `deliveries_listed` ON `deliveries` (`stream_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_fresh` ON `deliveries` (`stream_id`,`endpoint`,`sequence`) WHERE state = 'waiting' and attempt_count = 0;--> statement-breakpoint
CREATE INDEX `deliveries_retry` ON `deliveries` (`stream_id`,`endpoint`,`next_attempt_at`) WHERE state = 'waiting' and attempt_count > 0;--> statement-breakpoint
CREATE TABLE `events` (
	`stream_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`chat` text,
	`body` text NOT NULL,
	`media_id` text,
	`secret_until` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`stream_id`, `sequence`)
);
--> statement-breakpoint
CREATE INDEX `events_with_secret` ON `events` (`secret_until`) WHERE "events"."secret_until" is not null;--> statement-breakpoint
CREATE TABLE `media` (
	`id` text PRIMARY KEY NOT NULL,
	`mimetype` text NOT NULL,
	`bytes` blob NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `processes` (
	`id` text PRIMARY KEY NOT NULL,
	`pid` integer NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `streams` (
	`id` text PRIMARY KEY NOT NULL,
	`last_sequence` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `event_settings` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`webhook_set` integer DEFAULT false NOT NULL,
	`webhook_enabled` integer DEFAULT false NOT NULL,
	`webhook_url` text DEFAULT '' NOT NULL,
	`headers_sealed` text,
	`base64` integer,
	`subscribe` text DEFAULT '["ALL"]' NOT NULL,
	`amqp_enabled` integer DEFAULT false NOT NULL,
	`nats_enabled` integer DEFAULT false NOT NULL,
	`websocket_enabled` integer DEFAULT false NOT NULL,
	`secret_sealed` text NOT NULL,
	`previous_secret_sealed` text,
	`previous_secret_until` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`status` integer NOT NULL,
	`answer_sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `instance_transitions` (
	`id` text PRIMARY KEY NOT NULL,
	`instance_id` text NOT NULL,
	`state` text NOT NULL,
	`phase` text NOT NULL,
	`reason` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `instance_transitions_of` ON `instance_transitions` (`instance_id`,`id`);--> statement-breakpoint
CREATE TABLE `instances` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`provider` text NOT NULL,
	`state` text NOT NULL,
	`phase` text NOT NULL,
	`reason` text,
	`number` text,
	`owner_jid` text,
	`profile_name` text,
	`key_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "instances_phase" CHECK(("instances"."state" = 'close' and "instances"."phase" in ('created', 'logged_out', 'qr_timeout', 'failed', 'banned', 'stopped'))
        or ("instances"."state" = 'connecting' and "instances"."phase" in ('starting', 'waiting_qr', 'pairing', 'syncing', 'reconnecting'))
        or ("instances"."state" = 'open' and "instances"."phase" = 'open'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `instances_name` ON `instances` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `instances_key` ON `instances` (`key_hash`);--> statement-breakpoint
CREATE TABLE `sandbox_sent` (
	`id` text PRIMARY KEY NOT NULL,
	`instance_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sandbox_sent_of` ON `sandbox_sent` (`instance_id`,`id`);--> statement-breakpoint
CREATE TABLE `templates` (
	`id` text PRIMARY KEY NOT NULL,
	`instance_id` text NOT NULL,
	`name` text NOT NULL,
	`language` text NOT NULL,
	`category` text NOT NULL,
	`status` text NOT NULL,
	`components` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "templates_category" CHECK("templates"."category" in ('AUTHENTICATION', 'MARKETING', 'UTILITY'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_name` ON `templates` (`instance_id`,`name`,`language`);--> statement-breakpoint
CREATE TABLE `service_facts` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
