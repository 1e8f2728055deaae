-- A passkey as a second factor: the public half of a key pair. What is stored opens nothing.
alter table second_factors
  drop constraint second_factors_kind_check,
  drop constraint second_factors_check,
  drop constraint second_factors_check1,
  add constraint second_factors_kind_check check (kind in ('totp', 'sms', 'hardware', 'passkey')),
  add constraint second_factors_phone_check check ((kind = 'sms') = (phone is not null)),
  add constraint second_factors_secret_check check ((kind in ('totp', 'hardware')) = (secret is not null));

create table passkeys (
  factor_id uuid primary key references second_factors (id) on delete cascade,
  credential_id text not null constraint passkeys_credential_unique unique,
  public_key bytea not null,
  -- How often the authenticator says that it was used; one that goes back has been copied.
  counter bigint not null,
  transports text[] not null
);

-- What a passkey is to sign: good once, for what asked for it, and only the newest.
create table passkey_challenges (
  bound_to text primary key,
  challenge text not null,
  expires_at timestamptz not null
);
