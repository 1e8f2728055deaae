-- A cart belongs to a user, or to the browser that has its token in a cookie.
create table carts (
  id bigint generated always as identity primary key,
  user_id uuid unique references users on delete cascade,
  token_hash bytea unique,
  lines jsonb not null default '[]',
  changed_at timestamptz not null,
  constraint carts_owner check (num_nonnulls(user_id, token_hash) = 1)
);
create index carts_changed_at on carts (changed_at);
