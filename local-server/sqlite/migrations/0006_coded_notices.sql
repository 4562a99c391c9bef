-- Sentences of warnings and failures become codes with parameters. The functions are our own: `coded-notices.ts`.
ALTER TABLE `posts` RENAME COLUMN "error_message" TO "error_detail";--> statement-breakpoint
UPDATE `posts` SET `error_detail` = coded_failure(`error_detail`) WHERE `error_detail` IS NOT NULL;--> statement-breakpoint
UPDATE `posts` SET `warnings` = coded_warnings(`warnings`) WHERE `warnings` IS NOT NULL;--> statement-breakpoint
UPDATE `deleted_posts` SET `post` = coded_post(`post`);--> statement-breakpoint
UPDATE `reposts` SET `record` = coded_mention(`record`);--> statement-breakpoint
UPDATE `handovers` SET `record` = coded_handover(`record`) WHERE `phase` <> 'ended';
