-- A second factor of a user. It counts from `confirmed_at` on; before that it is an enrolment under way.
create table second_factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('totp', 'sms', 'hardware')),
  name text not null,
  -- The seed of an authenticator, sealed with the service's key and bound to this row; null for kinds without one.
  secret bytea,
  phone text,
  -- How many steps the clock of a hardware token was off when it was last seen.
  drift int not null default 0,
  -- Wrong codes in a row; at 100 the factor is disabled.
  failures int not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  check ((kind = 'sms') = (phone is not null)),
  check ((kind = 'sms') = (secret is null))
);
create index second_factors_user on second_factors (user_id);

-- A one-time code that was accepted. The primary key is rule R1: of any number of simultaneous submissions one inserts
-- the row, and keyed on the step that the code matched it does not matter when, how or where a code comes back.
create table used_codes (
  user_id uuid not null references users (id) on delete cascade,
  step bigint not null,
  code text not null,
  used_at timestamptz not null,
  constraint used_codes_once primary key (user_id, step, code)
);

-- A consumed partial session stays until it expires, so that whoever shows its code again is told what is the matter.
alter table partial_sessions add column consumed_at timestamptz;
