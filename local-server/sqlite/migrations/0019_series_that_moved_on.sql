CREATE TABLE `earlier_posts` (
	`post_id` text PRIMARY KEY NOT NULL,
	`newest_id` text NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`newest_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `earlier_posts_newest` ON `earlier_posts` (`newest_id`);