ALTER TABLE `media` ADD `placeholder` text;--> statement-breakpoint
CREATE INDEX `media_by_size` ON `media` (`file_size`);