-- Deleted accounts, until the last email to them has been sent. Afterwards nothing names the person anymore.
create table former_users (
  id uuid primary key,
  event_id uuid not null references events (id),
  email text not null,
  user_name text not null,
  is_verified boolean not null,
  deleted_at timestamptz not null
);
create index former_users_deleted_at on former_users (deleted_at);

create index contact_messages_email on contact_messages (lower(email));
