-- The provider of the call was not configured anymore, so nobody could make the call or ask about it. A person settles it. When the
-- provider is configured again, the call goes on by itself (src/payments/ledger/stranded.ts).
alter table payment_calls add column is_stranded boolean not null default false;
