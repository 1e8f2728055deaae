-- Orders of a former shop keep the address of their invoice too. Their owner may be a guest, who has ordered without an account.
alter table past_orders add column billing_address jsonb;
