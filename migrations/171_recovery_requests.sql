-- Requests of customers who have lost every second factor and every recovery code. A request waits, so that the owner of the account can
-- object, and then a link to the verified address gives the account a new second factor.
create table recovery_requests (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  asked_at timestamptz not null,
  -- No link leaves before.
  waits_until timestamptz not null,
  -- The password proves no more than the mailbox, so a person of the shop has to approve.
  needs_approval boolean not null,
  -- Asked from a browser or a network that has signed in to the account before. For staff to judge by.
  is_known_device boolean not null,
  reminded_at timestamptz,
  approved_at timestamptz,
  -- A member of staff, who stays named by the id after the account is gone.
  approved_by uuid,
  linked_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('objected', 'declined', 'signed_in', 'email_changed', 'account_disabled', 'expired', 'used')),
  check ((ended_at is null) = (outcome is null))
);

-- An account has one open request at most, whoever asks.
create unique index recovery_requests_open on recovery_requests (user_id) where ended_at is null;
-- The requests of one account, for the copy of its data.
create index recovery_requests_of_user on recovery_requests (user_id, id);
-- What the cleanup looks for.
create index recovery_requests_due on recovery_requests (waits_until) where ended_at is null;
-- What the menu of the console counts.
create index recovery_requests_to_decide on recovery_requests (id)
  where ended_at is null and needs_approval and approved_at is null;
