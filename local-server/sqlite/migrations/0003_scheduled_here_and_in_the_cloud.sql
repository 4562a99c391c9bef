CREATE TABLE `bucket_objects` (
	`key` text PRIMARY KEY NOT NULL,
	`remove_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bucket_objects_done` ON `bucket_objects` (`remove_at`) WHERE remove_at is not null;--> statement-breakpoint
CREATE TABLE `cloud_accounts` (
	`account_id` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `handovers` (
	`id` text PRIMARY KEY NOT NULL,
	`post_id` text NOT NULL,
	`account_id` text NOT NULL,
	`phase` text NOT NULL,
	`next_at` integer,
	`version` integer NOT NULL,
	`record` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `handovers_by_post` ON `handovers` (`post_id`);--> statement-breakpoint
CREATE INDEX `handovers_by_account` ON `handovers` (`account_id`);--> statement-breakpoint
CREATE INDEX `handovers_open` ON `handovers` (`next_at`) WHERE phase <> 'ended';--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`post_id` text,
	`account_id` text,
	`status` text NOT NULL,
	`run_at` integer NOT NULL,
	`wake_at` integer NOT NULL,
	`repeat_interval_ms` integer,
	`repeat_key` text,
	`attempts` integer NOT NULL,
	`max_attempts` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`completed_at` integer
);
--> statement-breakpoint
INSERT INTO `__new_jobs`("id", "type", "post_id", "account_id", "status", "run_at", "wake_at", "repeat_interval_ms", "repeat_key", "attempts", "max_attempts", "last_error", "created_at", "updated_at", "completed_at") SELECT "id", "type", "post_id", "account_id", "status", "run_at", "run_at", "repeat_interval_ms", "repeat_key", "attempts", "max_attempts", "last_error", "created_at", "updated_at", "completed_at" FROM `jobs`;--> statement-breakpoint
DROP TABLE `jobs`;--> statement-breakpoint
ALTER TABLE `__new_jobs` RENAME TO `jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_repeatKey_unique` ON `jobs` (`repeat_key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`run_at`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `jobs_ahead` ON `jobs` (`wake_at`) WHERE status = 'PENDING' and wake_at < run_at;--> statement-breakpoint
CREATE INDEX `jobs_active` ON `jobs` (`id`) WHERE status = 'PROCESSING';--> statement-breakpoint
CREATE INDEX `jobs_by_post` ON `jobs` (`post_id`);--> statement-breakpoint
ALTER TABLE `posts` ADD `handover` text;--> statement-breakpoint
CREATE INDEX `posts_scheduled` ON `posts` (`scheduled_for`,`seq`) WHERE is_scheduled = 1 and ifnull(completed_at, 0) = 0;