-- Recovery codes, for the day when the telephone is gone. Only keyed hashes; a used one stays, to be told from a wrong one.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
