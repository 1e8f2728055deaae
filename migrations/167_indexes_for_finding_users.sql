-- no transaction
drop index concurrently if exists users_email_prefix;
create index concurrently users_email_prefix on users (email_key text_pattern_ops) include (id) where confirmed_at is not null;
drop index concurrently if exists users_name_prefix;
create index concurrently users_name_prefix on users (lower(user_name) text_pattern_ops) include (id) where confirmed_at is not null;
