-- Each statement of withdrawal is a row of its own, whoever made it: anybody can type the address and the number of somebody else's order,
-- and what a stranger writes must not change what the customer wrote. Only a repeat of the same statement changes nothing.
drop index withdrawals_one_open;
alter table withdrawals
  -- It came in a session of the account that the order belongs to.
  add column is_signed_in boolean not null default false,
  -- Where it came from, coarsely: an IPv4 /24 or an IPv6 /48. Null for statements from before, and after the account was deleted.
  add column network text,
  -- What makes two statements the same: a digest of what was typed, and of whether it came in a session.
  add column statement_key bytea not null default sha256(gen_random_uuid()::text::bytea);
create unique index withdrawals_one_statement on withdrawals (statement_key) where decided_at is null;
