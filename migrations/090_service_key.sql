-- The key that seals seeds and signs what e-mails carry, itself sealed by SECRET_KEY: so that one can be changed while
-- all that hangs on the other stays as it is.
create table service_key (
  only_row boolean primary key default true check (only_row),
  sealed bytea not null,
  -- When it was last sealed anew, by another SECRET_KEY.
  sealed_at timestamptz not null default now()
);
