CREATE TABLE `cloud_people` (
	`instance_id` text NOT NULL,
	`address` text NOT NULL,
	`chat` text NOT NULL,
	PRIMARY KEY(`instance_id`, `address`),
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade
);
