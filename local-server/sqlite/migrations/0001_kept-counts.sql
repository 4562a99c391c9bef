-- `total` of the lists without count(*): rows move these counters in their own transaction.
CREATE TRIGGER post_counted AFTER INSERT ON posts BEGIN
	INSERT INTO post_counts (status, n) VALUES (NEW.status, 1) ON CONFLICT (status) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER post_recounted AFTER UPDATE OF status ON posts WHEN OLD.status <> NEW.status BEGIN
	UPDATE post_counts SET n = n - 1 WHERE status = OLD.status;
	INSERT INTO post_counts (status, n) VALUES (NEW.status, 1) ON CONFLICT (status) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER post_uncounted AFTER DELETE ON posts BEGIN
	UPDATE post_counts SET n = n - 1 WHERE status = OLD.status;
END;
--> statement-breakpoint
CREATE TRIGGER media_counted AFTER INSERT ON media BEGIN
	INSERT INTO media_counts (kind, n) VALUES (NEW.kind, 1) ON CONFLICT (kind) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_uncounted AFTER DELETE ON media BEGIN
	UPDATE media_counts SET n = n - 1 WHERE kind = OLD.kind;
END;
