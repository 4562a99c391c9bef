-- How long access lasts is asked when a post is shown. Until then it was a warning of the row, which stood there whatever became of the access.
UPDATE `posts` SET `warnings` = (
  SELECT iif(count(*) = 0, NULL, json_group_array(json(iif(`type` = 'object', `value`, json_quote(`value`)))))
  FROM json_each(`warnings`) WHERE iif(`type` = 'object', json_extract(`value`, '$.code') NOT IN ('ACCESS_ENDED', 'ACCESS_ENDS_BEFORE'), 1))
  WHERE iif(typeof(`warnings`) = 'text' AND json_valid(`warnings`), json_type(`warnings`) = 'array', 0)
    AND (`warnings` LIKE '%"ACCESS_ENDED"%' OR `warnings` LIKE '%"ACCESS_ENDS_BEFORE"%');--> statement-breakpoint
UPDATE `handovers` SET `record` = json_set(`record`, '$.asked.after.warnings', json((
  SELECT iif(count(*) = 0, 'null', json_group_array(json(iif(`type` = 'object', `value`, json_quote(`value`)))))
  FROM json_each(`record`, '$.asked.after.warnings') WHERE iif(`type` = 'object', json_extract(`value`, '$.code') NOT IN ('ACCESS_ENDED', 'ACCESS_ENDS_BEFORE'), 1))))
  WHERE iif(typeof(`record`) = 'text' AND json_valid(`record`), json_type(`record`, '$.asked.after.warnings') = 'array', 0)
    AND (`record` LIKE '%"ACCESS_ENDED"%' OR `record` LIKE '%"ACCESS_ENDS_BEFORE"%');
