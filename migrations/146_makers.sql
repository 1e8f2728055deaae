-- What somebody made works while its maker may. A maker who deletes the account stays named by the id, which then is nobody's: set to
-- null, the row would look as if the command line had made it, and go on.
alter table webhook_endpoints drop constraint webhook_endpoints_created_by_fkey;
alter table staff_invitations drop constraint staff_invitations_invited_by_fkey;
alter table announcements drop constraint announcements_created_by_fkey;

-- The API key that made it. Null: a person or the command line.
alter table webhook_endpoints add column created_by_key uuid;
alter table announcements add column created_by_key uuid;

-- When somebody ended the announcement: nobody else gets it.
alter table announcements add column ended_at timestamptz;
alter table announcements add column ended_by uuid;
