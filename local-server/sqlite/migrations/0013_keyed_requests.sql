CREATE TABLE `keyed_requests` (
	`caller` text NOT NULL,
	`key` text NOT NULL,
	`part` integer NOT NULL,
	`fingerprint` text NOT NULL,
	`at` integer NOT NULL,
	`made` text,
	`job_id` text,
	`status` integer,
	`body` text,
	PRIMARY KEY(`caller`, `key`, `part`)
);
--> statement-breakpoint
CREATE INDEX `keyed_requests_by_age` ON `keyed_requests` (`at`);