-- Each customer reads an announcement in their own language. Where a language has no text, `subject` and `message` are sent, in the
-- shop's main language: {"de": {"subject": "Sommer", "message": "Alles …"}}.
alter table announcements add texts jsonb not null default '{}';
alter table announcement_drafts add texts jsonb not null default '{}';
