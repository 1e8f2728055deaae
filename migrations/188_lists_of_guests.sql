-- Lists of guests for staff and programs: the newest first, those that changed lately, and by the beginning of a name.
create index users_guests_listed on users (id) where is_guest and claimed_at is null;
create index users_guests_updated on users (updated_at) where is_guest;
create index users_guests_name on users (lower(user_name) text_pattern_ops) where is_guest;
