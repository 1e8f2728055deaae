-- A webhook whose address is asked for its consent before it gets anything (src/webhooks/handshake.ts). Those that are there stay as
-- they are. `handshake_due_at` is also the lease of the process that asks.
alter table webhook_endpoints
  add column handshake boolean not null default false,
  add column agreed_at timestamptz,
  add column handshake_tries integer not null default 0,
  add column handshake_due_at timestamptz not null default now(),
  add column handshake_failure text;
