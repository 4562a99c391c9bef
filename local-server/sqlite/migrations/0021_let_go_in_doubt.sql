-- What the cloud let go of was said to be surely not live. Who asked for that is not known here, and may have published it since.
UPDATE `posts` SET `publish_outcome` = 'unconfirmed', `recovery` = 'check_platform'
  WHERE `status` = 'FAILED' AND `publish_outcome` = 'confirmed'
    AND iif(typeof(`error_detail`) = 'text' AND json_valid(`error_detail`), json_extract(`error_detail`, '$.code') = 'CLOUD_LET_GO', 0);
