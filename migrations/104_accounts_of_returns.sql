-- no transaction
-- The accounts of returns that the retention of documents has not taken out yet.
drop index concurrently if exists returns_named;
create index concurrently returns_named on returns (id) where refund_iban is not null;
