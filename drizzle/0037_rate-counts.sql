-- needs 0.1.0
CREATE TABLE `rate_counts` (
	`minute` integer NOT NULL,
	`subject` text NOT NULL,
	`node` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`minute`, `subject`, `node`)
);
