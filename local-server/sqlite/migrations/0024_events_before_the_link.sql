-- A post that is live is PUBLISHING for everybody until its link was read or ten seconds have passed, and so its events say.
DROP TRIGGER post_changed_event;
--> statement-breakpoint
CREATE TRIGGER post_changed_event AFTER UPDATE ON posts WHEN (OLD.updated_at, OLD.status, OLD.handover, OLD.next_attempt_at, OLD.warnings) IS NOT (NEW.updated_at, NEW.status, NEW.handover, NEW.next_attempt_at, NEW.warnings) BEGIN
	INSERT INTO events (type, post_id, account_id, state) VALUES ('post.changed', NEW.id, NEW.platform_account_id, CASE
		WHEN NEW.status = 'PUBLISHED' AND NEW.ig_permalink IS NULL AND NEW.ig_media_id IS NOT NULL AND NEW.updated_at - NEW.completed_at BETWEEN 0 AND 9999 THEN 'PUBLISHING'
		ELSE NEW.status
	END);
END;
