-- When the first code confirmed a registration. Until then it is no account: it is unknown to everything but its own
-- sign-in, several may wait for one address, and it is deleted after a day. Accounts from before this column were
-- confirmed at an unknown time. A constant default rewrites no row.
alter table users add column confirmed_at timestamptz default 'epoch';
alter table users alter column confirmed_at set default clock_timestamp();
update users set confirmed_at = null
where exists (select from second_factors f where f.user_id = users.id having bool_and(f.confirmed_at is null));
-- A phone that was given with a registration never received a code.
delete from second_factors where kind = 'sms' and confirmed_at is null;
create index users_unconfirmed on users (created_at) where confirmed_at is null;
