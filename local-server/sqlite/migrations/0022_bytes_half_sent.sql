-- A claim after a stop among the bytes of a video has stored with the post's own container what only an item of a carousel has.
UPDATE `publications` SET `state` = json_remove(`state`, '$.finished')
  WHERE CASE WHEN typeof(`state`) = 'text' AND json_valid(`state`) THEN json_type(`state`, '$.finished') END IS NOT NULL;
