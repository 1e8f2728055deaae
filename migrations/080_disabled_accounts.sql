-- Shut by an admin: nobody signs in to it and nothing is sent to its owner until it is opened again.
alter table users add column disabled_at timestamptz;

-- The few who may shut each other out are locked together, so that one is always left (src/accounts/disable.ts).
create index users_admins on users (id) where role = 'admin';
