-- Who did what to which account. No secrets, no e-mail addresses; not tied to the user, whom it outlives.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  action text not null,
  user_id uuid,
  -- The user who acted, when it is another than the one acted on.
  actor_id uuid,
  ip text,
  user_agent text,
  detail jsonb not null default '{}'
);
create index audit_log_user on audit_log (user_id, at);
create index audit_log_at on audit_log (at);
