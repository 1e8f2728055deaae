-- A call whose key is of no use anymore is asked about. When the provider first did not show what it was to make: a provider
-- may still make it after an answer of 500, so only a second look hours later counts.
alter table payment_calls add column absent_since timestamptz;
