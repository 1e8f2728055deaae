-- What was heard from a provider, and what was missed.

-- It did not come: it was found in the provider's list of events.
alter table provider_events add column is_found boolean not null default false;
create index provider_events_found on provider_events (received_at) where is_found;

-- How far the list of events is read. The one who moves `due_at` reads it, so several workers do not do it at once.
create table provider_cursors (
  provider text primary key,
  read_until timestamptz not null,
  due_at timestamptz not null,
  failing_since timestamptz,
  reply text
);

-- Events that were refused, counted: anybody can send them, so there is no row for each.
create table refused_events (
  provider text not null,
  reason text not null,
  day date not null,
  number int not null,
  last_at timestamptz not null,
  primary key (provider, reason, day)
);

-- A payment with money is looked at daily while money can move back.
alter table payments add column check_at timestamptz;
update payments set check_at = now() + random() * interval '1 day'
  where state = 'captured' and provider_id is not null and created_at > now() - interval '120 days';
create index payments_to_check on payments (check_at) where check_at is not null;

-- When the customer's return was last a reason to look.
alter table payments add column returned_at timestamptz;

-- Since when the provider does not say how it stands, and what it says instead.
alter table payments add column unread_since timestamptz;
alter table payments add column unread_reason text;
create index payments_unread on payments (unread_since) where unread_since is not null;

-- The provider has refused the call, as it says in `reply`. Others have failed because they were not wanted anymore.
alter table payment_calls add column is_refused boolean not null default false;
