ALTER TABLE `posts` ADD `first_comment` text;--> statement-breakpoint
ALTER TABLE `posts` ADD `comments_enabled` integer DEFAULT true NOT NULL;