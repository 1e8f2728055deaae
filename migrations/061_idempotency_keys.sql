-- The answers of requests that carried an Idempotency-Key, each written in the transaction of the work it tells of.
create table idempotency_keys (
  -- Whose key it is: keys of different callers have nothing to do with each other.
  owner text not null,
  key text not null,
  -- Digest of the request; the same key with another request is a mistake of the client.
  request bytea not null,
  status smallint,
  location text,
  -- Sealed: an answer may hold a secret that is shown once.
  answer bytea,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_keys_created_at on idempotency_keys using brin (created_at);
