CREATE TABLE `insight_accounts` (
	`account_id` text PRIMARY KEY NOT NULL,
	`ig_user_id` text NOT NULL,
	`username` text NOT NULL,
	`metric` text NOT NULL,
	`best_times_for_next_slot` integer NOT NULL,
	`progress` text NOT NULL,
	`rows_at` integer
);
--> statement-breakpoint
CREATE TABLE `insight_media` (
	`account_id` text NOT NULL,
	`ig_media_id` text NOT NULL,
	`post_id` text,
	`permalink` text,
	`caption` text,
	`kind` text NOT NULL,
	`is_trial` integer NOT NULL,
	`published_at` integer NOT NULL,
	`done` integer NOT NULL,
	`next_at` integer,
	`rows_at` integer,
	PRIMARY KEY(`account_id`, `ig_media_id`)
);
--> statement-breakpoint
CREATE INDEX `insight_media_by_time` ON `insight_media` (`account_id`,`published_at`);--> statement-breakpoint
CREATE INDEX `insight_media_by_post` ON `insight_media` (`post_id`);--> statement-breakpoint
CREATE INDEX `insight_media_due` ON `insight_media` (`account_id`,`next_at`) WHERE next_at is not null;--> statement-breakpoint
CREATE TABLE `insight_rows` (
	`account_id` text NOT NULL,
	`ig_media_id` text NOT NULL,
	`metric` text NOT NULL,
	`at` integer NOT NULL,
	`value` real,
	`reason` text,
	PRIMARY KEY(`account_id`, `ig_media_id`, `metric`, `at`)
);

--> statement-breakpoint
-- One event for each media that has new rows, however many, and one for the account's own figures.
CREATE TRIGGER insights_of_post_event AFTER UPDATE OF rows_at ON insight_media WHEN OLD.rows_at IS NOT NEW.rows_at BEGIN
	INSERT INTO events (type, post_id, account_id) VALUES ('insights.updated', NEW.post_id, NEW.account_id);
END;
--> statement-breakpoint
CREATE TRIGGER insights_of_account_event AFTER UPDATE OF rows_at ON insight_accounts WHEN OLD.rows_at IS NOT NEW.rows_at BEGIN
	INSERT INTO events (type, account_id) VALUES ('insights.updated', NEW.account_id);
END;
