-- no transaction
-- With the name itself, PostgreSQL need not read the row to know the expression.
drop index concurrently if exists users_name_prefix_new;
create index concurrently users_name_prefix_new on users (lower(user_name) text_pattern_ops) include (id, user_name)
  where confirmed_at is not null;
drop index concurrently if exists users_name_prefix;
alter index users_name_prefix_new rename to users_name_prefix;
