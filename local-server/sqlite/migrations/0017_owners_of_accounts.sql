-- The owner of an account's mentions is one field of its configuration; which Worker was asked with what was a setting beside it.
-- Away and without that setting: a recall was answered and not finished, so it is asked for again.
UPDATE `repost_configs` SET `record` = (
  SELECT json_remove(json_set(`record`, '$.ownership', json_object(
    'state', CASE
      WHEN `runner` = 'here' THEN 'local'
      WHEN `asked` IS NULL OR `runner` = 'fetching' THEN 'recalling'
      WHEN `runner` = 'lending' THEN 'delegating'
      ELSE 'worker' END,
    'sent', iif(`runner` = 'here', 0, coalesce(json_extract(`asked`, '$.sent'), 0)),
    'confirmed', iif(`runner` = 'here', NULL, json_extract(`asked`, '$.confirmed')),
    'keyId', iif(`runner` = 'here', NULL, json_extract(`asked`, '$.keyId')))), '$.runner')
  FROM (SELECT json_extract(`record`, '$.runner') AS `runner`, (
    SELECT iif(json_valid(`value`), iif(json_type(`value`) = 'object', `value`, NULL), NULL) FROM `settings`
    WHERE `name` = 'lentReposts/' || `account_id`) AS `asked`))
  WHERE iif(typeof(`record`) = 'text' AND json_valid(`record`),
    json_extract(`record`, '$.runner') IN ('here', 'lending', 'cloud', 'fetching'), 0);--> statement-breakpoint
DELETE FROM `settings` WHERE `name` LIKE 'lentReposts/%';
