-- needs 0.1.0
ALTER TABLE `idempotency_keys` ADD `instance_id` text;--> statement-breakpoint
CREATE INDEX `idempotency_keys_of_instance` ON `idempotency_keys` (`instance_id`,`created_at`) WHERE "idempotency_keys"."instance_id" is not null;
