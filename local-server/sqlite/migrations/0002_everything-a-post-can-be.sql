CREATE TABLE `attempt_steps` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`post_id` text NOT NULL,
	`entry` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempt_steps_by_post` ON `attempt_steps` (`post_id`,`seq`);--> statement-breakpoint
CREATE TABLE `deleted_posts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`post` text NOT NULL,
	`deleted_at` integer NOT NULL,
	`deleted_from` text NOT NULL,
	`permalink` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deleted_posts_id_unique` ON `deleted_posts` (`id`);--> statement-breakpoint
CREATE TABLE `marks` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `sealed_page_token` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `granted_scopes` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `token_issued_at` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `paused_until` integer;--> statement-breakpoint
ALTER TABLE `media` ADD `processed_public_key` text;--> statement-breakpoint
ALTER TABLE `media` ADD `processed_facts` text;--> statement-breakpoint
CREATE UNIQUE INDEX `media_processedPublicKey_unique` ON `media` (`processed_public_key`);--> statement-breakpoint
ALTER TABLE `posts` ADD `warnings` text;--> statement-breakpoint
-- Completion times go on rising from here, also after the posts that carried them are gone.
INSERT INTO `marks` (`name`, `value`) SELECT 'completion', coalesce(max(`completed_at`), 0) FROM `posts`;
