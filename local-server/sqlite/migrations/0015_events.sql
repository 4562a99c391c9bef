CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`at` integer DEFAULT (cast(round(unixepoch('subsec') * 1000) as integer)) NOT NULL,
	`post_id` text,
	`account_id` text,
	`media_file_id` text,
	`state` text
);
--> statement-breakpoint
CREATE TABLE `known_attention` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`post_id` text,
	`account_id` text
);

--> statement-breakpoint
-- Each change writes its event in its own transaction. Only what a reader can see is a change.
CREATE TRIGGER post_created_event AFTER INSERT ON posts BEGIN
	INSERT INTO events (type, post_id, account_id, state) VALUES ('post.created', NEW.id, NEW.platform_account_id, NEW.status);
END;
--> statement-breakpoint
CREATE TRIGGER post_changed_event AFTER UPDATE ON posts WHEN (OLD.updated_at, OLD.status, OLD.handover, OLD.next_attempt_at, OLD.warnings) IS NOT (NEW.updated_at, NEW.status, NEW.handover, NEW.next_attempt_at, NEW.warnings) BEGIN
	INSERT INTO events (type, post_id, account_id, state) VALUES ('post.changed', NEW.id, NEW.platform_account_id, NEW.status);
END;
--> statement-breakpoint
CREATE TRIGGER post_deleted_event AFTER DELETE ON posts BEGIN
	INSERT INTO events (type, post_id, account_id, state) VALUES ('post.deleted', OLD.id, OLD.platform_account_id, OLD.status);
END;
--> statement-breakpoint
CREATE TRIGGER media_created_event AFTER INSERT ON media BEGIN
	INSERT INTO events (type, media_file_id) VALUES ('media.created', NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_changed_event AFTER UPDATE ON media WHEN (OLD.is_valid, OLD.processed_path, OLD.alt_text) IS NOT (NEW.is_valid, NEW.processed_path, NEW.alt_text) BEGIN
	INSERT INTO events (type, media_file_id) VALUES ('media.changed', NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER media_deleted_event AFTER DELETE ON media BEGIN
	INSERT INTO events (type, media_file_id) VALUES ('media.deleted', OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER account_connected_event AFTER INSERT ON accounts BEGIN
	INSERT INTO events (type, account_id) VALUES ('account.connected', NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER account_changed_event AFTER UPDATE ON accounts WHEN
	(OLD.username, OLD.name, OLD.avatar_key, OLD.account_type, OLD.partner_page_name, OLD.login_method, OLD.sealed_token, OLD.token_expires_at, OLD.paused_until, OLD.when_limit_is_full) IS NOT
	(NEW.username, NEW.name, NEW.avatar_key, NEW.account_type, NEW.partner_page_name, NEW.login_method, NEW.sealed_token, NEW.token_expires_at, NEW.paused_until, NEW.when_limit_is_full) BEGIN
	INSERT INTO events (type, account_id) VALUES ('account.changed', NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER account_disconnected_event AFTER DELETE ON accounts BEGIN
	INSERT INTO events (type, account_id) VALUES ('account.disconnected', OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER handover_begun_event AFTER INSERT ON handovers BEGIN
	INSERT INTO events (type, post_id, account_id, state) VALUES ('worker.changed', NEW.post_id, NEW.account_id, NEW.phase);
END;
--> statement-breakpoint
CREATE TRIGGER handover_changed_event AFTER UPDATE ON handovers WHEN OLD.phase <> NEW.phase BEGIN
	INSERT INTO events (type, post_id, account_id, state) VALUES ('worker.changed', NEW.post_id, NEW.account_id, NEW.phase);
END;
--> statement-breakpoint
CREATE TRIGGER attention_added_event AFTER INSERT ON known_attention BEGIN
	INSERT INTO events (type, post_id, account_id, state) VALUES ('attention.added', NEW.post_id, NEW.account_id, NEW.code);
END;
--> statement-breakpoint
CREATE TRIGGER attention_removed_event AFTER DELETE ON known_attention BEGIN
	INSERT INTO events (type, post_id, account_id, state) VALUES ('attention.removed', OLD.post_id, OLD.account_id, OLD.code);
END;
