-- Programs that keep a copy of the users ask for those that have changed. What a user shows stands in this one table, but for the
-- second factors; a trigger notes the time, so that no command can forget it. Users that exist count as changed now: a program reads
-- them once more.
alter table users add column updated_at timestamptz(3) not null default now();
create index users_updated_at on users (updated_at) where confirmed_at is not null;

create function user_shows_something_else() returns trigger language plpgsql set search_path from current as $$
begin
  new.updated_at := now();
  return new;
end
$$;
create trigger users_updated before update on users for each row when (
  (old.email, old.email_verified_at, old.user_name, old.phone, old.role, old.confirmed_at, old.disabled_at)
  is distinct from (new.email, new.email_verified_at, new.user_name, new.phone, new.role, new.confirmed_at, new.disabled_at)
) execute function user_shows_something_else();
