ALTER TABLE `media` ADD `alt_text` text;--> statement-breakpoint
ALTER TABLE `posts` ADD `options` text;