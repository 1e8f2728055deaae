-- no transaction
-- Those that wait have an index already.
drop index concurrently if exists contact_messages_answered;
create index concurrently contact_messages_answered on contact_messages (received_at desc, id desc) where answered_at is not null;
