-- no transaction
drop index concurrently if exists sessions_expires_at;
create index concurrently sessions_expires_at on sessions (expires_at);
drop index concurrently if exists partial_sessions_expires_at;
create index concurrently partial_sessions_expires_at on partial_sessions (expires_at);
drop index concurrently if exists password_resets_expires_at;
create index concurrently password_resets_expires_at on password_resets (expires_at);
drop index concurrently if exists sms_codes_expires_at;
create index concurrently sms_codes_expires_at on sms_codes (expires_at);
drop index concurrently if exists passkey_challenges_expires_at;
create index concurrently passkey_challenges_expires_at on passkey_challenges (expires_at);
drop index concurrently if exists recovery_codes_expires_at;
create index concurrently recovery_codes_expires_at on recovery_codes (expires_at) where expires_at is not null;
drop index concurrently if exists used_codes_used_at;
create index concurrently used_codes_used_at on used_codes (used_at);
-- The BRIN index of the same name would be read whole for each batch.
drop index concurrently if exists idempotency_keys_created_at;
create index concurrently idempotency_keys_created_at on idempotency_keys (created_at);
