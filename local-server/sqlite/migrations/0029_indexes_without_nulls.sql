DROP INDEX `posts_by_completion`;--> statement-breakpoint
DROP INDEX `posts_by_media`;--> statement-breakpoint
CREATE UNIQUE INDEX `posts_by_completion` ON `posts` (`completed_at`) WHERE completed_at is not null;--> statement-breakpoint
CREATE INDEX `posts_by_media` ON `posts` (`ig_media_id`) WHERE ig_media_id is not null;