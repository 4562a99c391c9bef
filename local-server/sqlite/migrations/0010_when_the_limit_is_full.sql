ALTER TABLE `accounts` ADD `when_limit_is_full` text DEFAULT 'fail' NOT NULL;--> statement-breakpoint
UPDATE `publications` SET `state` = json_insert(`state`, '$.roomAt', NULL) WHERE typeof(`state`) = 'text' AND json_valid(`state`);
