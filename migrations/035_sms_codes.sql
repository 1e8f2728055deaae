-- A code sent by text message: random, for five minutes, good only where it was asked for, and there only the newest.
-- Only a keyed hash of it: six digits behind a plain one would be no secret.
create table sms_codes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  factor_id uuid not null references second_factors (id) on delete cascade,
  -- The sign-in attempt, session or enrolment that asked.
  bound_to text not null,
  code_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sms_codes_user on sms_codes (user_id);
create index sms_codes_factor on sms_codes (factor_id);
