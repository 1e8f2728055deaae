-- The processes that deliver. A row says "alive until"; a session lock on the number says so more quickly.
create sequence worker_numbers as int;
create table workers (
  number int primary key,
  name text not null,
  started_at timestamptz not null default clock_timestamp(),
  lease_until timestamptz not null,
  -- Since when this worker cannot reach the relay, and what it was told.
  relay_down_since timestamptz,
  relay_error text
);

-- Who is to hear of an event: the ledger. One row per (event, recipient), for ever. The recipient is a user; the e-mail
-- address is looked up when the e-mail is sent. src/notifications/ledger.ts tells how a row lives.
create table deliveries (
  id uuid primary key,
  event_id uuid not null references events (id),
  recipient text not null,
  -- The user meant; null when the recipient is the support desk. Not a foreign key: the row outlives the user.
  user_id uuid,
  state text not null default 'pending'
    check (state in ('pending', 'claimed', 'finishing', 'sent', 'failed', 'skipped', 'in_doubt')),
  created_at timestamptz not null default now(),
  -- When the next attempt is due, while pending.
  due_at timestamptz not null default now(),
  -- Counts the claims. Together with the id it names an attempt, and only its newest may change the row.
  attempts int not null default 0,
  -- The attempt that is running, or that ran last.
  worker int,
  claimed_at timestamptz,
  -- Known from the finishing mark on: the address that was given to the relay, and when the last dot was released.
  address text,
  message_id text,
  marked_at timestamptz,
  -- How it ended: when, and in whose words.
  ended_at timestamptz,
  reply text,
  constraint deliveries_once unique (event_id, recipient)
);
create index deliveries_due on deliveries (due_at, id) where state = 'pending';
create index deliveries_open on deliveries (id) where state in ('claimed', 'finishing');
create index deliveries_in_doubt on deliveries (id) where state = 'in_doubt';
create index deliveries_user on deliveries (user_id, id);

-- Every attempt that ended.
create table delivery_attempts (
  delivery_id uuid not null references deliveries (id),
  number int not null,
  worker int,
  started_at timestamptz,
  address text,
  marked_at timestamptz,
  ended_at timestamptz not null default clock_timestamp(),
  outcome text not null check (outcome in (
    'sent', 'refused', 'temporary', 'unsent', 'readdressed', 'skipped', 'worker_lost', 'in_doubt', 'arrived', 'not_arrived'
  )),
  reply text,
  primary key (delivery_id, number)
);

-- "Did the customer get the mail for order N?"
create index events_order on events (((payload ->> 'orderId')::int)) where payload ? 'orderId';
