CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`ig_user_id` text NOT NULL,
	`username` text NOT NULL,
	`name` text,
	`avatar_key` text,
	`account_type` text,
	`partner_page_id` text,
	`partner_page_name` text,
	`token_expires_at` integer,
	`login_method` text NOT NULL,
	`followers_count` integer,
	`media_count` integer,
	`last_synced_at` integer,
	`created_at` integer NOT NULL,
	`is_sandbox` integer NOT NULL,
	`sealed_token` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_igUserId_unique` ON `accounts` (`ig_user_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `instance` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`post_id` text NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`run_at` integer NOT NULL,
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
CREATE UNIQUE INDEX `jobs_repeatKey_unique` ON `jobs` (`repeat_key`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`run_at`) WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX `jobs_by_post` ON `jobs` (`post_id`);--> statement-breakpoint
CREATE TABLE `media` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`original_filename` text NOT NULL,
	`storage_path` text NOT NULL,
	`mime_type` text NOT NULL,
	`file_size` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`duration_seconds` real,
	`aspect_ratio` text NOT NULL,
	`is_valid` integer NOT NULL,
	`validation_errors` text,
	`thumbnail_path` text,
	`processed_path` text,
	`public_key` text NOT NULL,
	`video_codec` text,
	`audio_codec` text,
	`container` text,
	`index_in_front` integer,
	`frame_rate` real,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_publicKey_unique` ON `media` (`public_key`);--> statement-breakpoint
CREATE INDEX `media_by_age` ON `media` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `media_by_kind` ON `media` (`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `media_counts` (
	`kind` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `post_counts` (
	`status` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `post_media` (
	`post_id` text NOT NULL,
	`position` integer NOT NULL,
	`media_id` text,
	PRIMARY KEY(`post_id`, `position`),
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `post_media_by_media` ON `post_media` (`media_id`);--> statement-breakpoint
CREATE TABLE `posts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`platform_account_id` text NOT NULL,
	`media_type` text NOT NULL,
	`source_type` text NOT NULL,
	`caption` text,
	`location_id` text,
	`location_name` text,
	`user_tags` text,
	`collaborators` text,
	`story_mentions` text,
	`cross_post_to_partner` integer NOT NULL,
	`partner_post_id` text,
	`partner_permalink` text,
	`is_scheduled` integer NOT NULL,
	`scheduled_for` integer,
	`timezone` text NOT NULL,
	`status` text NOT NULL,
	`ig_container_id` text,
	`ig_media_id` text,
	`ig_permalink` text,
	`cloud_job_id` text,
	`bucket_media_key` text,
	`error_message` text,
	`error_code` text,
	`retry_count` integer NOT NULL,
	`last_attempt_at` integer,
	`published_at` integer,
	`completed_at` integer,
	`publish_outcome` text,
	`recovery` text,
	`next_attempt_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `posts_id_unique` ON `posts` (`id`);--> statement-breakpoint
CREATE INDEX `posts_by_status` ON `posts` (`status`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `posts_by_completion` ON `posts` (`completed_at`);--> statement-breakpoint
CREATE INDEX `posts_by_media` ON `posts` (`ig_media_id`);--> statement-breakpoint
CREATE INDEX `posts_unconfirmed` ON `posts` (`id`) WHERE publish_outcome = 'unconfirmed';--> statement-breakpoint
CREATE TABLE `publications` (
	`id` text PRIMARY KEY NOT NULL,
	`post_id` text NOT NULL,
	`job_id` text NOT NULL,
	`account_id` text NOT NULL,
	`version` integer NOT NULL,
	`step` text NOT NULL,
	`follow_up_at` integer,
	`held` integer NOT NULL,
	`unsettled` integer NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `publications_by_post` ON `publications` (`post_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `publications_follow_up` ON `publications` (`follow_up_at`) WHERE follow_up_at is not null;--> statement-breakpoint
CREATE INDEX `publications_unsettled` ON `publications` (`account_id`) WHERE unsettled = 1;--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
