-- A reset link that may still be used. The token itself is derived when the e-mail is sent; here is only its hash.
create table password_resets (
  id uuid primary key,
  token_hash bytea not null constraint password_resets_token_unique unique,
  -- Deferred: the request for an unknown address writes a row too, and takes it back before the key is checked.
  user_id uuid not null references users (id) on delete cascade deferrable initially deferred,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
