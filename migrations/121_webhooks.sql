-- Webhooks: events of the feed, sent to addresses of other programs (docs/webhooks.md).
create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  description text not null,
  -- Types of events; none: all.
  types text[] not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- How far the feed has been looked through for this endpoint.
  position bigint not null,
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('operator', 'gone', 'failing')),
  -- The circuit breaker: failures in a row, since when, and until when nothing is sent.
  failures int not null default 0,
  failing_since timestamptz,
  paused_until timestamptz
);

-- Encrypted with the service key. After a rotation the earlier secret also signs until it expires.
create table webhook_secrets (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index webhook_secrets_endpoint on webhook_secrets (endpoint_id);

-- One row for each event that an endpoint gets. The state `sending` has a lease: `due_at` is its end.
create table webhook_deliveries (
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  position bigint not null,
  state text not null default 'pending' check (state in ('pending', 'sending', 'delivered', 'failed')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- Counts the claims, and is the fence of an attempt.
  attempts int not null default 0,
  -- How far the schedule of retries has come.
  step int not null default 0,
  ended_at timestamptz,
  primary key (endpoint_id, position)
);
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, due_at, position)
  where state in ('pending', 'sending');

create table webhook_attempts (
  endpoint_id uuid not null,
  position bigint not null,
  number int not null,
  started_at timestamptz not null,
  milliseconds int not null,
  -- Of the response; null: there was none, and `reason` says why.
  status int,
  reason text,
  -- The beginning of the response.
  response text,
  primary key (endpoint_id, position, number),
  foreign key (endpoint_id, position) references webhook_deliveries (endpoint_id, position) on delete cascade
);
