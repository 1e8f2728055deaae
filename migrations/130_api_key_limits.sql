-- Where and until when a key works, and when it was last used.
alter table api_keys
  add column networks text[] not null default '{}',
  add column expires_at timestamptz(3),
  add column last_used_at timestamptz(3);
