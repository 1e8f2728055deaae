-- no transaction
-- Shopkeepers look for a customer by the last word of the name.
drop index concurrently if exists users_last_name_prefix;
create index concurrently users_last_name_prefix on users (lower(regexp_replace(user_name, '^.*\s', '')) text_pattern_ops)
  include (id, user_name) where confirmed_at is not null;
