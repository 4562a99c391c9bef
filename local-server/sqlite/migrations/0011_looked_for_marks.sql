ALTER TABLE `jobs` ADD `sought_since` integer;--> statement-breakpoint
-- What waited when a hold was released is still to be looked for.
UPDATE `jobs` SET `sought_since` = `created_at`
	WHERE `type` = 'PUBLISH' AND `status` IN ('PENDING', 'PROCESSING')
	AND `created_at` < (SELECT CAST(`value` AS integer) FROM `instance` WHERE `name` = 'confirmed');--> statement-breakpoint
DELETE FROM `instance` WHERE `name` = 'confirmed';--> statement-breakpoint
UPDATE `publications` SET `state` = json_remove(json_set(`state`, '$.sought.looks', 0), '$.sought.askedAt')
	WHERE iif(typeof(`state`) = 'text' AND json_valid(`state`), json_type(`state`, '$.sought') = 'object', 0);
