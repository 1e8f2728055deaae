-- no transaction
drop index concurrently if exists users_one_account;
drop index concurrently if exists users_email_key;
-- The sign-in looks for accounts and registrations.
create index concurrently users_email_key on users (email_key);
-- Of several registrations that wait for one address, the first to be confirmed becomes the account.
create unique index concurrently users_one_account on users (email_key) where confirmed_at is not null;
alter table users drop constraint if exists users_email_unique;
alter index users_one_account rename to users_email_unique;
