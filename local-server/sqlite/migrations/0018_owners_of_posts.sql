-- A hand-over has its owner as an account has it; what was `phase` is the state of that, or that it has ended.
DROP TRIGGER handover_begun_event;--> statement-breakpoint
DROP TRIGGER handover_changed_event;--> statement-breakpoint
DROP INDEX `handovers_open`;--> statement-breakpoint
ALTER TABLE `handovers` RENAME COLUMN `phase` TO `state`;--> statement-breakpoint
UPDATE `handovers` SET `record` = (
  SELECT json_remove(json_set(`record`, '$.isEnded', json(iif(`phase` = 'ended', 'true', 'false')), '$.ownership', json_object(
    'state', CASE
      WHEN `phase` IN ('uploading', 'ended') THEN 'local'
      WHEN `asked` = 'cancel' THEN 'recalling'
      WHEN `phase` = 'asking' THEN 'delegating'
      ELSE 'worker' END,
    'sent', iif(`phase` = 'uploading', 0, coalesce(json_extract(`record`, '$.asked.revision'), json_extract(`record`, '$.revision'))),
    'confirmed', iif(`phase` = 'cloud', json_extract(`record`, '$.revision'), NULL),
    'keyId', iif(`phase` = 'uploading', NULL, json_extract(`record`, '$.keyId')))),
    '$.phase', '$.revision', '$.keyId', '$.asked.revision')
  FROM (SELECT json_extract(`record`, '$.phase') AS `phase`, json_extract(`record`, '$.asked.kind') AS `asked`))
  WHERE iif(typeof(`record`) = 'text' AND json_valid(`record`),
    json_extract(`record`, '$.phase') IN ('uploading', 'asking', 'cloud', 'ended'), 0);--> statement-breakpoint
UPDATE `handovers` SET `state` = CASE
  WHEN `state` = 'ended' THEN 'ended'
  WHEN iif(typeof(`record`) = 'text' AND json_valid(`record`), json_type(`record`, '$.ownership') = 'object', 0) THEN json_extract(`record`, '$.ownership.state')
  WHEN `state` = 'uploading' THEN 'local'
  WHEN `state` = 'asking' THEN 'delegating'
  WHEN `state` = 'cloud' THEN 'worker'
  ELSE `state` END;--> statement-breakpoint
CREATE INDEX `handovers_open` ON `handovers` (`next_at`) WHERE state <> 'ended';--> statement-breakpoint
-- Events say what they have always said.
CREATE TRIGGER handover_begun_event AFTER INSERT ON handovers BEGIN
	INSERT INTO events (type, post_id, account_id, state) VALUES ('worker.changed', NEW.post_id, NEW.account_id,
		CASE NEW.state WHEN 'local' THEN 'uploading' WHEN 'delegating' THEN 'asking' WHEN 'ended' THEN 'ended' ELSE 'cloud' END);
END;
--> statement-breakpoint
CREATE TRIGGER handover_changed_event AFTER UPDATE ON handovers WHEN OLD.state <> NEW.state AND NEW.state <> 'recalling' BEGIN
	INSERT INTO events (type, post_id, account_id, state) VALUES ('worker.changed', NEW.post_id, NEW.account_id,
		CASE NEW.state WHEN 'local' THEN 'uploading' WHEN 'delegating' THEN 'asking' WHEN 'ended' THEN 'ended' ELSE 'cloud' END);
END;
