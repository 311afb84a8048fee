CREATE TABLE `instance_proxies` (
	`instance_id` text PRIMARY KEY NOT NULL,
	`enabled` integer NOT NULL,
	`protocol` text NOT NULL,
	`host` text NOT NULL,
	`port` integer NOT NULL,
	`login_sealed` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`instance_id`) REFERENCES `instances`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "instance_proxies_protocol" CHECK("instance_proxies"."protocol" in ('http', 'https', 'socks5'))
);
