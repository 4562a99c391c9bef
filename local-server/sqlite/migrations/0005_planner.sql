CREATE INDEX `posts_by_time` ON `posts` (ifnull(published_at, ifnull(scheduled_for, created_at))) WHERE status <> 'DRAFT';
