CREATE TABLE `cloud_numbers` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`phone_number_id` text NOT NULL,
	`business_account_id` text NOT NULL,
	`access_token_sealed` text NOT NULL,
	`app_secret_sealed` text,
	`verify_token_sealed` text,
	`facts` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cloud_numbers_phone` ON `cloud_numbers` (`phone_number_id`);