-- needs 0.1.0
CREATE TABLE `idempotency_claims` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`node` text NOT NULL,
	`number` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_claims_age` ON `idempotency_claims` (`created_at`);