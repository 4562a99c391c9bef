CREATE TABLE `key_calls` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key_id` text NOT NULL,
	`at` integer NOT NULL,
	`method` text NOT NULL,
	`route` text,
	`tool` text,
	`status` integer NOT NULL,
	`post_id` text
);
--> statement-breakpoint
CREATE INDEX `key_calls_by_key` ON `key_calls` (`key_id`,`id`);--> statement-breakpoint
CREATE INDEX `key_calls_by_age` ON `key_calls` (`at`);