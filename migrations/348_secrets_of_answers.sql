-- What an answer shows once lies apart from the rest of it, so that it can be deleted when it was used, or after minutes.
alter table idempotency_keys add secrets bytea;
-- The second factor whose confirmation uses the secrets up; null when only time ends them.
alter table idempotency_keys add secrets_of uuid;
create index idempotency_keys_secrets_of on idempotency_keys (secrets_of) where secrets_of is not null;
create index idempotency_keys_secrets on idempotency_keys (created_at) where secrets is not null;
