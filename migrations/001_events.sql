-- What happened. Written in the transaction of its cause; the payload holds ids, never an address or a secret.
create table events (
  id uuid primary key,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null
);
create index events_type_created_at on events (type, created_at);

-- Who is to hear of it: the ledger. One row per (event, recipient), for ever; the e-mail address is not part of it.
create table deliveries (
  id uuid primary key,
  event_id uuid not null references events (id),
  recipient text not null,
  -- The user meant; null when the recipient is the support desk. Not a foreign key: the row outlives the user.
  user_id uuid,
  state text not null default 'pending'
    check (state in ('pending', 'claimed', 'finishing', 'sent', 'failed', 'skipped', 'in_doubt')),
  created_at timestamptz not null default now(),
  unique (event_id, recipient)
);
