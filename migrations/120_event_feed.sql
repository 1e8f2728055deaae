-- The public feed of events (src/feed/stamp.ts has the essay). A transaction that causes an event adds a row to the
-- outbox. After its commit a stamper moves the row into the feed and gives it the next position.
create table event_outbox (
  number bigint primary key generated always as identity,
  -- UUIDv7 (RFC 9562 §5.7): the time in milliseconds, then random bits. PostgreSQL has a function for it since 18 only.
  id uuid not null default encode(
    set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1),
    'hex')::uuid,
  type text not null,
  -- Ids and states, never an address or a secret. So nothing here has to be erased with a user.
  data jsonb not null,
  at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table event_feed (
  -- From 1 on, without a gap.
  position bigint primary key,
  id uuid not null,
  type text not null,
  data jsonb not null,
  at timestamptz not null,
  stamped_at timestamptz not null default clock_timestamp()
);

-- One row. Its lock is what lets only one stamper work at a time.
create table event_head (
  -- The position of the newest event; 0: none yet.
  position bigint not null,
  -- The position of the oldest event that is kept. The cleanup job deletes older ones.
  oldest bigint not null
);
insert into event_head values (0, 1);
