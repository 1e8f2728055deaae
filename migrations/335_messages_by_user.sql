-- no transaction
drop index concurrently if exists contact_messages_user;
create index concurrently contact_messages_user on contact_messages (user_id) where user_id is not null;
