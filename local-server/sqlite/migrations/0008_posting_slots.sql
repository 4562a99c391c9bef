CREATE TABLE `recurrences` (
	`post_id` text PRIMARY KEY NOT NULL,
	`every` text NOT NULL,
	`day_of_month` integer NOT NULL,
	`timezone` text NOT NULL,
	`due_at` integer NOT NULL,
	`planned_for` integer NOT NULL,
	FOREIGN KEY (`post_id`) REFERENCES `posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `slot_plans` (
	`account_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`plan` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
