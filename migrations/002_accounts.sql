create table users (
  id uuid primary key,
  email text not null,
  -- E-mail addresses are compared case-insensitively; the database decides what that means, once.
  email_key text not null generated always as (lower(email)) stored,
  email_verified_at timestamptz,
  user_name text not null,
  phone text,
  role text not null default 'customer' check (role in ('customer', 'staff', 'admin')),
  password_hash text not null,
  created_at timestamptz not null,
  constraint users_email_unique unique (email_key)
);

-- A full session: opened by a second factor, ended by deleting its row, which every process sees with the next request.
create table sessions (
  id uuid primary key,
  token_hash bytea not null constraint sessions_token_unique unique,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  -- When a second factor was last entered in this session.
  second_factor_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text,
  user_agent text
);
create index sessions_user on sessions (user_id);

-- After the password and before the second factor: good for nothing outside /api/auth/mfa*.
create table partial_sessions (
  id uuid primary key,
  token_hash bytea not null constraint partial_sessions_token_unique unique,
  user_id uuid not null references users (id) on delete cascade,
  tries_left int not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index partial_sessions_user on partial_sessions (user_id);

create table api_keys (
  id uuid primary key,
  key_hash bytea not null constraint api_keys_hash_unique unique,
  name text not null,
  scopes text[] not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
