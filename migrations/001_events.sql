-- What happened. Written in the transaction of its cause; the payload holds ids, never an address or a secret.
create table events (
  id uuid primary key,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null
);
create index events_type_created_at on events (type, created_at);
