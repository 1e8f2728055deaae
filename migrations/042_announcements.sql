-- What staff tells many customers at once. Its deliveries are written in batches after it (src/notifications/fan-out.ts).
create table announcements (
  id uuid primary key,
  event_id uuid not null references events (id),
  subject text not null,
  message text not null,
  -- Only customers who placed an order in this period; both null: all customers.
  ordered_from timestamptz,
  ordered_before timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- How far the fan-out has come: the last user who was looked at, and when it was through.
  fanned_out_to uuid,
  fanned_out_at timestamptz
);
create index announcements_open on announcements (id) where fanned_out_at is null;

-- Who wants no announcements any more.
create table unsubscriptions (
  user_id uuid primary key references users (id) on delete cascade,
  at timestamptz not null
);
