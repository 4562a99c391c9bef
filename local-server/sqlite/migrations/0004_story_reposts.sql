CREATE TABLE `native_states` (
	`account_id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `repost_configs` (
	`account_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`record` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reposts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`status` text NOT NULL,
	`detected_at` integer NOT NULL,
	`version` integer NOT NULL,
	`record` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reposts_id_unique` ON `reposts` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reposts_by_key` ON `reposts` (`account_id`,`key`);--> statement-breakpoint
CREATE INDEX `reposts_by_account` ON `reposts` (`account_id`,`detected_at`);--> statement-breakpoint
CREATE INDEX `reposts_by_age` ON `reposts` (`detected_at`);--> statement-breakpoint
CREATE INDEX `reposts_open` ON `reposts` (`status`,`account_id`) WHERE status in ('PENDING', 'REPOSTING');--> statement-breakpoint
ALTER TABLE `posts` ADD `remote_media` text;