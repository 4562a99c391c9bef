CREATE TABLE `slot_plans` (
	`account_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`plan` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
