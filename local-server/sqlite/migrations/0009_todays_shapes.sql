-- JSON gets the shape that is read from now on: codes in the place of sentences (`coded-notices.ts`), and what was added since.
UPDATE `publications` SET `state` = json_insert(coded_publication(`state`), '$.sought', NULL, '$.interruptions', 0, '$.listedBefore', NULL, '$.seenPublished', json('false'),
  '$.blockedUntil', NULL, '$.firstComment', NULL, '$.commentsOff', NULL, '$.intent.lagLooks', 1)
  WHERE typeof(`state`) = 'text' AND json_valid(`state`);--> statement-breakpoint
UPDATE `deleted_posts` SET `post` = json_insert(`post`, '$.options', NULL) WHERE typeof(`post`) = 'text' AND json_valid(`post`);--> statement-breakpoint
UPDATE `handovers` SET `record` = json_insert(`record`, '$.asked.after.options', NULL)
  WHERE typeof(`record`) = 'text' AND json_valid(`record`) AND json_type(`record`, '$.asked.after') = 'object';--> statement-breakpoint
UPDATE `media` SET `validation_errors` = (
  SELECT json_group_array(CASE `type` WHEN 'text' THEN json_object('code', 'TEXT', 'params', json_object('text', `value`)) ELSE json(`value`) END)
  FROM json_each(`validation_errors`)) WHERE typeof(`validation_errors`) = 'text' AND json_valid(`validation_errors`);
